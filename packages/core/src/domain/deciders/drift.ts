/** What the end of a turn changes where a profile drifts: what was followed gains a little, what was passed over loses as much (S4.62). */
import type { BrainEventOf, NewEvent } from '../events/brain-event.ts'
import type { Profile } from '../profiles/profile.ts'
import type { BrainState } from '../projections/brain-fold.ts'
import { nano } from '../strength.ts'
import { adjustments } from './adjustments.ts'
import { learningEdges, passedOver, type SkippedEdges } from './skipped-edges.ts'

/**
 * Once a turn: a failure drifts only when it was tried again, and a turn ends but once otherwise. Not for a turn whose recall came too late to
 * be used, nor in a session that teaches nothing.
 */
export const drift = (
  { data, position, turn }: BrainEventOf<'TurnCompleted'>,
  state: BrainState,
  profile: Profile,
  skipped: SkippedEdges,
): ReadonlyArray<NewEvent> => {
  const { learning } = profile
  const step = nano(learning.drift)
  const record = turn === undefined ? undefined : state.turn(turn)
  if (step === 0 || record === undefined || data.outcome === 'failure' || state.isAbsent(record.turn)) return []
  const session = record.session === undefined ? undefined : state.registers.sessions.get(record.session)
  if (session !== undefined && learning.muteSessions.includes(session.kind)) return []
  const { graph } = state
  const ledger = adjustments(position, graph, profile)
  const as = { turn, tier: 'agent' } as const
  const followed = learningEdges(
    graph,
    record.followed.map(({ edge }) => edge),
  )
  for (const edge of followed) ledger.edge(as, edge, step, 'drift', 'followed')
  for (const edge of passedOver(graph, skipped)) ledger.edge(as, edge, -step, 'drift', 'skipped')
  return ledger.events
}
