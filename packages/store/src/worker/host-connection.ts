/** The host's model as a model of the worker: questions and answers are messages between the threads, and both sides of them stand here. */
import type { MessagePort } from 'node:worker_threads'
import {
  type Embedder,
  type EmbedderFailed,
  LanguageModel,
  ModelFailed,
  type ModelFailure,
  type ModelQuestion,
  type ModelReply,
  modelLimits,
  reportedCost,
  reportedTokens,
} from '@crabtrail/core'
import { countTokens } from '@crabtrail/text/words/context-fence'
import * as Context from 'effect/Context'
import * as Effect from 'effect/Effect'
import type { Asks, HostMessage, Told } from './protocol.ts'

/** The id of the request that is being answered. */
export const AnsweredRequest = Context.Reference<number | undefined>('@crabtrail/store/AnsweredRequest', { defaultValue: () => undefined })

/** Connection of a worker to the model and the embedding provider of its host. */
export interface HostConnection {
  /** The model of the host as a model with this id, until a request names another one. */
  readonly model: (id: string) => LanguageModel['Service']
  /** The embedder of the host, after a first call that takes at most so many milliseconds. */
  readonly embedder: (firstMs: number) => Effect.Effect<Embedder['Service'], EmbedderFailed>
}

/**
 * Made once for each port. A question ends with its deadline, and an answer after it is dropped. Nothing is remembered, so there is nothing
 * to forget.
 */
export const connectHost = (port: Pick<MessagePort, 'on' | 'postMessage'>): Pick<HostConnection, 'model'> => {
  const waiting = new Map<number, (told: Told) => void>()
  let last = 0
  let named: string | undefined
  port.on('message', (message: HostMessage | Told) => {
    if (message._tag === 'Told') waiting.get(message.ask)?.(message)
    else if (message._tag === 'Request') named = message.model ?? named
  })
  const told = (question: ModelQuestion, deadlineMs: number, request: number | undefined): Effect.Effect<Told> =>
    Effect.callback((resume) => {
      last += 1
      const ask = last
      waiting.set(ask, (answer) => resume(Effect.succeed(answer)))
      port.postMessage({ _tag: 'Asks', ask, request, question, deadlineMs } satisfies Asks)
      return Effect.sync(() => waiting.delete(ask))
    })
  return {
    model: (first) =>
      LanguageModel.of({
        get id() {
          return named ?? first
        },
        ask: Effect.fnUntraced(function* (question, deadlineMs): Effect.fn.Return<ModelReply, ModelFailed> {
          const id = named ?? first
          if (isTooLong(question)) return yield* failed(id, 'tooLong')
          const answer = yield* told(question, deadlineMs, yield* AnsweredRequest).pipe(
            Effect.timeoutOrElse({ duration: deadlineMs, orElse: () => failed(id, 'slow') }),
          )
          return answer.failure === undefined ? answer.reply : yield* failed(id, answer.failure)
        }),
        forget: Effect.void,
      }),
  }
}

const isTooLong = ({ messages, tokens }: ModelQuestion): boolean =>
  messages.length > modelLimits.messages ||
  tokens > modelLimits.tokens ||
  messages.reduce((sum, { content }) => sum + content.length, 0) > modelLimits.characters

const failed = (model: string, reason: ModelFailure): Effect.Effect<never, ModelFailed> =>
  Effect.fail(new ModelFailed({ model, reason, detail: details[reason], retryable: mayPass.has(reason) }))

const mayPass: ReadonlySet<ModelFailure> = new Set(['unreachable', 'rateLimited', 'failing', 'slow'])

const details: Readonly<Record<ModelFailure, string>> = {
  unreachable: 'the host cannot reach its model: see its log',
  refused: 'the host refuses the question: see its log',
  rateLimited: 'the host asks for fewer questions: wait a while',
  failing: 'the call of the host’s model failed: see the log of the host',
  slow: 'the host’s model did not answer in time: allow it more time, or name a faster one',
  badAnswer: `the host’s model gave no text, or one of more than ${modelLimits.answerCharacters} characters: name another model`,
  tooLong: 'the question is above a limit: offer fewer memories',
  misconfigured: 'this host offers no model: name a server instead',
}

/* The host's side. */

/** A reply whose tokens are absent gets estimated ones. */
export type HostReply = Pick<ModelReply, 'text'> & {
  readonly [Count in 'tokensIn' | 'tokensOut' | 'costUsd']?: ModelReply[Count] | undefined
}

export interface HostModel {
  /** Asks it. It should give up after `deadlineMs` milliseconds; a later reply is dropped. */
  (question: ModelQuestion, deadlineMs: number): Promise<HostReply>
  /** Returns the id by which the log names what is asked now; undefined: that of the worker's own settings. */
  readonly id?: () => string | undefined
}

/** Answers a question of the worker; never rejects. A failure repeats nothing of the error, and a long text does not cross the threads. */
export const toldBy = async (model: HostModel | undefined, { ask, deadlineMs, question }: Asks): Promise<Told> => {
  const about = { _tag: 'Told', ask } as const
  if (model === undefined) return { ...about, failure: 'misconfigured' }
  try {
    const { costUsd, text, tokensIn, tokensOut } = await model(question, deadlineMs)
    if (typeof text !== 'string' || text.trim() === '' || text.length > modelLimits.answerCharacters)
      return { ...about, failure: 'badAnswer' }
    const sent = question.messages.reduce((sum, { content }) => sum + countTokens(content), 0)
    const counted = { tokensIn: reportedTokens(tokensIn) ?? sent, tokensOut: reportedTokens(tokensOut) ?? countTokens(text) }
    const cost = reportedCost(costUsd)
    return { ...about, reply: { text, ...counted, ...(cost === undefined ? {} : { costUsd: cost }) } }
  } catch {
    return { ...about, failure: 'failing' }
  }
}
