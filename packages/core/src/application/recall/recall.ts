/** Answers a question from the memory, and records how: one turn, one commit. */
import * as Clock from 'effect/Clock'
import * as Effect from 'effect/Effect'
import { introduce } from '../../domain/deciders/participants.ts'
import { decideTurn, nextTurn, type RecalledTurn } from '../../domain/deciders/turn.ts'
import { type GraphView, isRecallable } from '../../domain/graph.ts'
import type { NodeNumber, Position } from '../../domain/identity.ts'
import type { Profile } from '../../domain/profiles/profile.ts'
import type { BrainState } from '../../domain/projections/brain-fold.ts'
import { type Nano, one } from '../../domain/strength.ts'
import { candidatesOf } from '../../domain/traversal/candidate-edges.ts'
import { isConfident } from '../../domain/traversal/confidence.ts'
import { bundleContext } from '../../domain/traversal/context-bundle.ts'
import { coveringOf } from '../../domain/traversal/coverage.ts'
import { type Exploration, explorationOf } from '../../domain/traversal/exploration.ts'
import { gateOf } from '../../domain/traversal/gate.ts'
import { type Hints, hintedText, noHints } from '../../domain/traversal/hinted-text.ts'
import { rank } from '../../domain/traversal/ranking.ts'
import { spreadingActivation } from '../../domain/traversal/spreading-activation.ts'
import { coveredBy } from '../../domain/traversal/text-evidence.ts'
import { tieredTraversal } from '../../domain/traversal/tiered-traversal.ts'
import { type NearTexts, withVectors } from '../../domain/traversal/vector-text.ts'
import type { Walk } from '../../domain/traversal/walk.ts'
import { asOf } from '../brain/as-of.ts'
import { beginSignal } from '../brain/begin-signal.ts'
import { type Access, type OpenBrain, transact } from '../brain/brain.ts'
import { checkNames, gatherParticipants } from '../brain/participants.ts'
import { profileOf } from '../brain/settings-in-force.ts'
import { checkTexts, cleanInput } from '../brain/text-input.ts'
import { Counters } from '../counters.ts'
import { limits } from '../limits.ts'
import { resolvePosition } from '../naming/positions.ts'
import { ContentStore } from '../ports/content-store.ts'
import type { CommitGate } from '../ports/event-store.ts'
import { InvalidRequest } from '../request-errors.ts'
import type { RecallRequest } from '../requests.ts'
import { nearQuestion } from '../vectors/near-question.ts'
import { type Evidence, gatherEvidence } from './evidence.ts'
import { gatherHints } from './hints.ts'
import { passagesOf } from './passages.ts'
import { answerRecall, hintsTold, saidWords } from './recall-answer.ts'
import { recordedRecall } from './recorded-recall.ts'

/** What is wrong with a request whatever brain it goes to: asked before one is made for it. */
export const checkRecall = Effect.fnUntraced(function* (request: RecallRequest) {
  yield* cleanInput('question', request.question, limits.questionBytes)
  yield* checkNames(request)
  yield* checkRange('limit', request.limit, 1, 1_000)
  yield* checkRange('budget', request.budget, 0, 100_000)
  const { engine } = request
  if (engine !== undefined && !Object.hasOwn(engines, engine)) {
    const problem = `there is no ${JSON.stringify(String(engine).slice(0, 80))}; choose one of ${Object.keys(engines).join(', ')}`
    return yield* new InvalidRequest({ field: 'engine', problem })
  }
  const { hits = [] } = request
  yield* checkTexts(
    'hits',
    hits.map(({ source }) => source),
    { count: limits.hits, bytes: limits.idBytes },
  )
  yield* checkTexts(
    'hits',
    hits.map(({ text }) => text),
    { count: limits.hits, bytes: limits.nodeTextBytes },
  )
})

export const recall = Effect.fnUntraced(function* (brain: OpenBrain, request: RecallRequest, gate?: CommitGate) {
  const began = yield* Clock.currentTimeNanos
  const counts = yield* Counters
  counts.recalls++
  const question = yield* cleanInput('question', request.question, limits.questionBytes)
  const answer =
    request.at !== undefined
      ? yield* lookBack(brain, request, question, yield* resolvePosition(brain, request.at))
      : request.record === false
        ? yield* look(brain, brain.state, request, question, undefined)
        : yield* recordTurn(brain, request, question, gate)
  const ended = yield* Clock.currentTimeNanos
  return { ...answer, latencyMs: Number((ended - began) / 1_000n) / 1_000 }
})

const checkRange = (field: string, value: number | undefined, min: number, max: number): Effect.Effect<void, InvalidRequest> =>
  value === undefined || (Number.isInteger(value) && value >= min && value <= max)
    ? Effect.void
    : Effect.fail(new InvalidRequest({ field, problem: `${value} is not a whole number from ${min} to ${max}` }))

const recordTurn = Effect.fnUntraced(function* (brain: OpenBrain, request: RecallRequest, question: string, gate: CommitGate | undefined) {
  const profile = withBudget(yield* profileOf(brain.state, brain.key), request)
  const { engine = profile.engine } = request
  const evidence = yield* gatherEvidence(brain, brain.state.graph, profile, question, undefined)
  const near = yield* nearQuestion(brain, brain.state, profile, question, evidence)
  const signal = yield* beginSignal(brain, 'recall', request)
  const { drafts } = signal
  const questionRef = drafts.add(question)
  const now = yield* Clock.currentTimeMillis
  const hints = yield* gatherHints(brain, profile, request.hits ?? [], evidence.text.pool, drafts, now)
  const { answer, recorded } = yield* transact({
    ...signal,
    durability: 'process',
    ...(gate === undefined ? {} : { gate }),
    decide: Effect.fnUntraced(function* (access) {
      const { state } = brain
      const exploration = explorationOf(profile, nextTurn(state))
      const recalled = yield* walkAndBundle(brain, state.graph, profile, engine, { ...evidence, near, exploration }, hints, access)
      const context = recalled.bundle.text === '' ? undefined : drafts.seal(recalled.bundle.text)
      const events = decideTurn(state, {
        ...recalled,
        question: questionRef,
        hints: hints.refs,
        context,
        engine,
        kernel: evidence.kernel,
        budget: profile.budget,
        cues: evidence.cues,
        exploration,
      })
      const introduced = introduce(state, yield* gatherParticipants(brain, request, drafts, access))
      const turn = nextTurn(state)
      return { ...introduced, events: [...introduced.events, ...events], answer: { recalled, turn } }
    }),
  })
  if (recorded !== undefined) return yield* recordedRecall(brain, recorded, request, question)
  if (answer === undefined) return yield* Effect.die(new Error('a transaction ends with an answer or with what was recorded'))
  return yield* answerRecall(brain, brain.state, request, answer.recalled, answer.turn, saidWords(evidence, question))
})

/** A recall at an earlier position: the graph, index and settings of then, and no trace. */
const lookBack = Effect.fnUntraced(function* (brain: OpenBrain, request: RecallRequest, question: string, at: Position) {
  const then = yield* asOf(brain, at)
  return yield* look(brain, then.state, request, question, at)
})

const look = Effect.fnUntraced(function* (
  brain: OpenBrain,
  state: BrainState,
  request: RecallRequest,
  question: string,
  at: Position | undefined,
) {
  const contents = yield* ContentStore
  const profile = withBudget(yield* profileOf(state, brain.key), request)
  const evidence = yield* gatherEvidence(brain, state.graph, profile, question, at)
  const near = yield* nearQuestion(brain, state, profile, question, evidence)
  const bodies: Access['bodies'] = (refs) => contents.bodies(brain.key, refs)
  const { engine = profile.engine } = request
  const recalled = yield* walkAndBundle(brain, state.graph, profile, engine, { ...evidence, near, exploration: undefined }, noHints, {
    bodies,
  })
  const answer = yield* answerRecall(brain, state, request, recalled, undefined, saidWords(evidence, question))
  return near.approximate === undefined ? answer : { ...answer, approximate: near.approximate }
})

/** What is kept from one question to the next holds for a graph that goes on, and where nothing is left to chance. */
const candidatesFor = (brain: OpenBrain, graph: GraphView, exploration: Exploration | undefined): typeof candidatesOf => {
  if (exploration !== undefined)
    return (...[of, source, settings, kernel, role, isLive]) => candidatesOf(of, source, settings, kernel, role, isLive, exploration)
  return graph === brain.state.graph ? (...asked) => brain.rows.of(...asked) : candidatesOf
}

const engines = { route: tieredTraversal, spread: spreadingActivation }

const withBudget = (profile: Profile, { budget }: RecallRequest): Profile =>
  budget === undefined ? profile : { ...profile, budget: { ...profile.budget, tokens: budget } }

/** Memories that verdicts on questions like this one bring as much as a text that holds enough of its words to be sure. */
const taughtSurely = (graph: GraphView, { cues }: Evidence, { steps }: Walk, best: Nano, coverage: number): ReadonlySet<NodeNumber> => {
  const isCue = new Set(cues.map(({ cue }) => cue))
  const brought = new Map<NodeNumber, Nano>()
  for (const { edge, outcome } of steps) {
    if (!('followed' in outcome) || !isCue.has(graph.sourceOf(edge))) continue
    const target = graph.targetOf(edge)
    brought.set(target, (brought.get(target) ?? 0) + outcome.energy)
  }
  return new Set([...brought].flatMap(([node, energy]) => (energy >= coverage * best ? [node] : [])))
}

/** A question with all that was looked up for it, and what it leaves to chance. */
interface Asked extends Evidence {
  readonly near: NearTexts
  readonly exploration: Exploration | undefined
}

const walkAndBundle = Effect.fnUntraced(function* (
  brain: OpenBrain,
  graph: GraphView,
  profile: Profile,
  engine: RecalledTurn['engine'],
  evidence: Asked,
  hints: Hints,
  access: Pick<Access, 'bodies'>,
) {
  const { exploration, text } = evidence
  const isLive = (node: NodeNumber) => isRecallable(graph, node)
  const live = text.pool.filter(({ node }) => isLive(node))
  const hinted = hintedText(live, text.score, { ...hints, hits: new Set([...hints.hits].filter(isLive)) }, profile.seeding)
  const near = evidence.near.near.filter(({ node }) => isLive(node))
  const { pool, score: own, source: sourceOf } = withVectors(hinted, { ...evidence.near, near }, profile.seeding)
  const seeds = pool.slice(0, profile.budget.seeds).map((seed) => ({ ...seed, source: sourceOf(seed.node) }))
  const lexical = seeds.flatMap(({ node, source }) => (source === 'lexical' || source === 'fused' ? [node] : []))
  const gate = gateOf(graph, lexical, profile)
  const walk = engines[engine]({
    candidates: candidatesFor(brain, graph, exploration),
    graph,
    settings: profile,
    seeds,
    cues: evidence.cues,
    weights: text.idfs,
    covered: coveredBy(text),
    own,
    residual: text.residual,
    kernel: evidence.kernel,
    gate,
    isAsked: (label) => evidence.named.labels.has(label),
    favour: evidence.favour,
    isLive,
  })
  const ranking = rank(graph, walk, pool, own, coveringOf(profile, gate, text))
  const considered = ranking.slice(0, profile.budget.items)
  const passages = yield* passagesOf(
    brain,
    graph,
    considered.map(({ node }) => node),
    access.bodies,
  )
  const taught = taughtSurely(graph, evidence, walk, seeds[0]?.score ?? one, profile.context.coverage)
  const bundle = bundleContext({
    ranking,
    tokens: profile.budget.tokens,
    items: profile.budget.items,
    relative: profile.context.relative,
    duplicate: profile.context.duplicate,
    confident: isConfident(ranking, text, taught, profile.context.coverage),
    item: (node) => passages.get(node)?.item,
  })
  const told = (node: NodeNumber) => hintsTold(sourceOf(node), hints.favoured.has(node))
  return { seeds, gate, walk, ranking, bundle, told }
})
