/** Sends one request to an OpenAI-compatible server, through the SDK of OpenAI, which is loaded with the first request. */

import { EmbedderFailed, type EmbedderFailure } from '@crabtrail/core'
import * as Clock from 'effect/Clock'
import * as Effect from 'effect/Effect'
import * as Redacted from 'effect/Redacted'
import * as Result from 'effect/Result'
import { type FailedAttempt, readAnswer, statusFailure } from './answer.ts'
import type { CheckedOptions } from './open-ai-options.ts'

/*
 * The `fetch` for the SDK. It sends what the protocol needs and nothing about this machine, follows no redirection, and stops reading an
 * answer that is longer than any valid one.
 */

/** Error of an answer that is longer than any valid one. */
class AnswerTooLong extends Error {}

export interface FetchLimits {
  /** Bytes of an answer, after decompression. */
  readonly answerBytes: number
  /** Headers that may be sent, in small letters. The SDK adds others, some of them from variables of the environment. */
  readonly headers: ReadonlyArray<string>
}

const boundedFetch =
  ({ answerBytes, headers }: FetchLimits): typeof fetch =>
  async (address, init) => {
    const given = new Headers(init?.headers)
    const sent = new Headers({ 'user-agent': 'crabtrail' })
    for (const name of headers) {
      const value = given.get(name)
      if (value !== null) sent.set(name, value)
    }
    const response = await fetch(address, { ...init, headers: sent, redirect: 'manual' })
    const body = response.body === null ? null : await readAtMost(response.body, answerBytes)
    const answered = new Headers(response.headers)
    // The body has been decompressed.
    answered.delete('content-encoding')
    return new Response(bodyless.has(response.status) ? null : body, { status: response.status, headers: answered })
  }

/** Statuses without a body. */
const bodyless: ReadonlySet<number> = new Set([204, 205, 304])

const readAtMost = async (body: ReadableStream<Uint8Array>, most: number): Promise<Uint8Array<ArrayBuffer>> => {
  const parts: Array<Uint8Array> = []
  let bytes = 0
  // Leaving the loop cancels the stream, and with it the connection.
  for await (const part of body) {
    bytes += part.length
    if (bytes > most) throw new AnswerTooLong()
    parts.push(part)
  }
  return Buffer.concat(parts)
}

export interface Endpoint {
  /** Returns the vectors in the order of the texts, which must not be empty. An interruption closes the connection. */
  readonly ask: (texts: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<Float32Array>, FailedAttempt>
}

/** Most bytes of JSON that a number takes, including its separators. */
const bytesPerNumber = 32
/** Most bytes that an answer may have beside its numbers. */
const bytesBeside = 65_536

export const endpoint = (id: string, options: CheckedOptions): Endpoint => {
  let loaded: Promise<Sdk> | undefined
  const sdk = (): Promise<Sdk> => {
    loaded ??= load(options)
    return loaded
  }
  return { ask: (texts) => ask(id, options, sdk, texts) }
}

type Sdk = Awaited<ReturnType<typeof load>>

/** Loads the SDK, which takes a third of a second, for callers that want to wait now and not at the first request. */
export const loadSdk = async (): Promise<void> => void (await import('openai'))

const load = async ({ batchTexts, baseUrl, dimension, key }: CheckedOptions) => {
  const { OpenAI, APIConnectionTimeoutError, APIError } = await import('openai')
  const client = new OpenAI({
    baseURL: baseUrl,
    // The SDK requires a key; `boundedFetch` leaves the header out if there is none.
    apiKey: key === undefined ? 'none' : Redacted.value(key),
    // Set to null, so that no variable of the environment is used instead.
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    logLevel: 'off',
    maxRetries: 0,
    fetch: boundedFetch({
      answerBytes: batchTexts * dimension * bytesPerNumber + bytesBeside,
      headers: ['accept', 'content-type', ...(key === undefined ? [] : ['authorization'])],
    }),
  })
  return { client, APIConnectionTimeoutError, APIError }
}

const ask = Effect.fnUntraced(function* (id: string, options: CheckedOptions, sdk: () => Promise<Sdk>, texts: ReadonlyArray<string>) {
  const now = yield* Clock.currentTimeMillis
  const known = yield* Effect.tryPromise({
    try: sdk,
    catch: () => attempt(id, 'misconfigured', 'the package openai cannot be loaded: install it', false),
  })
  const { dimension, model, requestMs, sendDimension } = options
  const body = yield* Effect.tryPromise({
    try: async (signal) => {
      const asked = { model, input: [...texts], encoding_format: 'float' as const, ...(sendDimension ? { dimensions: dimension } : {}) }
      // The SDK's time limit is longer than ours, so ours ends the request.
      const response = await known.client.embeddings.create(asked, { signal, timeout: requestMs + 1_000 }).asResponse()
      return response.text()
    },
    catch: (cause) => attemptFailure(id, known, cause, now),
  }).pipe(Effect.timeoutOrElse({ duration: requestMs, orElse: () => Effect.fail(attempt(id, 'slow', noAnswer(requestMs), true)) }))
  const read = readAnswer(body, texts.length, options.dimension)
  if (Result.isSuccess(read)) return read.success
  return yield* Effect.fail(attempt(id, read.failure.reason, read.failure.detail, false))
})

const noAnswer = (ms: number): string => `no answer within ${ms} ms: see whether the server is busy, or allow it more time`

const attempt = (embedder: string, reason: EmbedderFailure, detail: string, retryable: boolean): FailedAttempt => ({
  failure: new EmbedderFailed({ embedder, reason, detail, retryable }),
})

/** Translates an error of the SDK. The error itself is not kept, because it holds the request with its key. */
const attemptFailure = (id: string, sdk: Sdk, cause: unknown, nowMs: number): FailedAttempt => {
  if (cause instanceof sdk.APIConnectionTimeoutError)
    return attempt(id, 'slow', 'the connection was given up: see whether the server is busy', true)
  if (cause instanceof sdk.APIError && typeof cause.status === 'number')
    return statusFailure(id, { status: cause.status, code: cause.code, headers: cause.headers }, nowMs)
  const causes = causesOf(cause)
  if (causes.some((one) => one instanceof AnswerTooLong))
    return attempt(id, 'badAnswer', 'the answer is longer than any good one: see whether this is the address of an API', false)
  const code = causes
    .map((one) => (one as { readonly code?: unknown }).code)
    .find((one) => typeof one === 'string' && /^[A-Z_]{3,40}$/.test(one))
  return attempt(
    id,
    'unreachable',
    `the server cannot be reached${code === undefined ? '' : ` (${code})`}: see that it runs and the address is right`,
    true,
  )
}

/** Returns an error and its causes, at most four. */
const causesOf = (error: unknown): ReadonlyArray<Error> => {
  const found: Array<Error> = []
  for (let one = error; one instanceof Error && found.length < 4; one = one.cause) found.push(one)
  return found
}
