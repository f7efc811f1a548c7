/**
 * Joins nodes of a turn that went well, where a profile grows edges from use: memories next to each other in its context (S3.82, S3.84),
 * and each of them with the tools that were called (S3.83, S3.85).
 */

import type { EventData, NewEvent } from '../events/brain-event.ts'
import { type EdgeKind, type GraphView, isLive } from '../graph.ts'
import type { EdgeNumber, NodeNumber } from '../identity.ts'
import type { Profile } from '../profiles/profile.ts'
import type { TurnRecord } from '../projections/turns/turn-record.ts'
import { type Nano, nano, one } from '../strength.ts'

export interface GrownPair {
  readonly source: NodeNumber
  readonly target: NodeNumber
  readonly kind: Extract<EdgeKind, 'cooccurrence' | 'tool_link'>
  readonly step: Nano
}

type Ended = Pick<EventData<'TurnCompleted'>, 'outcome' | 'tools' | 'failures'>

/** The maximum strength of grown edges: below 1, whatever the bounds. */
export const grownMost: Nano = one - 1

/**
 * Returns neighbours in the order of the context, then each memory with each tool that never failed; at most the numbers in the profile.
 */
export const grownPairs = (
  graph: GraphView,
  record: Pick<TurnRecord, 'included'>,
  ended: Ended,
  { learning }: Profile,
): ReadonlyArray<GrownPair> => {
  const { cooccurrence, most, tool } = learning.growth
  if (ended.outcome !== 'success' || (cooccurrence === 0 && tool === 0)) return []
  const included = record.included.filter((node) => isLive(graph.stateOf(node)) && graph.isTrusted(node))
  const neighbours = included.slice(1).map((target, i): GrownPair => {
    return { source: included[i] ?? target, target, kind: 'cooccurrence', step: nano(cooccurrence) }
  })
  const tools = (ended.tools ?? []).filter((_, i) => ended.failures?.[i] === 0)
  const used = included.flatMap((source) => tools.map((target): GrownPair => ({ source, target, kind: 'tool_link', step: nano(tool) })))
  return [...neighbours, ...used].filter(({ step }) => step > 0).slice(0, most)
}

/** Returns the linked edge of the pair's kind between the two. */
export const grownEdge = (graph: GraphView, { kind, source, target }: GrownPair): EdgeNumber | undefined =>
  graph.between(source, target).find((edge) => graph.kindOf(edge) === kind && graph.isLinked(edge))

/** Links an edge of strength 0 for each pair that has none; a pruned edge is restored. */
export const growthStructure = (graph: GraphView, pairs: ReadonlyArray<GrownPair>): ReadonlyArray<NewEvent> => {
  let edge: EdgeNumber = graph.edges
  return pairs.flatMap((pair): ReadonlyArray<NewEvent> => {
    const { kind, source, target } = pair
    if (grownEdge(graph, pair) !== undefined) return []
    const pruned = graph.between(source, target).find((known) => graph.kindOf(known) === kind && graph.edge(known)?.withdrawn === false)
    if (pruned !== undefined) return [{ type: 'EdgeRestored', data: { edge: pruned, reason: 'asked' } }]
    return [{ type: 'EdgeLinked', data: { edge: ++edge, source, target, kind, strength: 0, reason: 'outcome' } }]
  })
}
