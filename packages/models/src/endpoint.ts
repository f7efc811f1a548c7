/** Sends one request to an OpenAI-compatible server, through the SDK of OpenAI, which is loaded with the first request. */
import type { ModelFailure } from '@crabtrail/core'
import * as Clock from 'effect/Clock'
import * as Effect from 'effect/Effect'
import * as Redacted from 'effect/Redacted'
import * as Result from 'effect/Result'
import type { OpenAI } from 'openai'

/*
 * The `fetch` for the SDK. It sends what the protocol needs and nothing about this machine, follows no redirection, and stops reading an
 * answer that is longer than any valid one.
 */

interface FetchLimits {
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
    // The SDK would keep no body without a field "error", and would put the text of the server into the message of its error.
    if (!response.ok) throw new FailedStatus(response.status, response.headers, body?.toString() ?? '')
    const answered = new Headers(response.headers)
    // The body has been decompressed.
    answered.delete('content-encoding')
    return new Response(bodyless.has(response.status) ? null : body, { status: response.status, headers: answered })
  }

/** Statuses of success without a body. */
const bodyless: ReadonlySet<number> = new Set([204, 205])

const readAtMost = async (body: ReadableStream<Uint8Array>, most: number): Promise<Buffer<ArrayBuffer>> => {
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

interface EndpointOptions {
  readonly baseUrl: string
  readonly key: Redacted.Redacted<string> | undefined
  /** Most bytes of an answer, after decompression. */
  readonly answerBytes: number
  readonly advice: Advice
}

/** Sends one request. Both options have to be handed to the SDK. */
type Send = (client: OpenAI, options: { readonly signal: AbortSignal; readonly timeout: number }) => Promise<Response>

/**
 * Returns a function that sends one request and returns the text of the answer. It fails with `slow` after `requestMs` milliseconds, not counting
 * the loading of the SDK. An interruption closes the connection.
 */
export const endpoint = (options: EndpointOptions) => {
  let loaded: Promise<Sdk> | undefined
  const sdk = (): Promise<Sdk> => {
    loaded ??= load(options).catch((error: unknown) => {
      // The next request tries again: the package may have been installed since.
      loaded = undefined
      throw error
    })
    return loaded
  }
  return (send: Send, requestMs: number) => request(options.advice, sdk, send, requestMs)
}

type Sdk = Awaited<ReturnType<typeof load>>

/** Loads the client of the SDK alone, which takes a third of a second, for callers that want to wait now and not at the first request. */
export const loadSdk = async (): Promise<void> => void (await import('openai/client'))

const load = async ({ answerBytes, baseUrl, key }: EndpointOptions) => {
  const { OpenAI } = await import('openai/client')
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
    fetch: boundedFetch({ answerBytes, headers: ['accept', 'content-type', ...(key === undefined ? [] : ['authorization'])] }),
  })
  return { client, APIConnectionTimeoutError: OpenAI.APIConnectionTimeoutError }
}

const request = Effect.fnUntraced(function* (advice: Advice, sdk: () => Promise<Sdk>, send: Send, requestMs: number) {
  const now = yield* Clock.currentTimeMillis
  const { APIConnectionTimeoutError, client } = yield* Effect.tryPromise({ try: sdk, catch: () => notInstalled })
  return yield* Effect.tryPromise({
    try: async (signal) => {
      // The SDK's time limit is longer than ours, so ours ends the request.
      const response = await send(client, { signal, timeout: requestMs + 1_000 })
      return response.text()
    },
    catch: (cause) => (cause instanceof APIConnectionTimeoutError ? connectionLost : failedRequest(cause, advice, now)),
  }).pipe(Effect.timeoutOrElse({ duration: requestMs, orElse: () => Effect.fail(noAnswer(requestMs)) }))
})

const notInstalled: FailedRequest = {
  reason: 'misconfigured',
  detail: 'the package openai cannot be loaded: install it',
  retryable: false,
}

const connectionLost: FailedRequest = {
  reason: 'slow',
  detail: 'the connection was given up: see whether the server is busy',
  retryable: true,
}

export const noAnswer = (ms: number): FailedRequest => ({
  reason: 'slow',
  detail: `no answer within ${ms} ms: see whether the server is busy, or allow it more time`,
  retryable: true,
})

/** Returns a field of what a server sent; undefined where it is not there. */
export const fieldOf = (value: unknown, field: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>)[field] : undefined

/* Classifies a failed request to an OpenAI-compatible server: the reason, what to do, and whether and when to try again. */

/** A request without a usable answer. `detail` contains no text of the server, nothing that was sent, and no key. */
export interface FailedRequest<Reason extends string = ModelFailure> {
  readonly reason: Reason
  readonly detail: string
  /** True if the same request may succeed later without any change. */
  readonly retryable: boolean
  /** Milliseconds that the server asks to wait, 0 to a day; undefined if it does not say. */
  readonly waitMs?: number | undefined
  /** Tokens that the server reports all the same. */
  readonly usage?: { readonly tokensIn: number; readonly tokensOut: number } | undefined
  /** Body of an answer with the status 400 or 422. It may repeat what was sent, so it never becomes part of a failure. */
  readonly refusal?: string | undefined
}

/** Advice in words of the service that asks. */
interface Advice {
  readonly tooLong: string
  readonly refused: string
}

/** Error of an answer that is longer than any valid one. */
class AnswerTooLong extends Error {}

/** Error of an answer with another status than success. Its message holds nothing of the answer. */
class FailedStatus extends Error {
  readonly status: number
  readonly headers: Headers
  readonly body: string

  constructor(status: number, headers: Headers, body: string) {
    super(`status ${status}`)
    this.status = status
    this.headers = headers
    this.body = body
  }
}

/**
 * Classifies an error of a request. The error itself is not kept, because it may hold the request with its key. `nowMs` is needed for a
 * `retry-after` that is a date.
 */
const failedRequest = (cause: unknown, advice: Advice, nowMs: number): FailedRequest => {
  const causes = causesOf(cause)
  const failed = causes.find((one) => one instanceof FailedStatus)
  if (failed !== undefined) return statusFailure(failed, advice, nowMs)
  if (causes.some((one) => one instanceof AnswerTooLong))
    return {
      reason: 'badAnswer',
      detail: 'the answer is longer than any good one: see whether this is the address of an API',
      retryable: false,
    }
  const code = causes
    .map((one) => (one as { readonly code?: unknown }).code)
    .find((one): one is string => typeof one === 'string' && /^[A-Z_]{3,40}$/.test(one))
  const named = code === undefined ? '' : ` (${code})`
  if (code !== undefined && brokenOff.test(code))
    return { reason: 'failing', detail: `the connection broke off${named}: see what the server logs, or ask again later`, retryable: true }
  return {
    reason: 'unreachable',
    detail: `the server cannot be reached${named}: see that it runs and the address is right`,
    retryable: true,
  }
}

/** Codes of a connection that broke off after it was made: the server may have taken the request, and may count it. */
const brokenOff = /^(?:ECONNRESET|EPIPE|HPE_|Z_|UND_ERR_(?!CONNECT_TIMEOUT))/

/** Returns an error and its causes, at most four. */
const causesOf = (error: unknown): ReadonlyArray<Error> => {
  const found: Array<Error> = []
  for (let one = error; one instanceof Error && found.length < 4; one = one.cause) found.push(one)
  return found
}

interface Meaning {
  readonly reason: ModelFailure
  readonly advice: string
  readonly retryable: boolean
}

const refused = (advice: string): Meaning => ({ reason: 'refused', advice, retryable: false })

const statusFailure = ({ body, headers, status }: FailedStatus, given: Advice, nowMs: number): FailedRequest => {
  const code = errorCode(body)
  const word = typeof code === 'string' && serverWords.has(code) ? code : undefined
  const { advice, reason, retryable } = meaningOf(status, word, given)
  const detail = `the server answers ${status}${word === undefined ? '' : ` (${word})`}: ${advice}`
  return { reason, detail, retryable, waitMs: waitOf(headers, nowMs), ...(status === 400 || status === 422 ? { refusal: body } : {}) }
}

/** Returns the server’s own error code; undefined if it gave none. */
const errorCode = (body: string): unknown =>
  Result.getOrUndefined(Result.try(() => (JSON.parse(body) as { readonly error?: { readonly code?: unknown } } | null)?.error?.code))

const meaningOf = (status: number, word: string | undefined, advice: Advice): Meaning => {
  if (status === 413 || word === 'context_length_exceeded' || word === 'string_above_max_length')
    return { reason: 'tooLong', advice: advice.tooLong, retryable: false }
  if (word === 'insufficient_quota')
    return { reason: 'rateLimited', advice: 'the quota of the key is used up, see to it', retryable: false }
  if (status === 429) return { reason: 'rateLimited', advice: 'it takes no more for now, ask again later', retryable: true }
  if (status === 408) return { reason: 'slow', advice: 'it took too long, ask again later', retryable: true }
  if (status >= 500) return { reason: 'failing', advice: 'something is wrong on its side, ask again later', retryable: true }
  if (status === 401 || status === 403) return refused('give a key that is good for this model')
  if (status === 404) return refused('see that the address is right, it often ends in /v1, and that the model is there')
  if (status >= 300 && status < 400)
    return refused('it leads elsewhere, and texts are sent nowhere but where you say: give the final address')
  return refused(advice.refused)
}

/** Longest wait, in milliseconds, that is taken from a server; a longer one is cut to it. */
const longestWaitMs = 86_400_000

/** Reads `retry-after-ms`, or `retry-after` in seconds or as a date. */
const waitOf = (headers: Headers, nowMs: number): number | undefined => {
  const exact = Number(headers.get('retry-after-ms') ?? Number.NaN)
  const after = headers.get('retry-after')?.trim() ?? ''
  const waits = [exact, after === '' ? Number.NaN : Number(after) * 1_000, Date.parse(after) - nowMs]
  const wait = waits.find((one) => Number.isFinite(one))
  return wait === undefined ? undefined : Math.min(longestWaitMs, Math.max(0, wait))
}

/**
 * Error codes of servers that are repeated in messages. No other text of a server is used, because it may repeat what it was sent: the key
 * or a text.
 */
const serverWords: ReadonlySet<string> = new Set([
  'context_length_exceeded',
  'insufficient_quota',
  'invalid_api_key',
  'invalid_request_error',
  'model_not_found',
  'rate_limit_exceeded',
  'server_error',
  'string_above_max_length',
])
