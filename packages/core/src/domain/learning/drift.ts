/** By use alone: what a turn followed gains a little, what it passed over loses as much (S4.62). */
import type { GraphView } from '../graph.ts'
import type { Profile } from '../profiles/profile.ts'
import type { TurnRecord } from '../projections/turns/turn-record.ts'
import { nano } from '../strength.ts'
import type { Adjustments, Counted } from './adjustments.ts'
import { learningEdges, passedOver, type SkippedEdges } from './skipped-edges.ts'

export const drift = (
  ledger: Adjustments,
  as: Counted,
  record: TurnRecord,
  graph: GraphView,
  { learning }: Profile,
  skipped: SkippedEdges,
): void => {
  const step = nano(learning.drift)
  if (step === 0) return
  const followed = learningEdges(
    graph,
    record.followed.map(({ edge }) => edge),
  )
  for (const edge of followed) ledger.edge(as, edge, step, 'drift', 'followed')
  for (const edge of passedOver(graph, skipped)) ledger.edge(as, edge, -step, 'drift', 'skipped')
}
