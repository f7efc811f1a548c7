/** Learns from the end of a turn under profiles that learn from use alone: followed edges drift, and nodes used together are joined. */
import type { BrainEventOf, EventData, NewEvent } from '../events/brain-event.ts'
import { type EdgeKind, type GraphView, isLive } from '../graph.ts'
import type { EdgeNumber, NodeNumber } from '../identity.ts'
import type { Profile } from '../profiles/profile.ts'
import type { BrainState } from '../projections/brain-fold.ts'
import type { TurnRecord } from '../projections/turns/turn-record.ts'
import { type Nano, nano, one } from '../strength.ts'
import { adjustments, drift, driftingPairs, type SkippedEdges } from './credit.ts'
import { type Ends, linkAtZero, movedEdge } from './credit-path.ts'

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

/*
 * Joins nodes of a turn that went well, where a profile grows edges from use: memories next to each other in its context (S3.82, S3.84),
 * and each of them with the tools that were called (S3.83, S3.85).
 */

export interface GrownPair {
  readonly source: NodeNumber
  readonly target: NodeNumber
  readonly kind: Extract<EdgeKind, 'cooccurrence' | 'tool_link'>
  readonly step: Nano
}

type Ended = Pick<EventData<'TurnCompleted'>, 'outcome' | 'tools' | 'failures'>

/** The maximum strength of grown edges: below 1, whatever the bounds. */
const grownMost: Nano = one - 1

/**
 * Returns pairs of the context in its order (neighbours, or all where the profile says so), then each memory with each tool that never
 * failed; at most the numbers in the profile.
 */
const grownPairs = (
  graph: GraphView,
  record: Pick<TurnRecord, 'included'>,
  ended: Ended,
  { learning }: Profile,
): ReadonlyArray<GrownPair> => {
  const { cooccurrence, joins, most, tool } = learning.growth
  if (ended.outcome !== 'success' || (cooccurrence === 0 && tool === 0)) return []
  const included = record.included.filter((node) => isLive(graph.stateOf(node)) && graph.isTrusted(node))
  const together = included.flatMap((source, i) =>
    included.slice(i + 1, joins === 'all' ? undefined : i + 2).map((target): GrownPair => {
      return { source, target, kind: 'cooccurrence', step: nano(cooccurrence) }
    }),
  )
  const tools = (ended.tools ?? []).filter((_, i) => ended.failures?.[i] === 0)
  const used = included.flatMap((source) => tools.map((target): GrownPair => ({ source, target, kind: 'tool_link', step: nano(tool) })))
  return [...together, ...used].filter(({ step }) => step > 0).slice(0, most)
}

/** Returns the linked edge of the pair's kind between the two. */
const grownEdge = (graph: GraphView, { kind, source, target }: GrownPair): EdgeNumber | undefined =>
  graph.between(source, target).find((edge) => graph.kindOf(edge) === kind && graph.isLinked(edge))

/**
 * Links an edge of strength 0 for each pair that grows or drifts and has no edge that moves; a pruned edge is restored. An edge of a document
 * stays as it is: a learned edge beside it drifts.
 */
export const endStructure = (
  graph: GraphView,
  record: TurnRecord,
  ended: Ended,
  skipped: SkippedEdges,
  profile: Profile,
): ReadonlyArray<NewEvent> => {
  let edge: EdgeNumber = graph.edges
  const link = (pair: Parameters<typeof linkAtZero>[1], reason: 'outcome' | 'beside') => linkAtZero(graph, pair, reason, () => ++edge) ?? []
  const nameOf = ({ source, target }: Ends) => `${source} ${target}`
  const grown = grownPairs(graph, record, ended, profile)
  const drifting = new Map(driftingPairs(graph, record, skipped, profile).map((pair) => [nameOf(pair), pair]))
  for (const pair of grown) drifting.delete(nameOf(pair))
  return [
    ...grown.flatMap((pair) => link(pair, 'outcome')),
    ...[...drifting.values()].flatMap((pair) => (movedEdge(graph, pair) === undefined ? link(pair, 'beside') : [])),
  ]
}
