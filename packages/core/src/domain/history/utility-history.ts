/** Where a memory's utility comes from: every event that moved it since its birth, when it was 1, in order. */

import { type BrainEvent, teaches } from '../events/brain-event.ts'
import { ignore } from '../events/readers.ts'
import type { NodeNumber, Position } from '../identity.ts'
import { type Nano, one } from '../strength.ts'
import type { StrengthStep } from './blame.ts'

export interface UtilityHistory {
  readonly utility: Nano
  readonly steps: ReadonlyArray<StrengthStep>
}

/** Reads events oldest first; asked at any moment it knows the histories of the nodes up to there. */
export interface UtilityReader {
  readonly read: (event: BrainEvent) => void
  readonly history: (node: NodeNumber) => UtilityHistory
}

export const utilityReader = (nodes: ReadonlySet<NodeNumber>): UtilityReader => {
  const known = new Map([...nodes].map((node) => [node, { utility: one, steps: [] as Array<StrengthStep> }]))
  const causes = new Map<Position, BrainEvent>()
  const move = (event: BrainEvent, node: NodeNumber, to: Nano) => {
    const history = known.get(node)
    if (history === undefined) return
    history.steps.push({ event, from: history.utility, to, cause: causes.get(event.cause ?? 0) })
    history.utility = to
  }
  return {
    history: (node) => {
      const { steps = [], utility = one } = known.get(node) ?? {}
      return { utility, steps: steps.slice() }
    },
    read: (event) => {
      if (teaches(event.type)) causes.set(event.position, event)
      switch (event.type) {
        case 'UtilityAdjusted':
          return move(event, event.data.node, event.data.to)
        case 'StrengthsRestored':
          for (const [i, node] of event.data.nodes.entries()) move(event, node, event.data.utilityTo[i] ?? 0)
          return
        default:
          ignore<'utility history'>(event.type)
      }
    },
  }
}
