/** Compares two positions of the log: the graphs, the settings and the rankings of questions, with the events that moved these. */

import { askedForm, spokenText } from '@crabtrail/text/words/spoken-text'
import * as Effect from 'effect/Effect'
import type { BrainEvent } from '../../domain/events/brain-event.ts'
import { type GraphView, isUnapproved } from '../../domain/graph.ts'
import {
  bothTouched,
  type MovedPlace,
  movedPlaces,
  type RankingChange,
  type Touched,
  touchedBy,
  touchedFor,
} from '../../domain/history/ranking-diff.ts'
import { compareGraphs, type GraphDiff, type LinkedOnce } from '../../domain/history/state-diff.ts'
import type { ContentRef, NodeNumber, Position } from '../../domain/identity.ts'
import { changedSettings } from '../../domain/profiles/own-settings.ts'
import type { BrainState } from '../../domain/projections/brain-fold.ts'
import { one, units } from '../../domain/strength.ts'
import { aliasChanges, aliasedIn } from '../aliases/alias-changes.ts'
import type { ComparedRanking, DiffAnswer, Mover } from '../answers.ts'
import type { OpenBrain } from '../brain/brain.ts'
import { forEachEvent } from '../brain/commit-row.ts'
import { cleanText, keptBodies } from '../brain/contents.ts'
import { joinKnown, type KnownQuestion } from '../brain/known-events.ts'
import { profileOf } from '../brain/profile-in-force.ts'
import { isoTime, type NodeNames, nodeNames, todayOf } from '../naming/names.ts'
import { commitEnd, resolvePosition } from '../naming/positions.ts'
import { correctionsOf, doubtsIn } from '../passages/passages.ts'
import { toldSuperseding } from '../recall/answer.ts'
import type { DiffRequest } from '../requests.ts'
import { namedEdge } from './blame.ts'
import { changesBetween } from './changes-between.ts'
import { type DatedQuestion, type HeldState, moversOf, type PastRanking, rankingAt, stateOf } from './past-ranking.ts'
import { verdictsBetween } from './signals.ts'

const limitDefault = 20

/**
 * `aside`: lets the requests that wait go first. Rankings take so long that a short request should not have to wait for all of them. Where one
 * of those erases something, the comparison begins again: it may hold words that are gone.
 */
export const diff = Effect.fnUntraced(function* (brain: OpenBrain, request: DiffRequest, aside: Effect.Effect<void> = Effect.void) {
  for (;;) {
    const answer = yield* comparison(brain, request, aside)
    if (answer !== undefined) return answer
  }
})

/** Returns undefined if something was erased meanwhile. */
const comparison = Effect.fnUntraced(function* (brain: OpenBrain, request: DiffRequest, aside: Effect.Effect<void>) {
  const head = brain.state.position
  const a = yield* resolvePosition(brain, request.a)
  const b = request.b === undefined ? head : yield* resolvePosition(brain, request.b)
  const limit = request.limit ?? limitDefault
  const before = yield* stateOf(brain, a)
  const after = a === b ? before : yield* stateOf(brain, b)
  // Every node and edge of the older state is in the newer one.
  const newer = (a > b ? before : after).state
  const difference = compareGraphs(before.state.graph, after.state.graph)
  const aliases = yield* aliasChanges(brain, newer.graph, aliasedIn(before.state.graph), aliasedIn(after.state.graph))
  const told = yield* toldDifference(brain, newer.graph, before.state.graph, after.state.graph, difference, limit)
  const settings = changedSettings(yield* profileOf(before.state, brain.key), yield* profileOf(after.state, brain.key))
  const { left, questions } = yield* questionsOf(brain, request, a, b)
  const isCompared = request.questions === true || (request.question ?? []).length > 0
  const rankings = isCompared ? yield* comparedRankings(brain, before, after, { aside, limit, questions }) : []
  if (rankings === undefined) return undefined
  return {
    brain: brain.key,
    position: head,
    a: yield* momentOf(brain, before.state),
    b: yield* momentOf(brain, after.state),
    between: {
      events: Math.abs(b - a),
      turns: Math.abs(after.state.lastTurn - before.state.lastTurn),
      ...(yield* verdictsBetween(brain, Math.min(a, b), Math.max(a, b))),
    },
    ...told,
    counts: { ...told.counts, aliasesAdded: aliases.added.length, aliasesRemoved: aliases.removed.length },
    aliases: { added: aliases.added.slice(0, limit), removed: aliases.removed.slice(0, limit) },
    settings: settings.map(({ from, setting, to }) => ({ setting, from, to })),
    ...(isCompared ? { rankings } : {}),
    ...(left > 0 ? { questionsLeft: left } : {}),
  } satisfies DiffAnswer
})

const momentOf = Effect.fnUntraced(function* (brain: OpenBrain, { at, position }: BrainState) {
  return { position, at: position === 0 ? null : isoTime(at), isCommitEnd: (yield* commitEnd(brain, position)) === position }
})

/* The differences of the graphs, by name. */

const toldDifference = Effect.fnUntraced(function* (
  brain: OpenBrain,
  graph: GraphView,
  before: GraphView,
  after: GraphView,
  difference: GraphDiff,
  limit: number,
) {
  const first = <A>(all: ReadonlyArray<A>): ReadonlyArray<A> => all.slice(0, limit)
  const { cues, doubts, edges, nodes, states, superseded, trust, utilities } = difference
  const supersededFirst = [...first(superseded.added), ...first(superseded.removed)]
  const listed = {
    nodes: [nodes.added, nodes.removed, nodes.revised, cues.added, cues.removed].flatMap(first),
    edges: [...first(edges.added), ...first(edges.removed)]
      .map(({ edge }) => edge)
      .concat(first(edges.changed).map(({ number }) => number)),
    others: [...first(states), ...first(trust), ...first(doubts.added), ...first(doubts.removed), ...supersededFirst].map(
      ({ node }) => node,
    ),
  }
  const ends = listed.edges.flatMap((edge) => [graph.sourceOf(edge), graph.targetOf(edge)])
  const judged = first(utilities).map(({ number }) => number)
  const holders = supersededFirst.map(({ by }) => by)
  const names = yield* nodeNames(brain, graph, [...listed.nodes, ...ends, ...listed.others, ...judged, ...holders], 'names')
  const node = (number: NodeNumber) => {
    const review = after.reviewOf(number)
    return { node: names.id(number), title: names.title(number), ...(isUnapproved(review) ? { review } : {}) }
  }
  const linkedEdge = ({ edge, strength }: LinkedOnce) => ({ ...namedEdge(graph, names, edge), strength: units(strength) })
  const supersession = (one: (typeof supersededFirst)[number]) => ({ node: names.id(one.node), ...toldSuperseding(names, one.node, one) })
  return {
    counts: countsOf(difference),
    nodes: { added: first(nodes.added).map(node), removed: first(nodes.removed).map(node), revised: first(nodes.revised).map(node) },
    states: first(states).map((one) => ({ ...one, node: names.id(one.node) })),
    cues: { added: first(cues.added).map(node), removed: first(cues.removed).map(node) },
    edges: {
      added: first(edges.added).map(linkedEdge),
      removed: first(edges.removed).map(linkedEdge),
      changed: first(edges.changed).map(({ from, number, to }) => ({
        ...namedEdge(graph, names, number),
        from: units(from),
        to: units(to),
      })),
    },
    utilities: first(utilities).map(({ from, number, to }) => ({ node: names.id(number), from: units(from), to: units(to) })),
    trust: first(trust).map((one) => ({ ...one, node: names.id(one.node) })),
    doubts: {
      added: yield* toldDoubts(brain, after, names, first(doubts.added)),
      removed: yield* toldDoubts(brain, before, names, first(doubts.removed)),
    },
    superseded: { added: first(superseded.added).map(supersession), removed: first(superseded.removed).map(supersession) },
  }
})

const countsOf = ({ cues, doubts, edges, nodes, states, superseded, trust, utilities }: GraphDiff): Readonly<Record<string, number>> => ({
  nodesAdded: nodes.added.length,
  nodesRemoved: nodes.removed.length,
  nodesRevised: nodes.revised.length,
  states: states.length,
  cuesAdded: cues.added.length,
  cuesRemoved: cues.removed.length,
  edgesAdded: edges.added.length,
  edgesRemoved: edges.removed.length,
  edgesChanged: edges.changed.length,
  utilities: utilities.length,
  trust: trust.length,
  doubtsAdded: doubts.added.length,
  doubtsRemoved: doubts.removed.length,
  supersededAdded: superseded.added.length,
  supersededRemoved: superseded.removed.length,
})

type Doubts = GraphDiff['doubts']['added']

const toldDoubts = Effect.fnUntraced(function* (brain: OpenBrain, graph: GraphView, names: NodeNames, doubts: Doubts) {
  const nodes = doubts.map(({ node }) => node)
  const corrections = yield* correctionsOf(brain, graph, nodes)
  return doubts.flatMap(({ feedback, node }) =>
    doubtsIn(corrections(node).filter((one) => one.feedback === feedback)).map((doubt) => ({ node: names.id(node), ...doubt })),
  )
})

/* The questions: those of the request, and the recorded ones. */

/** Most recorded questions that are compared. Each costs two recalls. */
const recordedMost = 8

const questionsOf = Effect.fnUntraced(function* (brain: OpenBrain, request: DiffRequest, a: Position, b: Position) {
  const { question = [], questions } = request
  const today = yield* todayOf(request)
  const asked = new Map<string, DatedQuestion>()
  for (const one of question) {
    const { text } = yield* cleanText(one)
    if (!asked.has(askedForm(text))) asked.set(askedForm(text), { question: text, today })
  }
  if (questions !== true) return { questions: [...asked.values()], left: 0 }
  // The newest of those that have one text: each has its own day.
  const newest = new Map<ContentRef, KnownQuestion>()
  for (const turn of (yield* questionsBetween(brain, Math.min(a, b) + 1, Math.max(a, b))).toReversed())
    if (!newest.has(turn.question)) newest.set(turn.question, turn)
  const bodies = yield* keptBodies(brain, [...newest.keys()])
  const recorded = new Map<string, DatedQuestion>()
  for (const { day, question: ref } of newest.values()) {
    const text = bodies.get(ref)
    const form = text === undefined ? '' : askedForm(text)
    if (text === undefined || form === '' || asked.has(form) || recorded.has(form)) continue
    recorded.set(form, { question: spokenText(text), today: day ?? today })
  }
  const compared = [...recorded.values()].slice(0, recordedMost)
  return { questions: [...asked.values(), ...compared], left: recorded.size - compared.length }
})

/** Most questions that are kept: some 15 MB. Beyond them, what was asked is read each time. */
const askedMost = 100_000

/** Returns the questions that were asked from one position to another, oldest first. What was read for an earlier comparison is not read again. */
export const questionsBetween = Effect.fnUntraced(function* (brain: OpenBrain, from: Position, to: Position) {
  const known = brain.asked
  const joined = yield* joinKnown(known, from, to, (first, last) => questionsRead(brain, first, last))
  if (joined.all.length <= askedMost && joined.to - joined.from >= known.to - known.from) brain.asked = joined
  return joined.all.filter(({ position }) => position >= from && position <= to)
})

const questionsRead = Effect.fnUntraced(function* (brain: OpenBrain, from: Position, to: Position) {
  const read: Array<KnownQuestion> = []
  const note = ({ data, position, type }: BrainEvent) =>
    void (type === 'TurnStarted' && read.push({ position, question: data.question, day: data.day }))
  yield* forEachEvent(brain, from, to, note, new Set(['TurnStarted']))
  return read
})

/* The rankings, and the events that moved them. */

interface Pair extends DatedQuestion {
  readonly before: PastRanking
  readonly after: PastRanking
  readonly moved: ReadonlyArray<MovedPlace>
  readonly touched: Touched
}

/** Returns undefined if something was erased while other requests went first. */
const comparedRankings = Effect.fnUntraced(function* (
  brain: OpenBrain,
  before: HeldState,
  after: HeldState,
  {
    aside,
    limit,
    questions,
  }: { readonly aside: Effect.Effect<void>; readonly questions: ReadonlyArray<DatedQuestion>; readonly limit: number },
) {
  // The state of now is that of the brain itself, which a request that goes first may change.
  const isPast = before.fold !== undefined && after.fold !== undefined
  const [older, newer] = before.state.position < after.state.position ? [before, after] : [after, before]
  const { graph } = newer.state
  const erased = brain.state.erased.size
  const isCurrent = isPast ? Effect.map(aside, () => brain.state.erased.size === erased) : Effect.succeed(true)
  const pairs: Array<Pair> = []
  for (const question of questions) {
    if (!(yield* isCurrent)) return undefined
    const from = yield* rankingAt(brain, before.state, question)
    const to = before === after ? from : yield* rankingAt(brain, after.state, question)
    const shown = Math.max(from.shown, to.shown)
    const touched = [from, to].map(({ ranking, walk }) => touchedBy(graph, walk, ranking.slice(0, shown))).reduce(bothTouched)
    pairs.push({ ...question, before: from, after: to, moved: movedPlaces(from.ranking, to.ranking, shown), touched })
  }
  if (!(yield* isCurrent)) return undefined
  const all = pairs.map(({ touched }) => touched).reduce(bothTouched, { edges: new Set(), nodes: new Set() })
  const changes = yield* changesBetween(brain, older, all, newer.state.position)
  const rankings: Array<ComparedRanking> = []
  for (const pair of pairs) rankings.push(yield* toldRanking(brain, graph, pair, changes, limit))
  return rankings
})

const toldRanking = Effect.fnUntraced(function* (
  brain: OpenBrain,
  graph: GraphView,
  { after, before, moved, question, touched }: Pair,
  changes: ReadonlyArray<RankingChange>,
  limit: number,
) {
  const ownOf = new Map(
    moved.map(({ node }) => [node, bothTouched(touchedFor(graph, before.walk, node), touchedFor(graph, after.walk, node))]),
  )
  const own = [...ownOf.values()].reduce(bothTouched, { edges: new Set(), nodes: new Set() })
  const ofBoth = changes.filter((change) => change.of === 'settings' || isIn(touched, change))
  const sorted = ofBoth.toSorted(
    (x, y) => Number(isIn(own, y)) - Number(isIn(own, x)) || sizeOf(y) - sizeOf(x) || x.event.position - y.event.position,
  )
  const [from, to] = [before.ranking.slice(0, before.shown), after.ranking.slice(0, after.shown)]
  const listed = moved.slice(0, limit)
  const nodes = [...from, ...to, ...listed].map(({ node }) => node)
  const names = yield* nodeNames(brain, graph, nodes, 'names')
  const places = (ranking: typeof from, { bundle }: PastRanking) =>
    ranking.map(({ node, score }) => ({
      node: names.id(node),
      title: names.title(node),
      score: units(score),
      given: bundle.included.includes(node),
    }))
  const approximate = before.approximate ?? after.approximate
  const events: ReadonlyArray<Mover> = yield* moversOf(brain, graph, sorted.slice(0, limit))
  return {
    question,
    before: places(from, before),
    after: places(to, after),
    moved: listed.map((one) => ({
      node: names.id(one.node),
      title: names.title(one.node),
      from: one.from?.place ?? null,
      to: one.to?.place ?? null,
      events: positionsOf(sorted.filter((change) => isIn(ownOf.get(one.node), change))).slice(0, limit),
    })),
    events,
    eventCount: ofBoth.length,
    ...(approximate === undefined ? {} : { approximate }),
  } satisfies ComparedRanking
})

const isIn = (touched: Touched | undefined, { number, of }: RankingChange): boolean =>
  of === 'edge' ? touched?.edges.has(number) === true : of === 'node' && touched?.nodes.has(number) === true

/** The size of a change. A text, a state or a setting counts as one unit. */
const sizeOf = ({ from, to }: RankingChange): number => (from === undefined || to === undefined ? one : Math.abs(to - from))

const positionsOf = (changes: ReadonlyArray<RankingChange>): ReadonlyArray<Position> => [
  ...new Set(changes.map(({ event }) => event.position)),
]
