/** Collects the changes of one fact. Each effect starts from the value that the effect before it gave the same edge or node. */

import type { NewEvent, NewEventOf } from '../events/brain-event.ts'
import type { Tier } from '../events/feedback-events.ts'
import type { GraphView } from '../graph.ts'
import type { EdgeNumber, NodeNumber, Position, TurnNumber } from '../identity.ts'
import type { Profile } from '../profiles/profile.ts'
import { graphAhead } from '../projections/graph/graph-ahead.ts'
import { adjust, boundsOf, type Nano } from '../strength.ts'
import { moved } from './movement-policy.ts'

/** The turn and the tier that a change counts for. */
export interface Counted {
  readonly turn: TurnNumber | undefined
  readonly tier: Tier
}

export interface Adjustments {
  readonly events: ReadonlyArray<NewEvent>
  /** Returns the strength of an edge after the changes so far. */
  readonly strength: (edge: EdgeNumber) => Nano
  readonly edge: (as: Counted, edge: EdgeNumber, asked: Nano, rule: string, reason: string) => void
  /** Takes back a gain, as far as the bounds allow. */
  readonly withdraw: (as: Counted, edge: EdgeNumber, gained: Nano, rule: string, reason: string) => void
  readonly utility: (as: Counted, node: NodeNumber, asked: Nano, rule: string, reason: string) => void
}

/** Opens a collection of changes. `cause` is the position of the fact that all of them follow from. */
export const adjustments = (cause: Position, before: GraphView, profile: Profile): Adjustments => {
  const events: Array<NewEvent> = []
  const { fold, graph } = graphAhead(before)
  const add = ({ turn }: Counted, event: NewEventOf<'StrengthAdjusted'> | NewEventOf<'UtilityAdjusted'>) => {
    events.push({ ...event, cause, ...(turn === undefined ? {} : { turn }) })
    fold(event)
  }
  return {
    events,
    strength: graph.strengthOf,
    edge: (as, edge, asked, rule, reason) => {
      if (asked > 0 && !mayGain(graph, edge)) return
      const from = graph.strengthOf(edge)
      const to = moved(from, asked, profile)
      if (to !== undefined) add(as, { type: 'StrengthAdjusted', data: { edge, from, to, asked, tier: as.tier, rule, reason } })
    },
    withdraw: (as, edge, gained, rule, reason) => {
      if (gained === 0 || (gained < 0 && !mayGain(graph, edge))) return
      const from = graph.strengthOf(edge)
      const to = adjust(from, -gained, boundsOf(profile.strength))
      if (to !== from) add(as, { type: 'StrengthAdjusted', data: { edge, from, to, asked: -gained + 0, tier: as.tier, rule, reason } })
    },
    utility: (as, node, asked, rule, reason) => {
      if (asked === 0) return
      const from = graph.utilityOf(node)
      const to = adjust(from, asked, boundsOf(profile.utility))
      add(as, { type: 'UtilityAdjusted', data: { node, from, to, asked, tier: as.tier, rule, reason } })
    },
  }
}

/**
 * True where an edge may gain strength: its target is trusted, or is a tool. An edge into an untrusted or system memory never gains,
 * whoever praises it, unless the owner trusts the memory; blame always counts. Tools belong to the system, and are never put before a
 * model.
 */
const mayGain = (graph: GraphView, edge: EdgeNumber): boolean =>
  graph.isTrusted(graph.targetOf(edge)) || (graph.kindOf(edge) === 'tool_link' && graph.typeOf(graph.targetOf(edge)) === 'tool_call')
