/** Answers a question from the memory, and records how: one turn, one commit. */
import * as Clock from 'effect/Clock'
import * as Effect from 'effect/Effect'
import { type GraphView, isRecallable } from '../../domain/graph.ts'
import type { NodeNumber, Position } from '../../domain/identity.ts'
import type { Profile } from '../../domain/profiles/profile.ts'
import type { BrainState } from '../../domain/projections/brain-fold.ts'
import type { Registers } from '../../domain/projections/registers.ts'
import { isVouchedBy } from '../../domain/projections/standing-words.ts'
import { candidatesOf } from '../../domain/recall/candidate-edges.ts'
import { rankCorrected } from '../../domain/recall/corrected.ts'
import { coveringOf } from '../../domain/recall/coverage.ts'
import { type Exploration, explorationOf } from '../../domain/recall/exploration.ts'
import { gateOf } from '../../domain/recall/gate.ts'
import { givableOf, seedsFrom, withUntrusted } from '../../domain/recall/givable.ts'
import { hintedText, noHints } from '../../domain/recall/hinted-text.ts'
import { spreadingActivation } from '../../domain/recall/spreading-activation.ts'
import { standsIn } from '../../domain/recall/stands-in.ts'
import { coveredBy } from '../../domain/recall/text-evidence.ts'
import { tieredTraversal } from '../../domain/recall/tiered-traversal.ts'
import { type NearTexts, withVectors } from '../../domain/recall/vector-text.ts'
import { nextTurn, type RecalledTurn } from '../../domain/recording/turn.ts'
import { asOf } from '../brain/as-of.ts'
import type { Access, OpenBrain } from '../brain/brain.ts'
import { beginSignal, runCommand } from '../brain/run-command.ts'
import { profileOf } from '../brain/settings-in-force.ts'
import { cleanText } from '../brain/text-input.ts'
import { Counters } from '../counters.ts'
import { resolvePosition } from '../naming/positions.ts'
import { ContentStore } from '../ports/content-store.ts'
import type { CommitGate } from '../ports/event-store.ts'
import type { RecallRequest } from '../requests.ts'
import { nearQuestion } from '../vectors/near-question.ts'
import { gatherAsker } from './asker.ts'
import { correctionsOf, replacementsOf } from './corrections.ts'
import { gatherEvidence } from './evidence.ts'
import { type AskedQuestion, blamedIn, givenContext } from './given-context.ts'
import { askedWith, type GatheredHints, gatherHints } from './hints.ts'
import { passagesOf } from './passages.ts'
import { answerRecall, hintsTold, saidWords } from './recall-answer.ts'
import { recordedRecall } from './recorded-recall.ts'

export const recall = Effect.fnUntraced(function* (brain: OpenBrain, request: RecallRequest, gate?: CommitGate) {
  const began = yield* Clock.currentTimeNanos
  const counts = yield* Counters
  counts.recalls++
  const question = (yield* cleanText(request.question)).text
  const answer =
    request.at !== undefined
      ? yield* lookBack(brain, request, question, yield* resolvePosition(brain, request.at))
      : request.record === false
        ? yield* look(brain, brain.state, request, question, undefined)
        : yield* recordTurn(brain, request, question, gate)
  const ended = yield* Clock.currentTimeNanos
  return { ...answer, latencyMs: Number((ended - began) / 1_000n) / 1_000 }
})

const recordTurn = Effect.fnUntraced(function* (brain: OpenBrain, request: RecallRequest, question: string, gate: CommitGate | undefined) {
  const profile = withBudget(yield* profileOf(brain.state, brain.key), request)
  const { engine = profile.engine } = request
  const evidence = yield* gatherEvidence(brain, brain.state.graph, profile, question, undefined)
  const near = yield* nearQuestion(brain, brain.state, profile, question, evidence)
  const signal = yield* beginSignal(brain, request, 'recall')
  const { drafts } = signal
  const questionRef = drafts.add(question)
  const asker = yield* gatherAsker(request.asker, drafts)
  const now = yield* Clock.currentTimeMillis
  const hints = yield* gatherHints(brain, profile, request, askedWith(question, evidence), drafts, now)
  const last: { recalled?: Effect.Success<ReturnType<typeof walkAndBundle>> } = {}
  const { answer, recorded } = yield* runCommand(signal, {
    durability: 'process',
    gate,
    gather: Effect.fnUntraced(function* ({ access, state }) {
      const turn = nextTurn(state)
      const exploration = explorationOf(profile, turn)
      const asked = { near, question, registers: state.registers, isInPrompt: promptOf(request), exploration, turn }
      const recalled = yield* walkAndBundle(brain, state.graph, profile, engine, { ...evidence, ...asked }, hints, access)
      last.recalled = recalled
      const context = recalled.bundle.text === '' ? undefined : drafts.seal(recalled.bundle.text)
      const { cues, kernel } = evidence
      const { budget } = profile
      const told = { question: questionRef, asker, hints: hints.refs, context, engine, kernel, budget, cues, exploration }
      return { _tag: 'RecordRecall' as const, ...recalled, ...told }
    }),
  })
  if (recorded !== undefined) return yield* recordedRecall(brain, recorded, request, question)
  if (last.recalled === undefined) return yield* Effect.die(new Error('a recall is recorded now or was recorded before'))
  return yield* answerRecall(brain, brain.state, request, last.recalled, answer, saidWords(evidence, question))
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
  const recalled = yield* walkAndBundle(
    brain,
    state.graph,
    profile,
    engine,
    {
      ...evidence,
      near,
      question,
      registers: state.registers,
      exploration: undefined,
      turn: undefined,
      isInPrompt: promptOf(request),
    },
    { ...noHints, goesOnWith: noHints.hits },
    { bodies },
  )
  const answer = yield* answerRecall(brain, state, request, recalled, undefined, saidWords(evidence, question))
  const { confidence } = recalled
  return {
    ...answer,
    ...(confidence === undefined ? {} : { confidence: { score: confidence.score, signs: confidence.signs } }),
    ...(near.approximate === undefined ? {} : { approximate: near.approximate }),
  }
})

/** What is kept from one question to the next holds for a graph that goes on, and where nothing is left to chance. */
const candidatesFor = (brain: OpenBrain, graph: GraphView, exploration: Exploration | undefined): typeof candidatesOf => {
  if (exploration !== undefined)
    return (...[of, source, settings, kernel, role, isLive]) => candidatesOf(of, source, settings, kernel, role, isLive, exploration)
  return graph === brain.state.graph ? (...asked) => brain.rows.of(...asked) : candidatesOf
}

const promptOf = ({ inPrompt }: RecallRequest) => (inPrompt === undefined ? undefined : standsIn(inPrompt))

const engines = { route: tieredTraversal, spread: spreadingActivation }

const withBudget = (profile: Profile, { budget }: RecallRequest): Profile =>
  budget === undefined ? profile : { ...profile, budget: { ...profile.budget, tokens: budget } }

/** A question with all that was looked up for it, and what it leaves to chance. */
interface Asked extends AskedQuestion {
  readonly near: NearTexts
  readonly exploration: Exploration | undefined
  readonly registers: Pick<Registers, 'replacements' | 'words'>
}

const walkAndBundle = Effect.fnUntraced(function* (
  brain: OpenBrain,
  graph: GraphView,
  profile: Profile,
  engine: RecalledTurn['engine'],
  evidence: Asked,
  hints: Omit<GatheredHints, 'refs'>,
  access: Pick<Access, 'bodies'>,
) {
  const { exploration, isCounted, text } = evidence
  const isLive = (node: NodeNumber) => isRecallable(graph, node)
  const live = text.pool.filter(({ node }) => isLive(node))
  const living = (nodes: ReadonlySet<NodeNumber> = new Set()) => new Set([...nodes].filter(isLive))
  const alive = { ...hints, hits: living(hints.hits), before: living(hints.before) }
  const hinted = hintedText(live, text.score, alive, profile.seeding, isCounted)
  const near = evidence.near.near.filter(({ node }) => isLive(node))
  const { pool, score: own, source: sourceOf } = withVectors(hinted, { ...evidence.near, near }, profile.seeding, isCounted)
  const isTrusted = (node: NodeNumber) => graph.isTrusted(node)
  const seeds = seedsFrom(pool, profile.budget.seeds, isTrusted).map((seed) => ({ ...seed, source: sourceOf(seed.node) }))
  const counted = seeds.filter(({ node }) => isCounted?.(node) !== false)
  const lexical = counted.flatMap(({ node, source }) => (source === 'lexical' || source === 'fused' ? [node] : []))
  const gate = gateOf(graph, lexical, profile)
  const walk = engines[engine]({
    candidates: candidatesFor(brain, graph, exploration),
    graph,
    settings: profile,
    seeds,
    counted,
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
  const covering = coveringOf(profile, gate, text)
  const ranked = { graph, profile, cues: evidence.cues, own, covering, isVouched: isVouchedBy(evidence.registers.words) }
  const whole = rankCorrected({ ...ranked, walk, pool })
  // Memories that may not be given take no place of those that may, and no score is measured by them.
  const givable = givableOf(walk, pool, isTrusted)
  const corrected = givable === undefined ? whole : rankCorrected({ ...ranked, ...givable })
  const considered = corrected.ranking.slice(0, profile.budget.items).map(({ node }) => node)
  const passages = yield* passagesOf(brain, graph, [...considered, ...blamedIn(walk, profile)], access.bodies)
  const corrections = yield* correctionsOf(brain, graph, considered, access.bodies)
  const replaced = yield* replacementsOf(brain, graph, considered, evidence.registers.replacements, access.bodies)
  const given = givenContext({
    graph,
    profile,
    asked: evidence,
    walk,
    corrected,
    passages,
    reading: (passage) => brain.words.reading(passage),
    corrections,
    best: counted[0]?.score,
    goesOnWith: hints.goesOnWith,
    ...replaced,
  })
  const told = (node: NodeNumber) => hintsTold(sourceOf(node), hints.favoured.has(node))
  const bundle = withUntrusted(given.bundle, whole.ranking, profile.budget.items, isTrusted)
  return { seeds, gate, walk, ranking: whole.ranking, told, ...given, bundle }
})
