/**
 * Asks the routing model about a recall: the request is recorded first, then the model is asked while other requests go on, and its answer is
 * read as far as it was offered.
 *
 * Guarantee: a request is recorded once for the key of a recall, so a repeated recall does not ask again. Where nobody waits for the answer of
 * the first request any more, the rule decides, and the turn says so.
 */
import * as Clock from 'effect/Clock'
import * as Context from 'effect/Context'
import * as Effect from 'effect/Effect'
import * as Result from 'effect/Result'
import type { RoutingFallback } from '../../domain/events/session-events.ts'
import type { UnaskedReason } from '../../domain/events/turn-events.ts'
import type { BrainKey, NodeNumber, Position, SessionNumber, TurnNumber } from '../../domain/identity.ts'
import type { Profile } from '../../domain/profiles/profile.ts'
import { readChoice } from '../../domain/routing/routing-answer.ts'
import { fellBack, type RoutingEnd } from '../../domain/routing/routing-call.ts'
import { followsMost, type OfferedMemory } from '../../domain/routing/routing-offer.ts'
import { answerForm, instructionOf, promptFor, type RoutingPrompt, templateOf } from '../../domain/routing/routing-prompt.ts'
import type { OpenBrain } from '../brain/brain.ts'
import { type ContentDrafts, cleanText } from '../brain/contents.ts'
import { decodeRow } from '../brain/read-row.ts'
import { beginSignal, runCommand } from '../brain/run-command.ts'
import { limits } from '../limits.ts'
import { Cryptography } from '../ports/cryptography.ts'
import { type CommitGate, EventStore } from '../ports/event-store.ts'
import type { LanguageModel, ModelFailed, ModelFailure, ModelQuestion, ModelReply } from '../ports/language-model.ts'
import type { RecallRequest } from '../requests.ts'
import type { SimilarFailure } from './call-worth.ts'

/** Time limit of this process for its model. */
export interface ModelPace {
  /** Milliseconds that a recall waits for the model, beside its own time; 0: no model is asked. */
  readonly modelMs: number
}

export const ModelPace = Context.Reference<ModelPace>('@crabtrail/core/ModelPace', {
  defaultValue: () => ({ modelMs: limits.modelMs }),
})

/** Runs an effect during which the brain is free for other requests. */
export type Outside = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>

/** Says how this process waits for something outside of the memory: a server of several requests goes on with the next one meanwhile. */
export const WaitingOutside = Context.Reference<WaitsOutside>('@crabtrail/core/WaitingOutside', {
  defaultValue: () => ({ wait: (effect) => effect, mayAsk: () => true, unwanted: Effect.never }),
})

export interface WaitsOutside {
  readonly wait: Outside
  /** False where as many requests as may wait for a model do. */
  readonly mayAsk: () => boolean
  /** Resolves when nobody wants the answer any more: the call then ends. */
  readonly unwanted: Effect.Effect<void>
}

/** The model of a process, and how a request waits for it without holding the brain. */
export interface ModelMeans {
  readonly model: LanguageModel['Service']
  readonly modelMs: number
  readonly outside: Outside
  readonly unwanted: Effect.Effect<void>
}

export interface RoutingMeans extends ModelMeans {
  /** How much was erased of each brain when the model was asked last. */
  readonly erasures: Map<BrainKey, number>
}

/** A question with what was offered for it, over one state of the brain. */
export interface Offered {
  readonly offered: ReadonlyArray<OfferedMemory>
  readonly text: (node: NodeNumber) => string
  readonly workspace: ReadonlyArray<string>
  readonly failures: ReadonlyArray<SimilarFailure>
  readonly asksKernel: boolean
  readonly settings: Profile
}

/** A call that was recorded, with the number that its request reserved for the turn and the session that it stands in. */
export interface Called {
  readonly turn: TurnNumber
  readonly session: SessionNumber | undefined
  /** The number of events that this process appended for the request. */
  readonly events: number
  /** How many contents were erased when the model was asked. */
  readonly erased: number
  readonly end: RoutingEnd
  /** The fault, and what to do; undefined for an answer. It is told and not recorded. */
  readonly detail?: string
}

interface Asking<E, R> {
  /** The drafts of the turn. */
  readonly drafts: ContentDrafts
  readonly gate: CommitGate | undefined
  /** Looks up what is offered, over the state of an attempt; undefined where there is nothing to choose any more. */
  readonly offer: () => Effect.Effect<Offered | undefined, E, R>
}

/** Returns the call that was recorded, or why none was made. */
export const askRouting = Effect.fnUntraced(function* <E, R>(
  brain: OpenBrain,
  request: RecallRequest,
  question: string,
  means: RoutingMeans,
  { drafts, gate, offer }: Asking<E, R>,
) {
  const crypto = yield* Cryptography
  const signal = yield* beginSignal(brain, request, 'routing')
  const model = signal.drafts.add(means.model.id)
  const asked: { unasked: UnaskedReason | 'no-offer'; of?: { prompt: RoutingPrompt; offered: Offered; erased: number } } = {
    unasked: 'no-offer',
  }
  const { answer, events, recorded } = yield* runCommand(signal, {
    durability: 'process',
    gate,
    gather: Effect.fnUntraced(function* ({ state }) {
      const offered = yield* offer()
      const prompt = offered === undefined ? undefined : promptFor(promptInput(question, offered))
      asked.unasked = offered === undefined ? 'no-offer' : 'no-room'
      if (offered === undefined || prompt === undefined) return undefined
      const template = templateOf(offered.asksKernel)
      const digest = crypto.sha256(instructionOf(template))
      const sealed = signal.drafts.seal(`${prompt.system}\n\n${prompt.user}`)
      asked.of = { prompt, offered, erased: state.erased.size }
      const { offered: fitting, tokens } = prompt
      const now = yield* Clock.currentTimeMillis
      return { _tag: 'RequestRouting' as const, offered: fitting, model, template, digest, prompt: sealed, tokens, now }
    }),
  })
  if (recorded !== undefined) return yield* requestedBefore(brain, recorded.first)
  if (answer === undefined) return { unasked: asked.unasked }
  if ('unasked' in answer) return answer
  if (asked.of === undefined) return yield* Effect.die(new Error('a model is asked about an offer'))
  yield* forgetErased(brain, means)
  const { turn } = answer
  const called = yield* callModel(means, asked.of.prompt, asked.of.offered, drafts)
  return { turn, session: events.at(0)?.commit.session, events: events.length, erased: asked.of.erased, ...called }
})

/** Has the model forget its answers where something was erased since it was asked last, in whichever process. */
export const forgetErased = ({ state: { erased }, key }: OpenBrain, { erasures, model }: RoutingMeans) =>
  Effect.suspend(() => {
    const isNew = (erasures.get(key) ?? 0) !== erased.size
    erasures.set(key, erased.size)
    return isNew ? model.forget : Effect.void
  })

const promptInput = (question: string, { asksKernel, failures, offered, settings, text, workspace }: Offered) => ({
  question,
  offered,
  text,
  workspace,
  failures,
  asksKernel,
  budget: {
    tokens: settings.budget.tokens,
    memories: settings.budget.items,
    follows: followsMost(offered.length, settings.routing),
  },
  most: settings.routing.tokensIn,
})

/**
 * Asks a model, with a deadline of its own beside that of the model. Ends early where nobody wants the answer any more. Never fails: a fault
 * of the model must not end its request.
 */
export const askModel = Effect.fnUntraced(function* (
  { outside, model, modelMs, unwanted }: ModelMeans,
  messages: Readonly<Record<'system' | 'user', string>>,
  tokens: number,
  form: ModelQuestion['form'],
) {
  const asked = (['system', 'user'] as const).map((role) => ({ role, content: messages[role] }))
  // The deadline must be able to end a call within a step that nothing else interrupts.
  const call = Effect.interruptible(model.ask({ messages: asked, tokens, form }, modelMs)).pipe(
    Effect.mapError(failureOf),
    Effect.timeoutOrElse({ duration: modelMs, orElse: () => Effect.fail(failed('timeout', `no answer within ${modelMs} ms`)) }),
    Effect.catchDefect(() => Effect.fail(failed('failing', 'the model failed'))),
    Effect.raceFirst(Effect.andThen(unwanted, Effect.fail(failed('unwanted', 'nobody wants the answer any more')))),
    Effect.result,
  )
  return yield* outside(timed(call))
})

/** The time of the call alone: a recall that comes back from outside may wait for its turn, and that is no time of the model. */
const timed = Effect.fnUntraced(function* <A>(call: Effect.Effect<A>) {
  const began = yield* Clock.currentTimeNanos
  const reply = yield* call
  const at = yield* Clock.currentTimeMillis
  return { reply, at, latencyMs: Number(((yield* Clock.currentTimeNanos) - began) / 1_000_000n) }
})

/** Asks about an offer, and reads the answer. */
const callModel = Effect.fnUntraced(function* (
  means: RoutingMeans,
  { offered, system, user }: RoutingPrompt,
  { asksKernel, settings }: Offered,
  drafts: ContentDrafts,
) {
  const form = { name: 'routing', schema: answerForm(asksKernel) }
  const { at, latencyMs, reply } = yield* askModel(means, { system, user }, settings.routing.tokensOut, form)
  if (Result.isFailure(reply)) {
    const { detail, fallback, tokensIn, tokensOut } = reply.failure
    return { end: { ...fellBack(fallback, at, latencyMs), tokensIn, tokensOut }, detail }
  }
  return { end: yield* readEnd(reply.success, offered, asksKernel, settings, drafts, { at, latencyMs }) }
})

const readEnd = Effect.fnUntraced(function* (
  { text, tokensIn, tokensOut }: ModelReply,
  offered: ReadonlyArray<OfferedMemory>,
  asksKernel: boolean,
  { routing }: Profile,
  drafts: ContentDrafts,
  when: Pick<RoutingEnd, 'at' | 'latencyMs'>,
) {
  const read = readChoice(text, offered, asksKernel, routing)
  const said = Result.isSuccess(read) ? read.success.explanation : read.failure.explanation
  const explanation = said === '' ? '' : (yield* cleanText(said)).text
  const spent = { ...when, tokensIn, tokensOut, explanation: explanation === '' ? undefined : drafts.add(explanation) }
  if (Result.isSuccess(read)) return { ...spent, choice: read.success, fallback: undefined } satisfies RoutingEnd
  const none = fellBack(read.failure.reason, when.at)
  return { ...none, ...spent, choice: { ...none.choice, refused: read.failure.refused } } satisfies RoutingEnd
})

const fallbacks: Readonly<Record<ModelFailure, RoutingFallback>> = {
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
  readonly fallback: RoutingFallback
  readonly detail: string
  readonly tokensIn: number
  readonly tokensOut: number
}

const failed = (fallback: RoutingFallback, detail: string): FailedCall => ({ fallback, detail, tokensIn: 0, tokensOut: 0 })

const failureOf = ({ detail, reason, usage }: ModelFailed): FailedCall => ({ ...failed(fallbacks[reason], detail), ...usage })

/** Returns the call of a commit at `first` whose end nobody waits for any more: its process ended, and the rule decides. */
const requestedBefore = Effect.fnUntraced(function* (brain: OpenBrain, first: Position) {
  const store = yield* EventStore
  const [row] = yield* store.read(brain.key, first, 1)
  const events = row === undefined ? [] : yield* decodeRow(brain.key, row)
  const requested = events.find(({ type }) => type === 'RoutingRequested')
  if (requested?.turn === undefined) return { unasked: 'no-offer' as const }
  const { commit, turn } = requested
  const { size: erased } = brain.state.erased
  const detail = 'the model was asked about this recall by a process that ended, or waits elsewhere: no recall asks twice'
  return { turn, session: commit.session, events: 0, erased, end: fellBack('crash', yield* Clock.currentTimeMillis), detail }
})
