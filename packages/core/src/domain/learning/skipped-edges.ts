/** Edges that a turn looked at and did not follow: which lose or gain by that, and how followed edges gain by use alone (S4.62). */
import { kindTraits } from '../edge-kinds.ts'
import type { BrainEvent, EventData } from '../events/brain-event.ts'
import type { GraphView } from '../graph.ts'
import type { EdgeNumber } from '../identity.ts'
import type { Profile } from '../profiles/profile.ts'
import type { TurnRecord } from '../projections/turns/turn-record.ts'
import { nano } from '../strength.ts'
import type { Adjustments, Counted } from './adjustments.ts'

/** As the turn recorded them, in its order. */
export type SkippedEdges = ReadonlyArray<EventData<'EdgeSkipped'>>

/** Whether what follows from a fact depends on what its turn skipped. The fold keeps no such list: it is read from the log then. */
export const asksSkipped = ({ type }: Pick<BrainEvent, 'type'>, { learning }: Profile): boolean =>
  type === 'TurnCompleted' ? learning.drift > 0 : type === 'FeedbackGiven' && learning.rule.skipped > 0

/**
 * Of each pair that was passed over, the edge that learns. One that held its target back was not passed over: it did what it is for.
 * Edges beside it that do not learn are left alone, and none is linked for them.
 */
export const passedOver = (graph: GraphView, skipped: SkippedEdges): ReadonlyArray<EdgeNumber> =>
  learningEdges(
    graph,
    skipped.flatMap(({ edge, reason }) => (reason === 'inhibited' ? [] : [edge])),
  )

/** The first edge that learns of each pair of ends, in the order of the record. */
const learningEdges = (graph: GraphView, edges: ReadonlyArray<EdgeNumber>): ReadonlyArray<EdgeNumber> => {
  const byEnds = new Map<string, EdgeNumber>()
  for (const edge of edges) {
    const ends = `${graph.sourceOf(edge)} ${graph.targetOf(edge)}`
    if (!byEnds.has(ends) && kindTraits[graph.kindOf(edge) ?? 'link'].learns) byEnds.set(ends, edge)
  }
  return [...byEnds.values()]
}

/** By use alone: what a turn followed gains a little, what it passed over loses as much (S4.62). */

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
