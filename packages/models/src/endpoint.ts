/** Sends one request to an OpenAI-compatible server, through the SDK of OpenAI, which is loaded with the first request. */

import * as Clock from 'effect/Clock'
import * as Effect from 'effect/Effect'
import * as Redacted from 'effect/Redacted'
import type { OpenAI } from 'openai'
import { type Advice, AnswerTooLong, type FailedRequest, FailedStatus, failedRequest } from './failed-request.ts'

/*
 * The `fetch` for the SDK. It sends what the protocol needs and nothing about this machine, follows no redirection, and stops reading an
 * answer that is longer than any valid one.
 */

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

export interface EndpointOptions {
  readonly baseUrl: string
  readonly key: Redacted.Redacted<string> | undefined
  /** Most bytes of an answer, after decompression. */
  readonly answerBytes: number
  readonly advice: Advice
}

/** Sends one request. Both options have to be handed to the SDK. */
export type Send = (client: OpenAI, options: { readonly signal: AbortSignal; readonly timeout: number }) => Promise<Response>

export interface Endpoint {
  /**
   * Sends one request and returns the text of the answer. Fails with `slow` after `requestMs` milliseconds, not counting the loading of the
   * SDK. An interruption closes the connection.
   */
  readonly request: (send: Send, requestMs: number) => Effect.Effect<string, FailedRequest>
}

export const endpoint = (options: EndpointOptions): Endpoint => {
  let loaded: Promise<Sdk> | undefined
  const sdk = (): Promise<Sdk> => {
    loaded ??= load(options)
    return loaded
  }
  return { request: (send, requestMs) => request(options.advice, sdk, send, requestMs) }
}

type Sdk = Awaited<ReturnType<typeof load>>

/** Loads the SDK, which takes a third of a second, for callers that want to wait now and not at the first request. */
export const loadSdk = async (): Promise<void> => void (await import('openai'))

const load = async ({ answerBytes, baseUrl, key }: EndpointOptions) => {
  const { OpenAI, APIConnectionTimeoutError } = await import('openai')
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
  return { client, APIConnectionTimeoutError }
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

const noAnswer = (ms: number): FailedRequest => ({
  reason: 'slow',
  detail: `no answer within ${ms} ms: see whether the server is busy, or allow it more time`,
  retryable: true,
})

/** Returns a field of what a server sent; undefined where it is not there. */
export const fieldOf = (value: unknown, field: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>)[field] : undefined
