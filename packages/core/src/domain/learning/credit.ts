/** What a verdict asks of the edges that led to a memory, of the cue's own edge, and of the memory. */

import type { BrainEvent, EventData, NewEvent } from '../events/brain-event.ts'
import type { Tier, Verdict } from '../events/feedback-events.ts'
import { type GraphView, kindTraits } from '../graph.ts'
import type { EdgeNumber, NodeNumber, Position } from '../identity.ts'
import type { Profile } from '../profiles/profile.ts'
import type { BrainState } from '../projections/brain-fold.ts'
import type { AgentUse, TurnRecord } from '../projections/turns/turn-record.ts'
import { type Nano, nano } from '../strength.ts'
import { type Adjustments, adjustments, type Counted } from './adjustments.ts'
import { depthsOf, descentOf, learnedEdge, movedEdge, type PathPair, pathTo } from './credit-path.ts'
import { cueDelta, pathDelta, placesOnly, skippedDelta } from './credit-policy.ts'

/* The strength changes made by an agent’s `used`, so that a correction in the next message can subtract them. */

/**
 * Edge → by how much the use of `node` in this turn moved it, together. Of words on several memories, an edge that several of them were reached by
 * was moved once for each, in their order.
 */
const gainsOf = (graph: GraphView, turn: TurnRecord, node: NodeNumber): ReadonlyMap<EdgeNumber, Nano> => {
  const gains = new Map<EdgeNumber, Nano>()
  for (const use of turn.uses) {
    if (!use.nodes.includes(node)) continue
    for (const [edge, by] of movesFor(graph, turn, use, node)) gains.set(edge, (gains.get(edge) ?? 0) + by)
  }
  return gains
}

const movesFor = (graph: GraphView, turn: TurnRecord, { moves, nodes }: AgentUse, node: NodeNumber): AgentUse['moves'] => {
  if (nodes.length === 1) return moves
  const ways = nodes.map((one) => waysTo(graph, turn, one))
  const met = new Map<EdgeNumber, number>()
  return moves.filter(([edge]) => {
    const sharing = nodes.filter((_, i) => ways[i]?.has(edge) === true || leadsFromCue(graph, edge, nodes[i]))
    const place = met.get(edge) ?? 0
    met.set(edge, place + 1)
    return sharing[Math.min(place, sharing.length - 1)] === node
  })
}

const waysTo = (graph: GraphView, turn: TurnRecord, node: NodeNumber): ReadonlySet<EdgeNumber> =>
  new Set(pathTo(graph, turn, node).flatMap((pair) => movedEdge(graph, pair) ?? []))

const leadsFromCue = (graph: GraphView, edge: EdgeNumber, node: NodeNumber | undefined): boolean =>
  graph.targetOf(edge) === node && graph.typeOf(graph.sourceOf(edge)) === 'cue'

/* Edges that a turn looked at and did not follow: which lose or gain by that, and how followed edges gain by use alone (S4.62). */

/** As the turn recorded them, in its order. */
export type SkippedEdges = ReadonlyArray<EventData<'EdgeSkipped'>>

/** Whether what follows from a fact depends on what its turn skipped. The fold keeps no such list: it is read from the log then. */
export const asksSkipped = ({ type }: Pick<BrainEvent, 'type'>, { learning }: Profile): boolean =>
  type === 'TurnCompleted' ? learning.drift > 0 : type === 'FeedbackGiven' && learning.rule.skipped > 0

/**
 * Of each pair that was passed over, the edge that learns. One that held its target back was not passed over: it did what it is for.
 * Edges beside it that do not learn are left alone, and none is linked for them.
 */
const passedOver = (graph: GraphView, skipped: SkippedEdges): ReadonlyArray<EdgeNumber> =>
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

/** A verdict as it counts for one turn. */
export interface Said {
  readonly turn: TurnRecord
  readonly tier: Exclude<Tier, 'manual'>
  readonly applied: Verdict
  readonly cue: NodeNumber | undefined
  /** In units; of a shared one the turn's share. */
  readonly outcome: number
  /** It is the owner's own word on this memory, or names the one that is right: whatever was learned against it so far, it counts from 0. */
  readonly countsFromZero: boolean
  /** What the turn passed over, where the settings ask for it; an outcome that names no turn credits only what was followed. */
  readonly skipped: SkippedEdges
}

export interface Credits {
  readonly events: ReadonlyArray<NewEvent>
  /** Of the edges that led to the memory, and of the cue's. */
  readonly credit: (said: Said, node: NodeNumber) => void
  /** Another memory holds what was said instead of this one: the cue's edge alone is moved, by `outcome`. */
  readonly replace: (said: Said, node: NodeNumber, outcome: number) => void
  /** It was wrong, and nothing is named instead: the cue's edge is moved, so far that the memory changes its place and no further. */
  readonly lower: (said: Said, node: NodeNumber, outcome: number) => void
  /** What agents' words that it was used gave, in this turn, is taken back. */
  readonly withdrawUse: (said: Said, node: NodeNumber) => void
  /** The memory would have been the right one: only the cue's edge leads to it. */
  readonly instead: (said: Said, node: NodeNumber) => void
  readonly useless: (said: Said, node: NodeNumber) => void
}

/** Collects the effects of one fact, over all its turns. */
export const openCredits = (cause: Position, { graph }: BrainState, profile: Profile): Credits => {
  const ledger = adjustments(cause, graph, profile)
  const countedAs = ({ tier, turn: { turn } }: Said) => ({ tier, turn })
  const useOf = (edge: number) => graph.edge(edge) ?? { skips: 0, uses: 0 }
  const creditCue = (said: Said, node: NodeNumber, outcome: number, reason: string) => {
    const edge = said.cue === undefined ? undefined : learnedEdge(graph, said.cue, node)
    if (edge === undefined) return
    const delta = nano(cueDelta(outcome, said.tier, profile))
    const against = ledger.strength(edge)
    const isOpposed = said.countsFromZero && delta * against < 0
    ledger.edge(countedAs(said), edge, isOpposed ? delta - against : delta, 'cue', reason)
  }
  const creditPath = (said: Said, node: NodeNumber, path: ReadonlyArray<PathPair>) => {
    const { applied, cue, outcome, tier, turn } = said
    const depths = depthsOf(graph, turn)
    for (const pair of path) {
      if (pair.source === cue && pair.target === node) continue
      const edge = movedEdge(graph, pair)
      if (edge === undefined) continue
      const { skips, uses } = useOf(edge)
      const contribution = { ...pair, descent: descentOf(depths, pair), skips, uses }
      ledger.edge(countedAs(said), edge, nano(pathDelta(outcome, contribution, tier, profile)), 'path', applied)
    }
  }
  /** What was passed over where the way to the memory was taken instead, at the distance of that. */
  const creditSkipped = (said: Said, path: ReadonlyArray<PathPair>) => {
    const { applied, outcome, skipped, tier } = said
    const distances = new Map<NodeNumber, number>()
    for (const { distance, source } of path) if (!distances.has(source)) distances.set(source, distance)
    for (const edge of passedOver(graph, skipped)) {
      const distance = distances.get(graph.sourceOf(edge))
      if (distance === undefined) continue
      const { skips, uses } = useOf(edge)
      ledger.edge(countedAs(said), edge, nano(skippedDelta(outcome, { distance, skips, uses }, tier, profile)), 'skipped', applied)
    }
  }
  return {
    events: ledger.events,
    credit: (said, node) => {
      creditCue(said, node, said.outcome, said.applied)
      const path = pathTo(graph, said.turn, node)
      creditPath(said, node, path)
      if (profile.learning.rule.skipped > 0) creditSkipped(said, path)
    },
    replace: (said, node, outcome) => creditCue(said, node, outcome, said.applied),
    lower: (said, node, outcome) => lowerCue(ledger, graph, profile, said, node, outcome),
    withdrawUse: (said, node) => {
      for (const [edge, gained] of gainsOf(graph, said.turn, node))
        ledger.withdraw({ turn: said.turn.turn, tier: 'agent' }, edge, gained, 'withdrawn', 'use-withdrawn')
    },
    instead: (said, node) => creditCue(said, node, Math.abs(said.outcome), 'instead'),
    useless: (said, node) =>
      ledger.utility(countedAs(said), node, nano(profile.learning[said.tier].utility * said.outcome), 'judged', said.applied),
  }
}

/** Never further down than to change places. */
const lowerCue = (
  ledger: Adjustments,
  graph: BrainState['graph'],
  profile: Profile,
  { applied, cue, tier, turn }: Said,
  node: NodeNumber,
  outcome: number,
): void => {
  const edge = cue === undefined ? undefined : learnedEdge(graph, cue, node)
  if (edge === undefined) return
  const room = Math.min(0, nano(placesOnly(profile)) - ledger.strength(edge))
  ledger.edge({ tier, turn: turn.turn }, edge, Math.max(room, nano(cueDelta(outcome, tier, profile))), 'cue', applied)
}
