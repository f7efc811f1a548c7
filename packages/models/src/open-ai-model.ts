/**
 * The model for any server with OpenAI's chat completions protocol: in the cloud, in the local network, or on this machine.
 *
 * Guarantees: what {@link LanguageModel} promises, or one `ModelFailed`, by the deadline. Messages are sent only to the host that was named. The
 * key is in no failure and in nothing that can be printed of the model.
 */

import { type LanguageModel, ModelFailed, type ModelQuestion, type ModelReply, modelLimits } from '@crabtrail/core'
import * as Clock from 'effect/Clock'
import * as Effect from 'effect/Effect'
import * as Redacted from 'effect/Redacted'
import * as Result from 'effect/Result'
import { endpoint, type FailedRequest, noAnswer } from './endpoint.ts'
import { answerBytesMax, type OptionalParameter, readModelAnswer, refusedParameter, requestBody, wellFormed } from './model-request.ts'
import { answerDigest, rememberedAnswers } from './remembered-answers.ts'
import { addressFault, type Bounds, keyFault, modelFault, numberFault, serverId } from './server-options.ts'

export { loadSdk } from './endpoint.ts'

/** Makes the model without any request. Fails only with `misconfigured`. */
export const openAiModel = (options: OpenAiModelOptions): Result.Result<LanguageModel['Service'], ModelFailed> =>
  Result.map(checkModelOptions(options), ({ checked, id }) => {
    const answers = rememberedAnswers(checked.cacheEntries)
    const complete = completion(checked)
    const { model, temperature } = checked
    const answer = Effect.fnUntraced(function* (question: ModelQuestion, callMs: number) {
      const digest = answerDigest({ form: question.form, messages: question.messages, model, temperature })
      const known = answers.find(digest)
      if (known !== undefined) return { text: known, tokensIn: 0, tokensOut: 0 }
      const remember = answers.begin()
      const reply = yield* complete(question, callMs)
      remember(digest, reply.text)
      return reply
    })
    return {
      id,
      ask: (question: ModelQuestion, deadlineMs: number) =>
        Effect.suspend(() => {
          const fault = questionFault(question, deadlineMs)
          if (fault !== undefined) return Effect.fail(failureOf(id, fault))
          const callMs = Math.min(deadlineMs, callMsMax)
          return answer({ ...question, messages: wellFormed(question.messages) }, callMs).pipe(
            Effect.timeoutOrElse({ duration: callMs, orElse: () => Effect.fail(noAnswer(callMs)) }),
            Effect.mapError((failed) => failureOf(id, failed)),
          )
        }),
      forget: Effect.sync(answers.forget),
    }
  })

/** Longest call in milliseconds: an hour. A later deadline is brought forward to it, because a timer holds 24 days at most. */
const callMsMax = 3_600_000

const failureOf = (model: string, { detail, reason, retryable, usage }: FailedRequest): ModelFailed =>
  new ModelFailed({ model, reason, detail, retryable, ...(usage === undefined ? {} : { usage }) })

/** Returns the fault of a question that is refused before anything is sent; undefined if there is nothing to refuse. */
const questionFault = ({ messages, tokens }: ModelQuestion, deadlineMs: number): FailedRequest | undefined => {
  const refuse = (reason: 'tooLong' | 'misconfigured', detail: string): FailedRequest => ({ reason, detail, retryable: false })
  if (messages.length > modelLimits.messages)
    return refuse('tooLong', `${messages.length} messages, at most ${modelLimits.messages}: join them`)
  const characters = messages.reduce((sum, { content }) => sum + content.length, 0)
  if (characters > modelLimits.characters)
    return refuse('tooLong', `the messages have ${characters} characters, at most ${modelLimits.characters}: shorten them`)
  if (tokens > modelLimits.tokens) return refuse('tooLong', `an answer of ${tokens} tokens, at most ${modelLimits.tokens}: ask for fewer`)
  if (messages.length === 0) return refuse('misconfigured', 'the question has no message: give at least one')
  if (!Number.isInteger(tokens) || tokens < 1)
    return refuse('misconfigured', `tokens is ${tokens}: a whole number from 1 to ${modelLimits.tokens}`)
  if (Number.isNaN(deadlineMs)) return refuse('misconfigured', 'the deadline is no number: give it in milliseconds')
  return deadlineMs > 0 ? undefined : noAnswer(deadlineMs)
}

/**
 * Returns a function that requests one completion.
 *
 * It sends at most {@link modelLimits.requests} requests. A retryable failure is repeated if the wait ends before the deadline. A refusal
 * of a parameter is repeated at once without it, and the model leaves that parameter out from then on.
 */
const completion = (options: CheckedModelOptions) => {
  const { baseUrl, key, retries, retryDelayMs } = options
  const server = endpoint({
    baseUrl,
    key,
    answerBytes: answerBytesMax,
    advice: {
      tooLong: 'shorten the messages, or ask for fewer tokens',
      refused: 'see that the model is one for chat, and that the server offers it',
    },
  })
  const avoided = new Set<OptionalParameter>()
  const request = (question: ModelQuestion, callMs: number, sent: ReadonlySet<OptionalParameter>) =>
    Effect.flatMap(
      // The deadline of the call ends the request, so the time limit of the request lies behind it.
      server(
        (client, settings) => client.chat.completions.create(requestBody(question, options, sent), settings).asResponse(),
        callMs + 1_000,
      ),
      (body) => Effect.fromResult(readModelAnswer(body, question.messages)),
    )
  return Effect.fnUntraced(function* (question: ModelQuestion, callMs: number): Effect.fn.Return<ModelReply, FailedRequest> {
    const deadline = (yield* Clock.currentTimeMillis) + callMs
    let repetitions = 0
    for (let requests = 1; ; requests++) {
      // Another call may add a parameter meanwhile, and a refusal is about the parameters of its own request.
      const sent = new Set(avoided)
      const outcome = yield* Effect.result(request(question, callMs, sent))
      if (Result.isSuccess(outcome)) return outcome.success
      const failed = outcome.failure
      const parameter = failed.reason === 'refused' && failed.refusal !== undefined ? refusedParameter(failed.refusal, sent) : undefined
      if (parameter !== undefined) avoided.add(parameter)
      // After a refused parameter the same call may succeed, because the next one is sent without it.
      if (requests >= modelLimits.requests) return yield* Effect.fail(parameter === undefined ? failed : { ...failed, retryable: true })
      if (parameter !== undefined) continue
      const waitMs = failed.waitMs ?? retryDelayMs * 2 ** repetitions
      const inTime = (yield* Clock.currentTimeMillis) + waitMs < deadline
      if (!failed.retryable || repetitions >= retries || !inTime) return yield* Effect.fail(failed)
      repetitions += 1
      yield* Effect.sleep(waitMs)
    }
  })
}

/* Options of a model for an OpenAI-compatible server, and the check that they can work. */

export interface OpenAiModelOptions {
  /** Address of the API, without query and credentials: `https://api.openai.com/v1`. */
  readonly baseUrl: string
  /** The key; undefined for a server that needs none. It is never printed. */
  readonly key?: Redacted.Redacted<string> | undefined
  /** The name of the model on the server: at most 128 printable characters of ASCII. */
  readonly model: string
  /** Randomness of the answers, 0 to 2; 0. It is not sent to a server that refuses the field. */
  readonly temperature?: number
  /** Most repetitions of a request that may succeed if it is repeated: 0 to 2; 2. */
  readonly retries?: number
  /** Milliseconds before the first repetition, doubled before the second; 100. A wait that the server asks for takes precedence. */
  readonly retryDelayMs?: number
  /** Answers that are remembered; 256, 0 for none. Each has at most {@link modelLimits.answerCharacters} UTF-16 code units. */
  readonly cacheEntries?: number
}

type CheckedModelOptions = Required<Omit<OpenAiModelOptions, 'key'>> & Pick<OpenAiModelOptions, 'key'>

const defaults = { temperature: 0, retries: 2, retryDelayMs: 100, cacheEntries: 256 } as const

const bounds: Bounds<Exclude<keyof typeof defaults, 'temperature'>> = {
  retries: [0, modelLimits.requests - 1],
  retryDelayMs: [0, 60_000],
  cacheEntries: [0, 4_096],
}

/** Checks the options, fills in defaults, and returns the id of their model. */
const checkModelOptions = (
  options: OpenAiModelOptions,
): Result.Result<{ readonly id: string; readonly checked: CheckedModelOptions }, ModelFailed> => {
  const checked: CheckedModelOptions = { ...defaults, ...options }
  const { baseUrl, key, model, temperature } = checked
  const address = URL.parse(baseUrl)
  const wrong =
    addressFault(address) ??
    modelFault(model) ??
    keyFault(key === undefined ? undefined : Redacted.value(key)) ??
    temperatureFault(temperature) ??
    numberFault(checked, bounds)
  if (wrong === undefined && address !== null) return Result.succeed({ id: idOf(address, checked), checked })
  return Result.fail(new ModelFailed({ model: 'open-ai-model', reason: 'misconfigured', detail: wrong ?? 'no address', retryable: false }))
}

const temperatureFault = (temperature: number): string | undefined =>
  temperature >= 0 && temperature <= 2 ? undefined : `temperature is ${temperature}: a number from 0 to 2`

const idOf = (address: URL, { model, temperature }: CheckedModelOptions): string =>
  serverId(address, {
    name: `${address.host}/${model}`,
    depends: [model, temperature],
    characters: modelLimits.idCharacters,
  })
