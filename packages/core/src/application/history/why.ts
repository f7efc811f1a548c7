/**
 * Explains why a turn recalled what it did: seeds, paths, the strengths at that time, the skipped edges, and the events behind each
 * strength.
 */

import { MemoryReading, repeatsAll } from '@crabtrail/text/evidence/readings'
import * as Effect from 'effect/Effect'
import { holderOf } from '../../domain/context/outdated.ts'
import { isLive, isRecallable } from '../../domain/graph.ts'
import { notGiven, notRecalled } from '../../domain/history/not-recalled.ts'
import { type NodeNumber, printedTurn } from '../../domain/identity.ts'
import { keptOut } from '../../domain/ingest/ingest-unlearned.ts'
import type { BrainState } from '../../domain/projections/brain-fold.ts'
import { workedFor } from '../../domain/recall/worked.ts'
import { units } from '../../domain/strength.ts'
import { coveringOf, rank } from '../../domain/walk/ranking.ts'
import type { Walk, WalkStep } from '../../domain/walk/walk-record.ts'
import type { WhyAnswer, WhyItem, WhyNot, WhyNotAnswer } from '../answers.ts'
import type { OpenBrain } from '../brain/brain.ts'
import { cleanText, keptBodies, keptBody } from '../brain/contents.ts'
import { profileOf } from '../brain/profile-in-force.ts'
import { asOf, stateAt } from '../commands/as-of.ts'
import { notGivenInWords } from '../explanations.ts'
import { isoTime, type NodeNames, nodeNames, resolveNode, resolveTurn, todayOf } from '../naming/names.ts'
import { callOfTurn } from '../naming/positions.ts'
import { rowAt } from '../naming/segments.ts'
import { correctionsOf, doubtsIn, passagesOf } from '../passages/passages.ts'
import { holdersAmong, pathStep, saidWords, supersededOf, toldGuardrail, toldSuperseding, tracer } from '../recall/answer.ts'
import { gatherEvidence } from '../recall/evidence.ts'
import { recordedGuardrails } from '../recall/guardrails.ts'
import { continuedQuestions } from '../recall/hints.ts'
import { calledInTurn } from '../recall/named-in-turn.ts'
import { nodesOfCall, type RecordedTurn, readTurn, recordedContext, routingWhy } from '../recall/recorded-turn.ts'
import { nodesOfWorked, toldWorked } from '../recall/situation.ts'
import type { WhyNotRequest, WhyRequest } from '../requests.ts'
import { historiesOf, missedWith, namedEdge, verdictsAgainst } from './blame.ts'
import { bringing } from './next-steps.ts'
import { type PastRanking, rankingAt } from './past-ranking.ts'

/* Explains why a turn did not recall a memory, from the record of its walk and the memory as it was just before. */

/** `question` is missing when it was erased. Names are those of `state`. */
const notRecalledThen = Effect.fnUntraced(function* (
  brain: OpenBrain,
  state: BrainState,
  recorded: RecordedTurn,
  question: string | undefined,
  node: NodeNumber,
) {
  const before = recorded.position - 1
  const then = (yield* asOf(brain, before)).state
  const { graph } = then
  const profile = yield* profileOf(then, brain.key)
  const earlier = yield* continuedQuestions(brain, then, recorded.continues)
  const asked = { today: recorded.day, before: earlier }
  const evidence = yield* gatherEvidence(brain, graph, profile, question ?? '', before, asked)
  const pool = evidence.text.pool.filter((one) => isRecallable(graph, one.node))
  const own = evidence.text.score
  const ranking = rank(graph, recorded.walk, pool, own, coveringOf(profile, recorded.gate, evidence.text))
  const { place, reason, score, ways } = notRecalled({ graph, walk: recorded.walk, ranking, pool, own }, node)
  const missed = yield* missedWith(brain, state.graph, { node, reason, ways }, before)
  const without = recorded.absent !== undefined
  const against = without ? undefined : missed.against
  return {
    node: missed.names.id(node),
    title: missed.names.title(node),
    reason: without ? 'no-memory' : reason,
    words: question === undefined ? null : saidWords(evidence, question).matched(node),
    place: place ?? null,
    score: units(score),
    ...missed.told,
    ...(against === undefined ? {} : { against }),
    ways: without ? [] : missed.ways,
  } satisfies WhyNot
})

export const why = Effect.fnUntraced(function* (brain: OpenBrain, request: WhyRequest) {
  const state = yield* stateAt(brain, request.at)
  const recorded = yield* readTurn(brain, yield* resolveTurn(state, request.turn))
  const { dropped, position: at, ranking } = recorded
  const wasShown = (node: NodeNumber) => [...ranking, ...dropped].some((one) => one.node === node)
  const wanted = request.node === undefined ? undefined : yield* calledInTurn(brain, state.graph, request.node, { at, wasShown })
  const question = yield* questionOf(brain, recorded)
  const explained = yield* explain(brain, state, about(state, recorded, wanted), question)
  const whole = request.verbatim === true ? { ...explained, context: yield* contextThen(brain, recorded, question) } : explained
  if (wanted === undefined || whole.items.length > 0) return whole
  return { ...whole, not: yield* notRecalledThen(brain, state, recorded, question, wanted) } satisfies WhyAnswer
})

/** Part of a turn that is explained. */
interface Told extends Pick<RecordedTurn, 'ranking' | 'dropped'> {
  readonly recorded: RecordedTurn
  readonly skipped: ReadonlyArray<WalkStep>
}

/** Returns the whole turn, or what concerns one memory: its place, the skipped edges to it, and why it was left out of the context. */
const about = ({ graph }: BrainState, recorded: RecordedTurn, wanted: NodeNumber | undefined): Told => {
  const isMeant = (node: NodeNumber) => wanted === undefined || node === wanted
  return {
    recorded,
    ranking: recorded.ranking.filter(({ node }) => isMeant(node)),
    dropped: recorded.dropped.filter(({ node }) => isMeant(node)),
    skipped: recorded.walk.steps.filter(({ edge, outcome }) => outcome._tag === 'Skipped' && isMeant(graph.targetOf(edge))),
  }
}

/** Renders the context of a turn again, with the memory as it was at the end of its commit. */
const contextThen = Effect.fnUntraced(function* (brain: OpenBrain, recorded: RecordedTurn, question: string | undefined) {
  const row = yield* rowAt(brain, recorded.position)
  const end = row === undefined ? recorded.position : row.first + row.count - 1
  const { state } = yield* asOf(brain, end)
  const { text, tokens } = (yield* recordedContext(brain, state, recorded, question ?? '', end)).bundle
  return { text, tokens }
})

const questionOf = Effect.fnUntraced(function* (brain: OpenBrain, { question }: RecordedTurn) {
  return question === undefined ? undefined : (yield* keptBodies(brain, [question])).get(question)
})

const explain = Effect.fnUntraced(function* (brain: OpenBrain, state: BrainState, told: Told, question: string | undefined) {
  const { dropped, recorded, skipped } = told
  const { absent, cues, turn } = recorded
  const { graph, progress } = state
  const request = recorded.routing.answered === undefined ? undefined : yield* callOfTurn(brain, turn)
  const names = yield* nodeNames(brain, graph, [...nodesOf(state, told), ...nodesOfCall(recorded.routing, request)], 'names')
  const guardrails = yield* guardrailsThen(brain, recorded, question)
  const situation = yield* keptBody(brain, recorded.situation)
  const worked = yield* workedThen(brain, state, recorded)
  const routing = yield* routingWhy(brain, state, recorded.routing, request, names)
  const negative = skipped.flatMap(({ edge, strength }) => (strength < 0 ? [edge] : []))
  const againstOf = yield* verdictsAgainst(brain, new Set(negative), recorded.position - 1)
  return {
    brain: brain.key,
    turn: printedTurn(turn),
    question: question ?? (absent === undefined ? `erased:t${turn}` : ''),
    at: isoTime(recorded.at),
    position: recorded.position,
    engine: recorded.engine,
    kernel: recorded.kernel,
    cues: cues.map(({ alike, cue }) => ({ node: names.id(cue), question: names.title(cue), alike: units(alike) })),
    items: yield* itemsOf(brain, state, told, names),
    skipped: skipped.flatMap(({ edge, outcome, strength }) => {
      if (outcome._tag === 'Followed') return []
      const against = againstOf(edge)
      const told = { ...namedEdge(graph, names, edge), strength: units(strength), reason: outcome.reason }
      return [against === undefined ? told : { ...told, against }]
    }),
    dropped: dropped.map(({ node, reason }) => ({ node: names.id(node), reason })),
    ...(guardrails.length === 0 ? {} : { guardrails: guardrails.map((one) => toldGuardrail(one, names)) }),
    ...(situation === undefined ? {} : { situation }),
    ...(worked === undefined ? {} : { worked }),
    ...(absent?.type === 'RecallSkipped' ? { absent: absent.data.reason } : {}),
    ...(routing === undefined ? {} : { routing }),
    backlog: progress.pending.length,
  } satisfies WhyAnswer
})

/** Explains the guardrails of a turn by what stood just before it. */
const guardrailsThen = Effect.fnUntraced(function* (brain: OpenBrain, recorded: RecordedTurn, question: string | undefined) {
  if (recorded.guardrails.length === 0) return []
  const { state } = yield* asOf(brain, recorded.position - 1)
  return yield* recordedGuardrails(brain, state, recorded, question ?? '')
})

/** Explains what had worked before a turn, by what stood just before it; undefined for nothing, or where nothing of it stands now. */
const workedThen = Effect.fnUntraced(function* (brain: OpenBrain, state: BrainState, { cues, position, ranking }: RecordedTurn) {
  const memories = ranking.map(({ node }) => node)
  const familyNow = (yield* profileOf(state, brain.key)).growth.family
  if (nodesOfWorked(workedFor(state.graph, memories, cues, familyNow)).length === 0) return undefined
  const then = (yield* asOf(brain, position - 1)).state
  const { growth } = yield* profileOf(then, brain.key)
  const worked = workedFor(then.graph, memories, cues, growth.family)
  const nodes = nodesOfWorked(worked)
  return nodes.length === 0 ? undefined : toldWorked(worked, yield* nodeNames(brain, then.graph, nodes, 'names'))
})

const itemsOf = Effect.fnUntraced(function* (brain: OpenBrain, state: BrainState, { ranking, recorded }: Told, names: NodeNames) {
  const { included, position, seeds, walk } = recorded
  const trace = tracer(state, walk)
  const paths = new Map(ranking.map(({ node }) => [node, trace(node)]))
  const inhibiting = inhibitingSteps(walk)
  const steps = [...paths.values()].flat().concat(ranking.flatMap(({ node }) => inhibiting.get(node) ?? []))
  const told = { edges: new Set(steps.map(({ edge }) => edge)), nodes: new Set(paths.keys()) }
  const { strength, utility } = yield* historiesOf(brain, told, position - 1)
  const corrections = yield* correctionsOf(brain, state.graph, paths.keys())
  const isRanked = new Set(recorded.ranking.map(({ node }) => node))
  const older = supersededOf(state.graph)
  const withHistory = (step: WalkStep) => ({ ...pathStep(state, step, names), history: strength(step.edge) })
  return ranking.map(({ node, score }): WhyItem => {
    const seed = seeds.get(node)
    const inhibited = inhibiting.get(node)
    const doubts = doubtsIn(corrections(node))
    const superseded = state.graph.supersededBy(node)
    const inPlaceOf = older(node).filter((one) => isRanked.has(one))
    return {
      node: names.id(node),
      title: names.title(node),
      score: units(score),
      included: included.includes(node),
      seed: seed === undefined ? null : { score: units(seed.score), from: seed.from },
      path: (paths.get(node) ?? []).map(withHistory),
      inhibitedBy: inhibited === undefined ? null : withHistory(inhibited),
      ...utility(node),
      ...(doubts.length === 0 ? {} : { doubts }),
      ...(superseded.length === 0 ? {} : { supersededBy: superseded.map((one) => toldSuperseding(names, node, one)) }),
      ...(inPlaceOf.length === 0 ? {} : { inPlaceOf: inPlaceOf.map((one) => names.id(one)) }),
    }
  })
})

/** Node → the step that took most from it. */
const inhibitingSteps = ({ inhibitions, steps }: Walk): ReadonlyMap<NodeNumber, WalkStep> => {
  const byEdge = new Map(steps.map((step) => [step.edge, step]))
  const rising = [...inhibitions].sort((a, b) => a.energy - b.energy || b.edge - a.edge)
  return new Map(
    rising.flatMap(({ edge, node }) => {
      const step = byEdge.get(edge)
      return step === undefined ? [] : [[node, step] as const]
    }),
  )
}

const nodesOf = ({ graph }: BrainState, { dropped, ranking, recorded, skipped }: Told): ReadonlyArray<NodeNumber> => {
  const ranked = ranking.map(({ node }) => node)
  return [
    ...ranked,
    ...recorded.ranking.map(({ node }) => node),
    ...holdersAmong(graph, ranked),
    ...recorded.cues.map(({ cue }) => cue),
    ...dropped.map(({ node }) => node),
    ...recorded.guardrails,
    ...[...recorded.walk.steps, ...skipped].flatMap(({ edge }) => [graph.sourceOf(edge), graph.targetOf(edge)]),
  ]
}

/* Explains why a question does not recall a memory, or why a model is not given it, and what would bring it. Records nothing. */

/** Most edges into the memory that are told. */
const waysTold = 16

export const whyNot = Effect.fnUntraced(function* (brain: OpenBrain, request: WhyNotRequest) {
  const question = (yield* cleanText(request.question)).text
  const state = yield* stateAt(brain, request.at)
  const node = yield* resolveNode(brain, brain.state.graph, request.node)
  const past = yield* rankingAt(brain, state, { question, today: yield* todayOf(request) })
  const found = notGiven(lookedAt(brain, state, past), node)
  const ways = found.ways.toSorted((a, b) => Math.abs(b.strength) - Math.abs(a.strength) || a.edge - b.edge).slice(0, waysTold)
  const missed = yield* missedWith(brain, brain.state.graph, { node, reason: found.reason, ways }, state.position)
  const first = yield* firstOf(brain, past)
  const newer = yield* newerThan(brain, state, node)
  const words = saidWords(past.evidence, question).matched(node)
  const { against, events, names } = missed
  const facts = {
    reason: found.reason,
    place: found.place ?? null,
    score: units(found.score),
    words,
    confidence: past.confidence?.score,
    share: found.score / Math.max(1, past.ranking[0]?.score ?? 0),
    like: found.reason === 'duplicate' ? yield* repeated(brain, state, past, node) : undefined,
    tokens: past.bundle.tokens,
    tokensMost: past.settings.budget.tokens,
    ...{ against, holder: newer.holder, review: state.graph.reviewOf(node) },
  }
  return {
    brain: brain.key,
    position: state.position,
    question,
    node: names.id(node),
    title: names.title(node),
    reason: found.reason,
    detail: notGivenInWords(facts),
    words,
    place: facts.place,
    listed: found.place !== undefined && found.place <= past.shown,
    score: facts.score,
    utility: missed.told.utility,
    ways: missed.ways,
    events,
    ...(against === undefined ? {} : { against }),
    ...newer.told,
    next: bringing({
      question,
      node: names.id(node),
      reason: found.reason,
      place: facts.place,
      against,
      ways: missed.ways,
      first,
      tokens: facts.tokensMost,
      recorded: past.settings.budget.items,
      past: state.position === brain.state.position ? undefined : state.position,
      lives: isLive(brain.state.graph.stateOf(node)),
      unlearnings: keptOut(brain.state).get(node) ?? [],
    }),
    backlog: state.progress.pending.length,
    ...(past.approximate === undefined ? {} : { approximate: past.approximate }),
  } satisfies WhyNotAnswer
})

/** Names the first memory of a ranking; undefined where it has none. */
const firstOf = Effect.fnUntraced(function* (brain: OpenBrain, { ranking: [first] }: PastRanking) {
  return first === undefined ? undefined : (yield* nodeNames(brain, brain.state.graph, [first.node], 'names')).id(first.node)
})

/** Names what supersedes a memory, and what holds in the end. */
const newerThan = Effect.fnUntraced(function* (brain: OpenBrain, { graph }: BrainState, node: NodeNumber) {
  const superseding = graph.supersededBy(node)
  const holder = holderOf(graph, node)?.holder
  const nodes = [node, ...superseding.map(({ by }) => by), ...(holder === undefined ? [] : [holder])]
  const names = yield* nodeNames(brain, brain.state.graph, nodes, 'texts')
  return {
    holder: holder === undefined ? undefined : names.id(holder),
    told: superseding.length === 0 ? {} : { supersededBy: superseding.map((one) => toldSuperseding(names, node, one)) },
  }
})

const lookedAt = (brain: OpenBrain, { graph }: BrainState, { bundle, evidence, ranking, walk }: PastRanking) => ({
  graph,
  walk,
  ranking,
  bundle,
  pool: evidence.text.pool.filter(({ node }) => isRecallable(graph, node)),
  own: evidence.text.score,
  isErased: (node: NodeNumber) => {
    const text = graph.node(node)?.text
    return text !== undefined && brain.state.erased.has(text)
  },
})

/** Finds the given memory that a memory repeats. */
const repeated = Effect.fnUntraced(function* (brain: OpenBrain, { graph }: BrainState, { bundle }: PastRanking, node: NodeNumber) {
  const passages = yield* passagesOf(brain, graph, [node, ...bundle.included])
  const saidOf = (of: NodeNumber) => {
    const passage = passages.get(of)
    return passage === undefined ? undefined : new MemoryReading(passage.item).said
  }
  const own = saidOf(node)
  const found = bundle.included.find((other) => {
    const said = saidOf(other)
    return own !== undefined && said !== undefined && repeatsAll(own, said)
  })
  return found === undefined ? undefined : passages.get(found)?.id
})
