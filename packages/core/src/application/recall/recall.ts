/**
 * Answers a question from the memory and records how: one commit, and where a routing model is asked one more before it. Without a record
 * nothing is written.
 */

import type { Day } from '@crabtrail/text/days/calendar'
import { isElliptical } from '@crabtrail/text/evidence/message-reading'
import * as Clock from 'effect/Clock'
import * as Deferred from 'effect/Deferred'
import * as Effect from 'effect/Effect'
import * as Exit from 'effect/Exit'
import type { ContextBundle } from '../../domain/context/context-bundle.ts'
import type { UnaskedReason } from '../../domain/events/turn-events.ts'
import { erasedNode, type Position } from '../../domain/identity.ts'
import type { BrainState } from '../../domain/projections/brain-fold.ts'
import { nextTurn, type RecordedTurn, type TurnAsker } from '../../domain/recording/turn.ts'
import { asksModel } from '../../domain/routing/routing-policy.ts'
import { routingTask } from '../../domain/routing/routing-prompt.ts'
import type { OpenBrain } from '../brain/brain.ts'
import { type ContentDrafts, cleanText } from '../brain/contents.ts'
import { profileOf } from '../brain/profile-in-force.ts'
import { asOf } from '../commands/as-of.ts'
import type { JudgingOrder, JudgingOrders, OpenBrains, RecallEnd } from '../commands/open-brains.ts'
import { beginSignal, runCommand, type Signal } from '../commands/run-command.ts'
import { Counters } from '../counters.ts'
import { limits } from '../limits.ts'
import { askModel, type ModelAround, type ModelMeans, ModelPace, modelMeansOf, type Outside, WaitingOutside } from '../model/ask-model.ts'
import { todayOf } from '../naming/names.ts'
import { resolvePosition } from '../naming/positions.ts'
import { passagesOf } from '../passages/passages.ts'
import type { CommitGate, RecordedCommand } from '../ports/event-store.ts'
import type { Asker, RecallRequest } from '../requests.ts'
import { nearQuestion, type QuestionVector } from '../vectors/near-question.ts'
import { answerRecall, type SaidWords, saidWords } from './answer.ts'
import { gatherEvidence } from './evidence.ts'
import { askedWith, earlierQuestions, gatherHints } from './hints.ts'
import { gatherNovelty } from './novelty.ts'
import { recordedRecall } from './recorded-turn.ts'
import { gatherSituation } from './situation.ts'
import {
  type CallWorth,
  chosenBy,
  type MadeCall,
  offerFor,
  recallIn,
  rehearseRecall,
  type WantedCall,
  type WholeRecall,
  withBudget,
  worthOf,
} from './walk.ts'

export const recall = Effect.fnUntraced(function* (brain: OpenBrain, request: RecallRequest, means: RecallMeans) {
  const began = yield* Clock.currentTimeNanos
  const counts = yield* Counters
  counts.recalls++
  const question = (yield* cleanText(request.question)).text
  const answer =
    request.at !== undefined
      ? yield* lookBack(brain, request, question, yield* resolvePosition(brain, request.at))
      : request.record === false
        ? yield* look(brain, brain.state, request, question, undefined)
        : yield* recordTurn(brain, request, question, means)
  const ended = yield* Clock.currentTimeNanos
  return { ...answer, latencyMs: Number((ended - began) / 1_000n) / 1_000 }
})

interface RecallMeans extends ModelAround, Pick<OpenBrains, 'calls' | 'judging'> {
  readonly gate: CommitGate | undefined
}

/** Records a turn in one commit; where a routing model is worth asking, its request is recorded first and its answer with the turn. */
const recordTurn = Effect.fnUntraced(function* (brain: OpenBrain, request: RecallRequest, question: string, means: RecallMeans) {
  const began = yield* Clock.currentTimeMillis
  const { mayAsk, means: routing } = yield* modelMeansOf(means)
  const signal = yield* beginSignal(brain, request, 'recall')
  const turn = yield* beginTurn(brain, request, question, signal.drafts)
  const recording = () =>
    ({ gate: means.gate, unable: routing === undefined ? 'no-model' : mayAsk() ? undefined : 'busy', call: undefined }) as const
  // An expected position would be behind the end of a judgement, so such a recall does not wait.
  const mayChange =
    signal.expected === undefined && mayAsk() ? (given: Given) => mayBeJudged(means.judging.get(brain.key), given) : undefined
  const begun = yield* turn.record(signal, { ...recording(), mayChange })
  if (begun._tag === 'JudgementPending') yield* judgementEnded(means, brain, began)
  const first = begun._tag === 'JudgementPending' ? yield* turn.record(signal, recording()) : begun
  if (first._tag !== 'Wanted' || routing === undefined) return yield* answerOf(brain, request, question, first)
  const { gate } = means
  const run = routedTurn(brain, request, { gate, routing, signal, turn, wanted: first.wanted })
  const recorded = yield* onceAtATime(means.calls, signal.command?.key, routing.outside, run, (before) =>
    // The call of the same recall is over: its turn is recorded, or was erased, or its request waits in the log for an end.
    before === 'Forgotten' ? Effect.succeed({ _tag: 'Forgotten' } as const) : run,
  )
  return yield* answerOf(brain, request, question, recorded)
})

interface RoutedTurn {
  readonly gate: CommitGate | undefined
  readonly routing: ModelMeans
  readonly signal: Signal
  readonly turn: BegunTurn
  readonly wanted: WantedCall
}

const routedTurn = Effect.fnUntraced(function* (
  brain: OpenBrain,
  request: RecallRequest,
  { gate, routing, signal, turn, wanted }: RoutedTurn,
) {
  const { drafts } = signal
  const called = yield* askModel(brain, routingTask, routing, {
    request,
    method: 'routing',
    durability: 'process',
    gate,
    drafts,
    offer: () => turn.offer,
  })
  const isMade = !('unasked' in called)
  // Our own request has moved the end of the log, so the position that the caller expected is behind it.
  const { expected, ...later } = signal
  if (isMade) turn.wrote(called.events)
  const call = isMade ? { ...wanted, called } : { ...wanted, worth: worthWithout(wanted.worth, called.unasked) }
  return yield* turn.record(isMade || expected === undefined ? later : signal, { gate, unable: undefined, call })
})

/** Runs calls with one key one after the other. Who comes second waits for the first, and then does `after` with its end. */
const onceAtATime = <A extends Recorded, E, R>(
  calls: RecallMeans['calls'],
  key: string | undefined,
  outside: Outside,
  run: Effect.Effect<A, E, R>,
  after: (end: RecallEnd) => Effect.Effect<Recorded, E, R>,
): Effect.Effect<Recorded, E, R> =>
  Effect.suspend((): Effect.Effect<Recorded, E, R> => {
    if (key === undefined) return run
    const running = calls.get(key)
    if (running !== undefined) return Effect.flatMap(outside(Deferred.await(running)), after)
    const end = Deferred.makeUnsafe<RecallEnd>()
    calls.set(key, end)
    return Effect.onExit(run, (exit) =>
      Effect.suspend(() => {
        calls.delete(key)
        return Deferred.succeed(end, Exit.isSuccess(exit) ? exit.value._tag : 'Failed')
      }),
    )
  })

const worthWithout = ({ routing }: CallWorth, unasked: UnaskedReason | 'no-offer'): CallWorth =>
  unasked === 'no-offer' ? { routing: 'no-choice', unasked: undefined } : { routing, unasked }

/** A turn that is recorded, was recorded before, or waits for a routing model. */
type Recorded =
  | {
      readonly _tag: 'Turn'
      readonly answer: RecordedTurn
      readonly recalled: WholeRecall
      readonly said: SaidWords
      readonly detail: string | undefined
    }
  | { readonly _tag: 'Before'; readonly command: RecordedCommand }
  | { readonly _tag: 'Wanted'; readonly wanted: WantedCall }
  /** A judgement under way may change what is given. */
  | { readonly _tag: 'JudgementPending' }
  /** Something was erased while the model was asked: the turn is not recorded. */
  | { readonly _tag: 'Forgotten' }

const answerOf = Effect.fnUntraced(function* (brain: OpenBrain, request: RecallRequest, question: string, recorded: Recorded) {
  switch (recorded._tag) {
    case 'Before':
      return yield* recordedRecall(brain, recorded.command, request, question)
    case 'Turn': {
      const { answer, detail, recalled, said } = recorded
      const told = { ...recalled, novelty: answer.novelty, routing: { ...answer.routing, detail } }
      return yield* answerRecall(brain, brain.state, request, told, answer.turn, said)
    }
    case 'Forgotten':
      return yield* look(brain, brain.state, request, question, undefined)
    case 'Wanted':
      return yield* Effect.die(new Error('a model is wanted only where there is one'))
    case 'JudgementPending':
      return yield* Effect.die(new Error('a judgement is waited for once'))
    default:
      return recorded satisfies never
  }
})

interface Recording {
  readonly gate: CommitGate | undefined
  /** The reason why no model is asked now; undefined where one may be. */
  readonly unable: UnaskedReason | undefined
  readonly call: MadeCall | undefined
  /** Tells whether a judgement under way may change what is given: then nothing is recorded yet. Absent: nothing is waited for. */
  readonly mayChange?: ((given: Given) => boolean) | undefined
}

type BegunTurn = Effect.Success<ReturnType<typeof beginTurn>>

/** Begins a turn with everything that follows from its request alone. The rest is looked up over the state that the turn is recorded behind. */
const beginTurn = Effect.fnUntraced(function* (brain: OpenBrain, request: RecallRequest, question: string, drafts: ContentDrafts) {
  const now = yield* Clock.currentTimeMillis
  const questionRef = drafts.add(question)
  const asker = yield* gatherAsker(request.asker, drafts)
  const today = yield* todayOf(request)
  const looked = levelWith(brain, gatherTurn(brain, request, question, { drafts, now, today, vector: {} }))
  const record = Effect.fnUntraced(function* (signal: Signal, { call, gate, mayChange, unable }: Recording) {
    const seen: { recalled?: WholeRecall; said?: SaidWords; wanted?: WantedCall; isForgotten: boolean; isPending: boolean } = {
      isForgotten: false,
      isPending: false,
    }
    const { answer, recorded } = yield* runCommand(signal, {
      durability: 'process',
      gate,
      about: call?.called?.session,
      gather: Effect.fnUntraced(function* ({ access, state }) {
        delete seen.wanted
        // Erased words may stand in the question, in the answer, or in both.
        seen.isForgotten = call?.called !== undefined && state.erased.size !== call.called.erased
        if (seen.isForgotten) return undefined
        const asked = yield* looked.now
        const { before, engine, evidence, hints, near, settings, situation } = asked
        const turn = call?.called?.end.turn ?? nextTurn(state)
        const assessed = { question, settings, evidence, compared: near.compared, hits: hints.hits, request, now, today }
        const novelty = yield* gatherNovelty(brain, drafts, access, assessed)
        const recalled = yield* recallIn(brain, state, { ...asked, turn, ...chosenBy(call, settings) }, access)
        seen.isPending = mayChange?.(recalled.bundle) === true
        if (seen.isPending) return undefined
        const worth = call?.worth ?? worthOf(brain, state, asked, recalled, unable, now)
        seen.recalled = recalled
        seen.said = saidWords(evidence, question)
        if (call === undefined && asksModel(worth.routing) && worth.unasked === undefined) {
          seen.wanted = { worth, wasSure: recalled.isSure }
          return undefined
        }
        const context = recalled.bundle.text === '' ? undefined : drafts.seal(recalled.bundle.text)
        const { continues, cues, kernel } = evidence
        const about = {
          question: questionRef,
          asker,
          hints: hints.refs,
          heartbeat: hints.heartbeat,
          situation,
          continues: continues ? before.map((one) => one.turn) : [],
        }
        const told = { ...about, novelty, day: today, context, engine, kernel, budget: settings.budget, cues }
        return { _tag: 'RecordRecall' as const, ...recalled, ...told, ...worth, called: call?.called }
      }),
    })
    if (recorded !== undefined) return { _tag: 'Before', command: recorded } satisfies Recorded
    if (seen.isForgotten) return { _tag: 'Forgotten' } satisfies Recorded
    if (seen.isPending) return { _tag: 'JudgementPending' } satisfies Recorded
    if (seen.wanted !== undefined) return { _tag: 'Wanted', wanted: seen.wanted } satisfies Recorded
    if (seen.recalled === undefined || seen.said === undefined || answer === undefined)
      return yield* Effect.die(new Error('a recall is recorded now or was recorded before'))
    const { detail } = call?.called ?? {}
    return { _tag: 'Turn', answer, detail, recalled: seen.recalled, said: seen.said } satisfies Recorded
  })
  return { record, offer: Effect.flatMap(looked.now, (asked) => offerFor(brain, asked)), wrote: looked.wrote }
})

/** Keeps what was looked up while the brain stays at its position, and looks it up anew where others wrote since. */
const levelWith = <A, E, R>(brain: OpenBrain, lookUp: Effect.Effect<A, E, R>) => {
  let latest: { readonly at: Position; readonly found: A } | undefined
  return {
    now: Effect.suspend(() => {
      const at = brain.state.position
      if (latest?.at === at) return Effect.succeed(latest.found)
      return Effect.tap(lookUp, (found) =>
        Effect.sync(() => {
          latest = { at, found }
        }),
      )
    }),
    /** Says how many events of the turn itself were appended: they change nothing of what was looked up before them. */
    wrote: (events: number) => {
      if (latest !== undefined) latest = { ...latest, at: latest.at + events }
    },
  }
}

interface TurnGathering {
  readonly drafts: ContentDrafts
  readonly now: number
  readonly today: Day
  readonly vector: QuestionVector
}

const gatherTurn = Effect.fnUntraced(function* (
  brain: OpenBrain,
  request: RecallRequest,
  question: string,
  { drafts, now, today, vector }: TurnGathering,
) {
  const settings = withBudget(yield* profileOf(brain.state, brain.key), request)
  const { engine = settings.engine } = request
  const before = isElliptical(question) ? yield* earlierQuestions(brain, settings, request.session, now) : []
  const then = { today, before: before.map(({ text }) => text) }
  const evidence = yield* gatherEvidence(brain, brain.state.graph, settings, question, undefined, then)
  const { growth } = settings
  const isAssessed = growth.mode !== 'off' && growth.compare === 'vectors'
  const near = yield* nearQuestion(brain, brain.state, settings, question, evidence, { always: isAssessed, vector })
  const asked = askedWith(question, evidence)
  const found = yield* gatherHints(brain, settings, request, asked, drafts, now)
  const { digest, situation, symbolic } = yield* gatherSituation(brain, settings, request, asked, { drafts, now, tags: found.tags })
  const hints = { ...found, symbolic }
  return { settings, engine, evidence, near, question, inPrompt: request.inPrompt, before, hints, digest, situation }
})

const askerParts = ['channel', 'chat', 'sender'] as const

/** Turns the asker into closed words and contents for the event of its turn. Fields without a visible character are left out. */
const gatherAsker = Effect.fnUntraced(function* (asker: Asker | undefined, drafts: ContentDrafts) {
  if (asker === undefined) return {}
  const gathered: { -readonly [Part in keyof TurnAsker]: TurnAsker[Part] } = { chatKind: asker.chatKind }
  for (const part of askerParts) {
    const { text } = yield* cleanText(asker[part] ?? '')
    if (text !== '') gathered[part] = drafts.add(text)
  }
  return gathered satisfies TurnAsker
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
  const { approximate, evidence, recalled } = yield* rehearseRecall(
    brain,
    state,
    { ...request, today: yield* todayOf(request) },
    question,
    at,
  )
  const answer = yield* answerRecall(brain, state, request, recalled, undefined, saidWords(evidence, question))
  const { confidence, judged } = recalled
  const passages = yield* passagesOf(brain, state.graph, judged.keys())
  const memories = [...judged].map(([node, { score, signs }]) => ({ node: passages.get(node)?.id ?? erasedNode(node), score, signs }))
  return {
    ...answer,
    ...(confidence === undefined ? {} : { confidence: { score: confidence.score, signs: confidence.signs, memories } }),
    ...(approximate === undefined ? {} : { approximate }),
  }
})

type Given = Pick<ContextBundle, 'included'>

/** True where a call under way may change a memory that is given. */
const mayBeJudged = (order: JudgingOrder | undefined, { included }: Given): boolean =>
  order?.underWay !== undefined && included.some((node) => order.underWay?.offered.has(node))

/** Waits for the judgement under way. The recall may have to look up everything twice, so its time so far is taken from the wait twice. */
const judgementEnded = Effect.fnUntraced(function* (
  { judging, outside }: Pick<ModelAround, 'outside'> & { readonly judging: JudgingOrders },
  { key }: OpenBrain,
  began: number,
) {
  const underWay = judging.get(key)?.underWay
  const { judgedMs = limits.judgedMs } = yield* ModelPace
  const { aside } = yield* WaitingOutside
  const leftMs = judgedMs - 2 * ((yield* Clock.currentTimeMillis) - began)
  if (underWay !== undefined && leftMs > 0) yield* outside(aside(Effect.timeoutOption(Deferred.await(underWay.ended), leftMs)))
})
