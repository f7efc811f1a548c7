/** Which memory the owner named instead of which, and for which kind of question: what may give way to what, while the edges of that cue still say so. */

import type { BrainEvent, BrainEventOf } from '../events/brain-event.ts'
import { ignore } from '../events/readers.ts'
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
  switch (event.type) {
    case 'FeedbackGiven':
      return replace(replacements, event)
    default:
      ignore<'replacements'>(event.type)
  }
}

const replace = (replacements: Replacements, event: BrainEventOf<'FeedbackGiven'>): void => {
  const { cue, instead, nodes, outcome, tier } = event.data
  if (cue === undefined || instead === undefined || outcome >= 0 || tier !== 'conscious' || event.origin !== 'owner') return
  for (const node of nodes) {
    const named = new Set(instead)
    const others = (replacements.get(node) ?? []).filter((one) => one.cue !== cue || !named.has(one.by))
    replacements.set(node, [...others, ...instead.map((by) => ({ cue, by, position: event.position }))].slice(-kept))
  }
}
