/**
 * The embedder for any server with OpenAI's embeddings protocol: in the cloud, in the local network, or on this machine.
 *
 * Guarantees: what {@link Embedder} promises, or one `EmbedderFailed`, by the deadline. Texts are sent only to the host that was named. The
 * key is in no failure and in nothing that can be printed of the embedder.
 */
import { createHash } from 'node:crypto'
import { type EmbeddedKind, Embedder, EmbedderFailed, type EmbedderFailure, refusedTexts } from '@crabtrail/core'
import { countTokens } from '@crabtrail/text/words/context-fence'
import * as Clock from 'effect/Clock'
import * as Duration from 'effect/Duration'
import * as Effect from 'effect/Effect'
import * as Layer from 'effect/Layer'
import * as Redacted from 'effect/Redacted'
import * as Result from 'effect/Result'
import * as Schedule from 'effect/Schedule'
import { readAnswer } from './answer.ts'
import { batches, vectorCache } from './batches.ts'
import { endpoint } from './endpoint.ts'
import type { FailedRequest } from './failed-request.ts'
import { type CheckedOptions, checkOptions, type OpenAiCompatibleOptions } from './open-ai-options.ts'

export { loadSdk } from './endpoint.ts'
export type { OpenAiCompatibleOptions } from './open-ai-options.ts'

type Vectors = ReadonlyArray<Float32Array>

/** Makes the embedder without any request. Fails only with `misconfigured`. */
export const openAiCompatible = (options: OpenAiCompatibleOptions): Result.Result<Embedder['Service'], EmbedderFailed> =>
  Result.map(checkOptions(options, options.key === undefined ? undefined : Redacted.value(options.key)), ({ checked, id }) => {
    const embed = embedding(id, checked)
    return {
      id,
      dimension: checked.dimension,
      embed: (texts: ReadonlyArray<string>, kind: EmbeddedKind) =>
        Effect.timeoutOrElse(embed(texts, kind), {
          duration: checked.deadlineMs,
          orElse: () => Effect.fail(late(id, checked.deadlineMs)),
        }),
    }
  })

export const layerOpenAiCompatible = (options: OpenAiCompatibleOptions): Layer.Layer<Embedder, EmbedderFailed> =>
  Layer.effect(Embedder, Effect.fromResult(Result.map(openAiCompatible(options), (embedder) => Embedder.of(embedder))))

const late = (embedder: string, ms: number): EmbedderFailed =>
  new EmbedderFailed({
    embedder,
    reason: 'slow',
    detail: `not all vectors were there within ${ms} ms: ask for fewer texts at once, or allow it more time`,
    retryable: true,
  })

/** Each answer is cached at once, so that repeating a call that failed late costs less. */
const embedding = (id: string, options: CheckedOptions) => {
  const ask = request(options)
  const cache = vectorCache(options.cacheBytes, options.dimension)
  return Effect.fnUntraced(function* (texts: ReadonlyArray<string>, kind: EmbeddedKind) {
    const refused = refusedTexts(id, texts) ?? tooManyTokens(id, texts, options.textTokens)
    if (refused !== undefined) return yield* refused
    const deadline = (yield* Clock.currentTimeMillis) + options.deadlineMs
    const sent = texts.map((text) => `${options.prefixes[kind]}${text.toWellFormed()}`)
    const digests = sent.map(digestOf)
    const known = new Map(digests.map((digest) => [digest, cache.get(digest)]))
    const missing = new Map(
      sent.map((text, at) => [digests[at] ?? '', text] as const).filter(([digest]) => known.get(digest) === undefined),
    )
    const parts = batches([...missing.values()], { texts: options.batchTexts, tokens: options.batchTokens })
    yield* Effect.forEach(
      parts,
      (part) =>
        Effect.map(repeated(id, ask(part), options, deadline), (vectors) => {
          for (const [at, vector] of vectors.entries()) {
            const digest = digestOf(part[at] ?? '')
            cache.set(digest, vector)
            known.set(digest, vector)
          }
        }),
      { concurrency: options.requestsAtOnce, discard: true },
    )
    return digests.map((digest) => copied(known.get(digest)))
  })
}

/** Most bytes of JSON that a number takes, including its separators. */
const bytesPerNumber = 32
/** Most bytes that an answer may have beside its numbers. */
const bytesBeside = 65_536

type Failed = FailedRequest<EmbedderFailure>

/** Returns a function that requests the vectors of texts, which must not be empty. */
const request = (options: CheckedOptions) => {
  const { baseUrl, batchTexts, dimension, key, model, requestMs, sendDimension } = options
  const server = endpoint({
    baseUrl,
    key,
    answerBytes: batchTexts * dimension * bytesPerNumber + bytesBeside,
    advice: { tooLong: 'split the texts, or ask for fewer tokens at once', refused: 'see that model and dimension are what it offers' },
  })
  return (texts: ReadonlyArray<string>): Effect.Effect<Vectors, Failed> => {
    const body = { model, input: [...texts], encoding_format: 'float' as const, ...(sendDimension ? { dimensions: dimension } : {}) }
    return Effect.flatMap(
      server.request((client, settings) => client.embeddings.create(body, settings).asResponse(), requestMs),
      (answer) =>
        Effect.fromResult(
          Result.mapError(readAnswer(answer, texts.length, dimension), (fault): Failed => ({ ...fault, retryable: false })),
        ),
    )
  }
}

/** Copies a vector, so that not even equal texts of one call share one. */
const copied = (vector: Float32Array | undefined): Float32Array => {
  if (vector === undefined) throw new Error('a text was neither known nor asked for')
  return vector.slice()
}

const digestOf = (text: string): string => createHash('sha256').update(text).digest('base64')

const tooManyTokens = (embedder: string, texts: ReadonlyArray<string>, most: number): EmbedderFailed | undefined => {
  const long = texts.findIndex((text) => countTokens(text) > most)
  if (long === -1) return undefined
  const detail = `text ${long + 1} of ${texts.length} has about ${countTokens(texts[long] ?? '')} tokens, at most ${most}: split it`
  return new EmbedderFailed({ embedder, reason: 'tooLong', detail, retryable: false })
}

/**
 * Repeats a failed request. It waits as long as the server asks, or by exponential back-off, and gives up if the wait would end after the
 * deadline.
 */
const repeated = (
  embedder: string,
  once: Effect.Effect<Vectors, Failed>,
  { retries, retryDelayMs }: Pick<CheckedOptions, 'retries' | 'retryDelayMs'>,
  deadline: number,
): Effect.Effect<Vectors, EmbedderFailed> => {
  const whileInTime = Schedule.exponential(retryDelayMs).pipe(
    Schedule.setInputType<Failed>(),
    Schedule.modifyDelay(({ duration, input }) => Effect.succeed(input.waitMs ?? duration)),
    Schedule.upTo({ times: retries }),
    Schedule.while(({ duration, input, now }) => input.retryable && now + Duration.toMillis(duration) < deadline),
  )
  return Effect.mapError(
    Effect.retry(once, whileInTime),
    ({ detail, reason, retryable }) => new EmbedderFailed({ embedder, reason, detail, retryable }),
  )
}
