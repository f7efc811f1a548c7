/** Answers a question from the memory, and records how: one turn, one commit. */
import * as Clock from 'effect/Clock'
import * as Effect from 'effect/Effect'
import type { NodeNumber, Position, TurnNumber } from '../../domain/identity.ts'
import type { Profile } from '../../domain/profiles/profile.ts'
import type { BrainState } from '../../domain/projections/brain-fold.ts'
import { isVouchedBy } from '../../domain/projections/owners-words.ts'
import type { candidatesOf } from '../../domain/recall/candidate-edges.ts'
import { standsIn } from '../../domain/recall/readings.ts'
import { giveContext, type RankInput, rankMemories } from '../../domain/recall/recall.ts'
import { noHints } from '../../domain/recall/text-evidence.ts'
import { nextTurn, type TurnAsker } from '../../domain/recording/turn.ts'
import { asOf } from '../brain/as-of.ts'
import { type Access, type OpenBrain, profileOf } from '../brain/brain.ts'
import { type ContentDrafts, cleanText } from '../brain/content-drafts.ts'
import { beginSignal, runCommand } from '../brain/run-command.ts'
import { Counters } from '../counters.ts'
import { resolvePosition } from '../naming/positions.ts'
import { ContentStore } from '../ports/content-store.ts'
import type { CommitGate } from '../ports/event-store.ts'
import type { Asker, RecallRequest } from '../requests.ts'
import { nearQuestion } from '../vectors/near-question.ts'
import { gatherEvidence } from './evidence.ts'
import { askedWith, type GatheredHints, gatherHints } from './hints.ts'
import { answerRecall, correctionsOf, hintsTold, itemWith, passagesOf, replacementsOf, saidWords } from './recall-answer.ts'
import { recordedRecall } from './recorded-turn.ts'

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
  const settings = withBudget(yield* profileOf(brain.state, brain.key), request)
  const { engine = settings.engine } = request
  const evidence = yield* gatherEvidence(brain, brain.state.graph, settings, question, undefined)
  const near = yield* nearQuestion(brain, brain.state, settings, question, evidence)
  const signal = yield* beginSignal(brain, request, 'recall')
  const { drafts } = signal
  const questionRef = drafts.add(question)
  const asker = yield* gatherAsker(request.asker, drafts)
  const now = yield* Clock.currentTimeMillis
  const hints = yield* gatherHints(brain, settings, request, askedWith(question, evidence), drafts, now)
  const last: { recalled?: Effect.Success<ReturnType<typeof recallIn>> } = {}
  const { answer, recorded } = yield* runCommand(signal, {
    durability: 'process',
    gate,
    gather: Effect.fnUntraced(function* ({ access, state }) {
      const turn = nextTurn(state)
      const asked = { settings, engine, evidence, near, hints, question, turn, inPrompt: request.inPrompt }
      const recalled = yield* recallIn(brain, state, asked, access)
      last.recalled = recalled
      const context = recalled.bundle.text === '' ? undefined : drafts.seal(recalled.bundle.text)
      const { cues, kernel } = evidence
      const told = { question: questionRef, asker, hints: hints.refs, context, engine, kernel, budget: settings.budget, cues }
      return { _tag: 'RecordRecall' as const, ...recalled, ...told }
    }),
  })
  if (recorded !== undefined) return yield* recordedRecall(brain, recorded, request, question)
  if (last.recalled === undefined) return yield* Effect.die(new Error('a recall is recorded now or was recorded before'))
  return yield* answerRecall(brain, brain.state, request, last.recalled, answer, saidWords(evidence, question))
})

/** Recalls at an earlier position, with the graph, index and settings of that time, and records nothing. */
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
  const settings = withBudget(yield* profileOf(state, brain.key), request)
  const { engine = settings.engine } = request
  const evidence = yield* gatherEvidence(brain, state.graph, settings, question, at)
  const { approximate, ...near } = yield* nearQuestion(brain, state, settings, question, evidence)
  const hints = { ...noHints, goesOnWith: noHints.hits }
  const asked = { settings, engine, evidence, near, hints, question, inPrompt: request.inPrompt, turn: undefined }
  const recalled = yield* recallIn(brain, state, asked, { bodies: (refs) => contents.bodies(brain.key, refs) })
  const answer = yield* answerRecall(brain, state, request, recalled, undefined, saidWords(evidence, question))
  const { confidence } = recalled
  return {
    ...answer,
    ...(confidence === undefined ? {} : { confidence: { score: confidence.score, signs: confidence.signs } }),
    ...(approximate === undefined ? {} : { approximate }),
  }
})

const withBudget = (profile: Profile, { budget }: RecallRequest): Profile =>
  budget === undefined ? profile : { ...profile, budget: { ...profile.budget, tokens: budget } }

/** A question with everything that was looked up for it. */
interface Asked extends Omit<RankInput, 'graph' | 'isVouched' | 'candidates'> {
  readonly question: string
  readonly hints: Omit<GatheredHints, 'refs'>
  /** See {@link RecallRequest.inPrompt}. */
  readonly inPrompt: string | undefined
  readonly turn: TurnNumber | undefined
}

/** Runs the pure pipeline over one state, and reads the texts that it needs between its two halves. */
const recallIn = Effect.fnUntraced(function* (brain: OpenBrain, state: BrainState, asked: Asked, { bodies }: Pick<Access, 'bodies'>) {
  const { graph, owner } = state
  const { evidence, hints, inPrompt, question, settings, turn } = asked
  // Candidate rows are cached for the present graph only; a graph of the past computes its own candidates.
  const candidates: typeof candidatesOf | undefined = graph === brain.state.graph ? (...of) => brain.rows.of(...of) : undefined
  const ranked = rankMemories({ ...asked, graph, isVouched: isVouchedBy(owner), candidates })
  const { blamed, considered, sourceOf } = ranked
  const passages = yield* passagesOf(brain, graph, [...considered, ...blamed], bodies)
  const corrections = yield* correctionsOf(brain, graph, considered, bodies)
  const replaced = yield* replacementsOf(brain, graph, considered, owner.replacements, bodies)
  const given = giveContext({
    graph,
    settings,
    evidence,
    question,
    ranked,
    goesOnWith: hints.goesOnWith,
    turn,
    isInPrompt: inPrompt === undefined ? undefined : standsIn(inPrompt),
    item: (node) => itemWith(passages.get(node)?.item, corrections(node)),
    reading: (node) => {
      const passage = passages.get(node)
      return passage === undefined ? undefined : brain.words.reading(passage)
    },
    ...replaced,
  })
  const told = (node: NodeNumber) => hintsTold(sourceOf(node), hints.favoured.has(node))
  return { ...ranked, ...given, told }
})

const askerParts = ['channel', 'chat', 'sender'] as const

/**
 * Turns the asker and the chat of a question into closed words and contents, for the event of its turn. Fields that are empty or hold no
 * visible character are left out.
 */
const gatherAsker = Effect.fnUntraced(function* (asker: Asker | undefined, drafts: ContentDrafts) {
  if (asker === undefined) return {}
  const gathered: { -readonly [Part in keyof TurnAsker]: TurnAsker[Part] } = { chatKind: asker.chatKind }
  for (const part of askerParts) {
    const { text } = yield* cleanText(asker[part] ?? '')
    if (text !== '') gathered[part] = drafts.add(text)
  }
  return gathered satisfies TurnAsker
})
