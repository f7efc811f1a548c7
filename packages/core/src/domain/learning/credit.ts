/** Computes the changes that a verdict asks of the edges that led to a memory, of the cue's own edge, and of the memory. */
import { assertThat } from '../assertion.ts'
import type { BrainEvent, EventData, NewEvent, NewEventOf } from '../events/brain-event.ts'
import type { Tier, Verdict } from '../events/learning-events.ts'
import type { GraphView } from '../graph.ts'
import type { EdgeNumber, NodeNumber, Position, TurnNumber } from '../identity.ts'
import { cueDelta, type Profile, placesOnly } from '../profiles/profile.ts'
import type { BrainState } from '../projections/brain-fold.ts'
import { graphAhead } from '../projections/graph/graph-ahead.ts'
import type { AgentUse, TurnRecord } from '../projections/turns/turn-record.ts'
import { adjust, type Bounds, boundsOf, isWithin, type Nano, nano } from '../strength.ts'
import { pairSum } from '../walk/pair-strength.ts'
import { depthsOf, descentOf, type Ends, learnedEdge, movedEdge, type PathPair, pathTo } from './credit-path.ts'
import { pathDelta, skippedDelta } from './credit-policy.ts'
import { moved } from './movement-policy.ts'

/* The strength changes made by an agent’s `used`, so that a correction in the next message can subtract them. */

/**
 * Returns, for each edge, the total change that the use of `node` in this turn made. Where one use names several memories that the same
 * edge led to, the edge was changed once for each, in their order.
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
  new Set(pathTo(graph, turn, node).flatMap(({ source, target }) => graph.between(source, target)))

const leadsFromCue = (graph: GraphView, edge: EdgeNumber, node: NodeNumber | undefined): boolean =>
  graph.targetOf(edge) === node && graph.typeOf(graph.sourceOf(edge)) === 'cue'

/* Edges that a turn looked at and did not follow: how they lose or gain by that, and how followed edges gain by use alone (S4.62). */

/** The skipped edges of a turn, in the order of the record. */
export type SkippedEdges = ReadonlyArray<EventData<'EdgeSkipped'>>

/**
 * True where the effects of a fact depend on the skipped edges of its turn. The fold does not keep them: they are then read from the log.
 */
export const asksSkipped = ({ type }: Pick<BrainEvent, 'type'>, { learning }: Profile): boolean =>
  type === 'TurnCompleted' ? learning.drift > 0 : type === 'FeedbackGiven' && learning.rule.skipped > 0

/** Returns the pairs that were passed over. Inhibitory edges are excluded: blocking the target is their purpose. */
const passedOver = (graph: GraphView, skipped: SkippedEdges): ReadonlyArray<Ends> =>
  pairsOf(
    graph,
    skipped.flatMap(({ edge, reason }) => (reason === 'inhibited' ? [] : [edge])),
  )

/** Returns the ends of these edges, each pair once, in the order of the record. Pairs that only a guess of growth joins are left out. */
const pairsOf = (graph: GraphView, edges: ReadonlyArray<EdgeNumber>): ReadonlyArray<Ends> => {
  const pairs = new Map<string, Ends>()
  for (const edge of edges) {
    const [source, target] = [graph.sourceOf(edge), graph.targetOf(edge)]
    if (graph.kindOf(edge) !== 'grown' && graph.isLinked(edge)) pairs.set(`${source} ${target}`, { source, target })
  }
  return [...pairs.values()]
}

const edgesMoved = (graph: GraphView, pairs: ReadonlyArray<Ends>): ReadonlyArray<EdgeNumber> =>
  pairs.flatMap((pair) => movedEdge(graph, pair) ?? [])

const followedPairs = (graph: GraphView, { followed }: TurnRecord): ReadonlyArray<Ends> =>
  pairsOf(
    graph,
    followed.map(({ edge }) => edge),
  )

/** Returns the pairs that drift at the end of a turn; empty where the profile has no drift. */
export const driftingPairs = (graph: GraphView, record: TurnRecord, skipped: SkippedEdges, { learning }: Profile): ReadonlyArray<Ends> =>
  learning.drift === 0 ? [] : [...followedPairs(graph, record), ...passedOver(graph, skipped)]

/** Changes pairs by use alone: what was followed gains a little, and what was passed over loses as much (S4.62). */
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
  for (const edge of edgesMoved(graph, followedPairs(graph, record))) ledger.edge(as, edge, step, 'drift', 'followed')
  for (const edge of edgesMoved(graph, passedOver(graph, skipped))) ledger.edge(as, edge, -step, 'drift', 'skipped')
}

export interface Said {
  readonly turn: TurnRecord
  readonly tier: Exclude<Tier, 'manual'>
  /** The tier whose rate moves the cue's edge, where it is not that of the speaker. */
  readonly rate?: Exclude<Tier, 'manual'>
  readonly applied: Verdict
  readonly cue: NodeNumber | undefined
  /** The outcome in units; for a shared outcome the turn's share of it. */
  readonly outcome: number
  /** True for the owner's own verdict on this memory, and for a verdict that names the right one: an opposed strength is first set to 0. */
  readonly countsFromZero: boolean
  /** The edges that the turn skipped, where the settings ask for them. Empty for an outcome that names no turn. */
  readonly skipped: SkippedEdges
}

export interface Credits {
  readonly events: ReadonlyArray<NewEvent>
  /** Credits the edges that led to the memory, and the cue's edge. */
  readonly credit: (said: Said, node: NodeNumber) => void
  /** Moves the cue's edge alone, by `outcome`: another memory holds the correction. */
  readonly replace: (said: Said, node: NodeNumber, outcome: number) => void
  /** Lowers the cue's edge where a memory was wrong and none is named instead: only so far that the memory changes its place. */
  readonly lower: (said: Said, node: NodeNumber, outcome: number) => void
  /** Takes back what an agent's `used` verdicts gave the memory in this turn. */
  readonly withdrawUse: (said: Said, node: NodeNumber) => void
  /** Credits the memory that would have been right: only the cue's edge leads to it. */
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
    const delta = nano(cueDelta(outcome, said.rate ?? said.tier, profile))
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
  /** Credits the edges that were passed over at sources on the path, each at the distance of its source. */
  const creditSkipped = (said: Said, path: ReadonlyArray<PathPair>) => {
    const { applied, outcome, skipped, tier } = said
    const distances = new Map<NodeNumber, number>()
    for (const { distance, source } of path) if (!distances.has(source)) distances.set(source, distance)
    for (const edge of edgesMoved(graph, passedOver(graph, skipped))) {
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

/** Lowers the cue's edge, at most to the strength at which the memory only changes its place. */
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

/* Collects the changes of one fact. Each effect starts from the value that the effect before it gave the same edge or node. */

export interface Counted {
  readonly turn: TurnNumber | undefined
  readonly tier: Tier
}

export interface Adjustments {
  readonly events: ReadonlyArray<NewEvent>
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
      const to = moved(from, asked, profile, besideIn(graph, edge, profile))
      if (to !== undefined) add(as, { type: 'StrengthAdjusted', data: { edge, from, to, asked, tier: as.tier, rule, reason } })
    },
    withdraw: (as, edge, gained, rule, reason) => {
      if (gained === 0 || (gained < 0 && !mayGain(graph, edge))) return
      const from = graph.strengthOf(edge)
      const to = moved(from, -gained, clamping(profile), besideIn(graph, edge, profile)) ?? from
      if (to !== from) add(as, { type: 'StrengthAdjusted', data: { edge, from, to, asked: -gained + 0, tier: as.tier, rule, reason } })
    },
    utility: (as, node, asked, rule, reason) => {
      if (asked === 0) return
      const from = graph.utilityOf(node)
      const bounds = boundsOf(profile.utility)
      const to = adjust(from, asked, bounds)
      assertUtility(to, bounds)
      add(as, { type: 'UtilityAdjusted', data: { node, from, to, asked, tier: as.tier, rule, reason } })
    },
  }
}

/** Returns the sum of the edges that join the ends of this one beside it. */
const besideIn = (graph: GraphView, edge: EdgeNumber, profile: Pick<Profile, 'walk'>): Nano =>
  pairSum(graph, graph.sourceOf(edge), graph.targetOf(edge), profile, edge).sum

const clamping = ({ learning, strength }: Profile): Pick<Profile, 'learning' | 'strength'> => ({
  strength,
  learning: { ...learning, squash: 'clamp' },
})

export const assertUtility = (to: Nano, bounds: Bounds): void =>
  assertThat('a moved utility is within its bounds', isWithin(to, bounds), to)

/**
 * True where an edge may gain strength: its target is trusted, or is a tool. An edge into an untrusted or system memory never gains,
 * whoever praises it, unless the owner trusts the memory; blame always counts. Tools belong to the system, and are never put before a
 * model.
 */
const mayGain = (graph: GraphView, edge: EdgeNumber): boolean =>
  graph.isTrusted(graph.targetOf(edge)) || (graph.kindOf(edge) === 'tool_link' && graph.typeOf(graph.targetOf(edge)) === 'tool_call')
