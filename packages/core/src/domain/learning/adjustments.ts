/** Collects what one fact changes: each effect starts from where the one before it left the same edge or node. */
import type { NewEvent } from '../events/brain-event.ts'
import type { Tier } from '../events/feedback-events.ts'
import type { GraphView } from '../graph.ts'
import type { EdgeNumber, NodeNumber, Position, TurnNumber } from '../identity.ts'
import type { Profile } from '../profiles/profile.ts'
import { adjust, type Nano, nano } from '../strength.ts'
import { moved, strengthBounds } from './movement-policy.ts'

/** As what a change counts: of which turn, in which tier. */
export interface Counted {
  readonly turn: TurnNumber | undefined
  readonly tier: Tier
}

export interface Adjustments {
  readonly events: ReadonlyArray<NewEvent>
  /** As these changes leave it. */
  readonly strength: (edge: EdgeNumber) => Nano
  readonly edge: (as: Counted, edge: EdgeNumber, asked: Nano, rule: string, reason: string) => void
  /** Takes back what was gained, as far as the bounds let it. */
  readonly withdraw: (as: Counted, edge: EdgeNumber, gained: Nano, rule: string, reason: string) => void
  readonly utility: (as: Counted, node: NodeNumber, asked: Nano, rule: string, reason: string) => void
}

/** `cause` is the fact that all of it follows from. */
export const adjustments = (cause: Position, graph: GraphView, profile: Profile): Adjustments => {
  const events: Array<NewEvent> = []
  const strengths = new Map<EdgeNumber, Nano>()
  const utilities = new Map<NodeNumber, Nano>()
  const envelope = ({ turn }: Counted) => ({ cause, ...(turn === undefined ? {} : { turn }) })
  return {
    events,
    strength: (edge) => strengths.get(edge) ?? graph.strengthOf(edge),
    edge: (as, edge, asked, rule, reason) => {
      if (asked > 0 && !mayGain(graph, edge)) return
      const from = strengths.get(edge) ?? graph.strengthOf(edge)
      const to = moved(from, asked, profile)
      if (to === undefined) return
      strengths.set(edge, to)
      events.push({ type: 'StrengthAdjusted', ...envelope(as), data: { edge, from, to, asked, tier: as.tier, rule, reason } })
    },
    withdraw: (as, edge, gained, rule, reason) => {
      if (gained === 0 || (gained < 0 && !mayGain(graph, edge))) return
      const from = strengths.get(edge) ?? graph.strengthOf(edge)
      const to = adjust(from, -gained, strengthBounds(profile))
      if (to === from) return
      strengths.set(edge, to)
      events.push({ type: 'StrengthAdjusted', ...envelope(as), data: { edge, from, to, asked: -gained + 0, tier: as.tier, rule, reason } })
    },
    utility: (as, node, asked, rule, reason) => {
      if (asked === 0) return
      const from = utilities.get(node) ?? graph.utilityOf(node)
      const to = adjust(from, asked, { min: nano(profile.utility.min), max: nano(profile.utility.max) })
      utilities.set(node, to)
      events.push({ type: 'UtilityAdjusted', ...envelope(as), data: { node, from, to, asked, tier: as.tier, rule, reason } })
    },
  }
}

/**
 * What leads to an untrusted or system memory never gains strength, whoever praises it, unless the owner trusts it; blame counts as ever. A tool is the system's, and
 * nothing of it is ever put before a model.
 */
const mayGain = (graph: GraphView, edge: EdgeNumber): boolean =>
  graph.isTrusted(graph.targetOf(edge)) || (graph.kindOf(edge) === 'tool_link' && graph.typeOf(graph.targetOf(edge)) === 'tool_call')
