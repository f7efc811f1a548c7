/** Which memory the owner named instead of which, and for which kind of question: what may give way to what, while the edges of that cue still say so. */
import type { BrainEvent } from '../events/brain-event.ts'
import type { NodeNumber, Position } from '../identity.ts'

export interface Replacement {
  readonly cue: NodeNumber
  /** The one that is right. */
  readonly by: NodeNumber
  readonly position: Position
}

/** By the memory that is wrong, the newest last. */
export type Replacements = Map<NodeNumber, ReadonlyArray<Replacement>>

/** The number of replacements kept for one memory, the newest. */
const kept = 8

/** Folds one event into `replacements`, which the caller owns. */
export const foldReplacements = (replacements: Replacements, event: BrainEvent): void => {
  if (event.type !== 'FeedbackGiven') return
  const { cue, instead, nodes, outcome, tier } = event.data
  if (cue === undefined || instead === undefined || outcome >= 0 || tier !== 'conscious' || event.origin !== 'owner') return
  for (const node of nodes) {
    const named = new Set(instead)
    const others = (replacements.get(node) ?? []).filter((one) => one.cue !== cue || !named.has(one.by))
    replacements.set(node, [...others, ...instead.map((by) => ({ cue, by, position: event.position }))].slice(-kept))
  }
}
