/**
 * The door to a language model, for every task: the request is recorded first, within the budgets, then the model is asked while other requests go
 * on, and what counts of its answer is read.
 *
 * Guarantee: a request with a key is recorded once, so a repeated signal does not ask again. If nobody waits for its answer any more, it ends with
 * `crash`.
 */

import * as Clock from 'effect/Clock'
import * as Context from 'effect/Context'
import * as Effect from 'effect/Effect'
import * as Result from 'effect/Result'
import type { ModelFallback } from '../../domain/events/model-events.ts'
import type { BrainKey, CallNumber, Position, SessionNumber } from '../../domain/identity.ts'
import type { AnsweredCall, CallEnd, Forbidden } from '../../domain/model/model-call.ts'
import type { ModelPrompt, ModelTask, ReadAnswer } from '../../domain/model/model-task.ts'
import type { Profile } from '../../domain/profiles/profile.ts'
import type { OpenBrain } from '../brain/brain.ts'
import { commitAt } from '../brain/commit-row.ts'
import { type ContentDrafts, cleanText } from '../brain/contents.ts'
import { profileOf } from '../brain/profile-in-force.ts'
import type { OpenBrains } from '../commands/open-brains.ts'
import { type Attempt, beginSignal, type KeyedMethod, type Plan, runCommand } from '../commands/run-command.ts'
import { limits } from '../limits.ts'
import { Cryptography } from '../ports/cryptography.ts'
import type { LanguageModel, ModelFailed, ModelFailure, ModelQuestion, ModelReply } from '../ports/language-model.ts'
import type { InSession, Keyed, Speaker } from '../requests.ts'

export interface ModelPace {
  /** Milliseconds that a request waits for the model, beside its own time; 0: no model is asked. */
  readonly modelMs: number
  /** Milliseconds that a recall waits, of its own time, for a judgement under way about a memory that it gives. */
  readonly judgedMs?: number
  /** Milliseconds that a call may take at least that nobody waits for. */
  readonly behindMs?: number
  /** US dollars that a UTC day may spend on calls about one brain. The lower one of this and the budget of the settings holds. */
  readonly dayUsd?: number | undefined
}

export const ModelPace = Context.Reference<ModelPace>('@crabtrail/core/ModelPace', {
  defaultValue: () => ({ modelMs: limits.modelMs }),
})

/** Runs an effect during which the brain is free for other requests. */
export type Outside = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>

/** Says how this process waits for something outside of the memory: a server of several requests goes on with the next one meanwhile. */
export const WaitingOutside = Context.Reference<WaitsOutside>('@crabtrail/core/WaitingOutside', {
  defaultValue: () => ({ wait: (effect) => effect, aside: (effect) => effect, mayAsk: () => true, unwanted: Effect.never }),
})

interface WaitsOutside {
  readonly wait: Outside
  /** Lets the next request go on meanwhile, without asking the host for more time. */
  readonly aside: Outside
  /** False where as many requests as may wait for a model do. */
  readonly mayAsk: () => boolean
  /** Resolves when nobody wants the answer any more: the call then ends. */
  readonly unwanted: Effect.Effect<void>
}

/** The model of a process, and how a request waits for it without holding the brain. */
export interface ModelMeans {
  readonly model: LanguageModel['Service']
  readonly modelMs: number
  /** See {@link ModelPace}; undefined where the settings of the brain alone limit a day. */
  readonly dayUsd: number | undefined
  readonly outside: Outside
  readonly unwanted: Effect.Effect<void>
  readonly erasures: Map<BrainKey, number>
}

export interface ModelAround extends Pick<OpenBrains, 'erasures' | 'model'> {
  readonly outside: Outside
}

/** Returns how a request asks a model; no means where this process has none or gives it no time. `behind`: nobody waits for the answer. */
export const modelMeansOf = Effect.fnUntraced(function* ({ erasures, model, outside }: ModelAround, pace?: 'behind') {
  const { behindMs = limits.behindMs, dayUsd, modelMs } = yield* ModelPace
  const { mayAsk, unwanted, wait } = yield* WaitingOutside
  if (model === undefined || modelMs <= 0) return { mayAsk, means: undefined }
  const callMs = pace === 'behind' ? Math.max(modelMs, behindMs) : modelMs
  const means: ModelMeans = { model, modelMs: callMs, dayUsd, erasures, unwanted, outside: (effect) => outside(wait(effect)) }
  return { mayAsk, means }
})

interface Asking<Offer, E, R> extends Pick<Plan<'AskModel', E, R>, 'about' | 'durability' | 'gate'> {
  readonly request: Speaker & InSession & Keyed
  /** With it, the request has a key of its own, made from that of the signal. */
  readonly method?: KeyedMethod
  /** The drafts of what is recorded after the answer. */
  readonly drafts: ContentDrafts
  /** Looks up what is offered, over the state of an attempt; undefined where there is nothing to ask any more. */
  readonly offer: (attempt: Attempt) => Effect.Effect<Offer | undefined, E, R>
}

/** A call that was recorded, with the session that its request stands in. */
export interface Called<Offer, Read> {
  readonly end: CallEnd
  /** The answer, without its parts that do not count, and the offer that it is about; undefined for a call without an answer. */
  readonly counts: { readonly read: Read; readonly offer: Offer } | undefined
  readonly session: SessionNumber | undefined
  /** The number of events that this process appended for the request. */
  readonly events: number
  /** How many contents were erased when the model was asked. */
  readonly erased: number
  /** The fault, and what to do; undefined for an answer. It is told and not recorded. */
  readonly detail: string | undefined
  /** True where an earlier request with the same key asked. */
  readonly isRepeated?: true
}

export interface Unasked {
  readonly unasked: Forbidden | 'no-room' | 'no-offer'
}

/** Returns the call that was recorded, or why none was made; `no-offer`: there was nothing to ask. */
export const askModel = Effect.fnUntraced(function* <Offer, Read extends ReadAnswer, E, R>(
  brain: OpenBrain,
  task: ModelTask<Offer, Read>,
  means: ModelMeans,
  { about, drafts, durability, gate, method, offer, request }: Asking<Offer, E, R>,
) {
  const crypto = yield* Cryptography
  const signal = yield* beginSignal(brain, request, method)
  const model = signal.drafts.add(means.model.id)
  const seen: { none: Unasked; asked?: { prompt: ModelPrompt<Offer>; settings: Profile; erased: number } } = {
    none: { unasked: 'no-offer' },
  }
  const { answer, events, recorded } = yield* runCommand(signal, {
    durability,
    gate,
    about,
    gather: Effect.fnUntraced(function* (attempt: Attempt) {
      const { profile: settings, state } = attempt
      const limits = task.limits(settings)
      const offered = yield* offer(attempt)
      const prompt = offered === undefined ? undefined : task.prompt(offered, limits.tokensIn)
      seen.none = { unasked: offered === undefined ? 'no-offer' : 'no-room' }
      if (prompt === undefined) return undefined
      seen.asked = { prompt, settings, erased: state.erased.size }
      const { system, template, tokens, user } = prompt
      const asked = { task: task.name, subject: task.subject(prompt.offer, state), model, template, digest: crypto.sha256(system) }
      const sealed = signal.drafts.seal(`${system}\n\n${user}`)
      const now = yield* Clock.currentTimeMillis
      return { _tag: 'AskModel' as const, ...asked, prompt: sealed, tokens, limits, dayUsd: means.dayUsd, now }
    }),
  })
  if (recorded !== undefined) return yield* askedBefore(brain, task, recorded.first)
  if (answer === undefined) return seen.none
  if ('unasked' in answer) return answer satisfies Unasked as Unasked
  if (seen.asked === undefined) return yield* Effect.die(new Error('a model is asked about an offer'))
  yield* forgetErased(brain, means)
  const { erased, prompt, settings } = seen.asked
  const limits = task.limits(settings)
  const { at, latencyMs, reply } = yield* callModel(means, task.name, prompt, limits.tokensOut)
  const { counts, detail, words, ...told } = readReply(task, reply, prompt.offer, settings)
  const said = words === '' ? '' : (yield* cleanText(words)).text
  const asked = { task: task.name, call: answer.call, turn: events.find(({ type }) => type === 'ModelAsked')?.turn, limits }
  const end = { ...asked, ...told, explanation: said === '' ? undefined : drafts.add(said), latencyMs, at }
  const called: Called<Offer, Read> = { end, counts, session: events.at(0)?.commit.session, events: events.length, erased, detail }
  return called
})

/** Returns what counts of a reply, its tokens, and why nothing of it does. */
const readReply = <Offer, Read extends ReadAnswer>(
  task: ModelTask<Offer, Read>,
  reply: Result.Result<ModelReply, FailedCall>,
  offer: Offer,
  settings: Profile,
) => {
  if (Result.isFailure(reply)) return { ...reply.failure, refused: 0, words: '', counts: undefined }
  const { costUsd, text, tokensIn, tokensOut } = reply.success
  const read = task.read(text, offer, settings)
  const { explanation: words = '', refused } = Result.merge(read)
  const told = { tokensIn, tokensOut, costUsd, refused, words, detail: undefined }
  if (Result.isFailure(read)) return { ...told, fallback: read.failure.reason, counts: undefined }
  return { ...told, fallback: undefined, counts: { read: read.success, offer } }
}

interface CountedAnswer<Offer, Read> {
  readonly read: Read
  readonly offer: Offer
  readonly call: CallNumber
  readonly drafts: ContentDrafts
  readonly erased: number
}

/** Asks, and records the answer with what follows from it in a commit of its own: for a task whose answer nothing else waits for. */
export const askAndRecord = Effect.fnUntraced(function* <Offer, Read extends ReadAnswer, E, R, F, S>(
  brain: OpenBrain,
  task: ModelTask<Offer, Read>,
  means: ModelMeans,
  asking: Omit<Asking<Offer, E, R>, 'drafts'>,
  followed: (answer: CountedAnswer<Offer, Read>, attempt: Attempt) => Effect.Effect<AnsweredCall['follow'], F, S>,
) {
  // Our own request moves the end of the log, so a position that the caller expects is behind it.
  const { expected, ...signal } = yield* beginSignal(brain, asking.request)
  const called = yield* askModel(brain, task, means, { ...asking, drafts: signal.drafts })
  if ('unasked' in called) return called
  const { counts, detail, end, erased } = called
  // A call whose end is recorded, or on which another request waits, is theirs.
  if (asking.method !== undefined && called.isRepeated === true) return { unasked: 'repeated' as const }
  const answer = counts === undefined ? undefined : { ...counts, call: end.call, drafts: signal.drafts, erased }
  const { events } = yield* runCommand(signal, {
    durability: asking.durability,
    about: asking.about,
    gather: Effect.fnUntraced(function* (attempt: Attempt) {
      const follow = answer === undefined ? undefined : yield* followed(answer, attempt)
      return { _tag: 'RecordAnswer' as const, end, follow }
    }),
  })
  const took = events.reduce((sum, { data, type }) => (type === 'ModelAnswered' ? sum + data.tokensIn : sum), 0)
  return { recorded: events, offer: counts?.offer, detail, isEstimated: took > 0 && end.tokensIn + end.tokensOut === 0 }
})

/** Has the model forget its answers where something was erased since it was asked last, in whichever process. */
const forgetErased = ({ state: { erased }, key }: OpenBrain, { erasures, model }: ModelMeans) =>
  Effect.suspend(() => {
    const isNew = (erasures.get(key) ?? 0) !== erased.size
    erasures.set(key, erased.size)
    return isNew ? model.forget : Effect.void
  })

/** Asks a model, with a deadline of its own, until nobody wants the answer. Never fails: a fault of the model must not end its request. */
export const callModel = Effect.fnUntraced(function* (
  { model, modelMs, outside, unwanted }: Pick<ModelMeans, 'model' | 'modelMs' | 'outside' | 'unwanted'>,
  name: string,
  prompt: Pick<ModelPrompt<unknown>, 'form' | 'system' | 'user'>,
  tokens: number,
) {
  const messages = (['system', 'user'] as const).map((role) => ({ role, content: prompt[role] }))
  const question: ModelQuestion = { messages, tokens, form: { name, schema: prompt.form } }
  // The deadline must be able to end a call within a step that nothing else interrupts.
  const call = Effect.interruptible(model.ask(question, modelMs)).pipe(
    Effect.mapError(failureOf),
    Effect.timeoutOrElse({ duration: modelMs, orElse: () => Effect.fail(failed('timeout', `no answer within ${modelMs} ms`)) }),
    Effect.catchDefect(() => Effect.fail(failed('failing', 'the model failed'))),
    Effect.raceFirst(Effect.andThen(unwanted, Effect.fail(failed('unwanted', 'nobody wants the answer any more')))),
    Effect.result,
  )
  return yield* outside(timed(call))
})

/** The time of the call alone: a request that comes back from outside may wait for its turn, and that is no time of the model. */
const timed = Effect.fnUntraced(function* <A>(call: Effect.Effect<A>) {
  const began = yield* Clock.currentTimeNanos
  const reply = yield* call
  const at = yield* Clock.currentTimeMillis
  return { reply, at, latencyMs: Number(((yield* Clock.currentTimeNanos) - began) / 1_000_000n) }
})

const fallbacks: Readonly<Record<ModelFailure, ModelFallback>> = {
  unreachable: 'unreachable',
  refused: 'refused',
  rateLimited: 'rate-limited',
  failing: 'failing',
  slow: 'timeout',
  badAnswer: 'failing',
  tooLong: 'over-budget',
  misconfigured: 'refused',
}

/** A call without an answer: how the log calls it, what is wrong and what to do, and the tokens that it cost all the same. */
interface FailedCall {
  readonly fallback: ModelFallback
  readonly detail: string
  readonly tokensIn: number
  readonly tokensOut: number
}

const failed = (fallback: ModelFallback, detail: string): FailedCall => ({ fallback, detail, tokensIn: 0, tokensOut: 0 })

const failureOf = ({ detail, reason, usage }: ModelFailed): FailedCall => ({ ...failed(fallbacks[reason], detail), ...usage })

/** Returns the call of a commit at `first` whose end nobody waits for any more: its process ended. */
const askedBefore = Effect.fnUntraced(function* (
  brain: OpenBrain,
  { limits, name }: Pick<ModelTask<never, never>, 'limits' | 'name'>,
  first: Position,
) {
  const asked = (yield* commitAt(brain, first)).find((event) => event.type === 'ModelAsked')
  const none: Unasked = { unasked: 'no-offer' }
  if (asked === undefined) return none
  const about = { task: name, call: asked.data.call, turn: asked.turn, limits: limits(yield* profileOf(brain.state, brain.key)) }
  const nothing = { explanation: undefined, refused: 0, tokensIn: 0, tokensOut: 0, latencyMs: 0 }
  const called: Called<never, never> = {
    end: { ...about, ...nothing, fallback: 'crash', at: yield* Clock.currentTimeMillis },
    counts: undefined,
    session: asked.commit.session,
    events: 0,
    erased: brain.state.erased.size,
    detail: 'the model was asked about this by a process that ended, or waits elsewhere: no request asks twice',
    isRepeated: true,
  }
  return called
})
