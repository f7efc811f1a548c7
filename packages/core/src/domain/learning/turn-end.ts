/** Learns from the end of a turn under profiles that learn from use alone: followed edges drift, and nodes used together are joined. */

import type { BrainEventOf, NewEvent } from '../events/brain-event.ts'
import type { Profile } from '../profiles/profile.ts'
import type { BrainState } from '../projections/brain-fold.ts'
import type { TurnRecord } from '../projections/turns/turn-record.ts'
import { adjustments } from './adjustments.ts'
import { drift, type SkippedEdges } from './credit.ts'
import { grownEdge, grownMost, grownPairs } from './used-together.ts'

/** True where the end of a turn has any effect. */
export const learnsFromEnds = ({ learning }: Profile): boolean =>
  learning.drift > 0 || learning.growth.cooccurrence > 0 || learning.growth.tool > 0

/**
 * Returns the turn that an end teaches, once a turn: a failure does not teach, and a turn that failed can only end once more. Undefined for
 * a turn whose recall came too late to be used, and in a session that teaches nothing.
 */
export const endedTurn = (
  { data, turn }: Pick<BrainEventOf<'TurnCompleted'>, 'data' | 'turn'>,
  state: BrainState,
  { learning }: Profile,
): TurnRecord | undefined => {
  const record = turn === undefined ? undefined : state.turn(turn)
  if (record === undefined || data.outcome === 'failure' || state.isAbsent(record.turn)) return undefined
  const session = record.session === undefined ? undefined : state.participants.sessions.get(record.session)
  return session !== undefined && learning.muteSessions.includes(session.kind) ? undefined : record
}

export const learnFromEnd = (
  fact: BrainEventOf<'TurnCompleted'>,
  state: BrainState,
  profile: Profile,
  skipped: SkippedEdges,
): ReadonlyArray<NewEvent> => {
  const record = learnsFromEnds(profile) ? endedTurn(fact, state, profile) : undefined
  if (record === undefined) return []
  const { graph } = state
  const ledger = adjustments(fact.position, graph, profile)
  const as = { turn: fact.turn, tier: 'agent' } as const
  drift(ledger, as, record, graph, profile, skipped)
  for (const pair of grownPairs(graph, record, fact.data, profile)) {
    const edge = grownEdge(graph, pair)
    if (edge === undefined) continue
    const step = Math.min(pair.step, grownMost - ledger.strength(edge))
    if (step > 0) ledger.edge(as, edge, step, 'growth', pair.kind)
  }
  return ledger.events
}
