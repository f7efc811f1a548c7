/**
 * The embedder for any server with OpenAI's embeddings protocol: in the cloud, in the local network, or on this machine.
 *
 * Guarantees: what {@link Embedder} promises, or one `EmbedderFailed`, by the deadline. Texts are sent only to the host that was named. The
 * key is in no failure and in nothing that can be printed of the embedder.
 */

import { createHash } from 'node:crypto'
import { type EmbeddedKind, Embedder, EmbedderFailed, type EmbedderFailure, embedderLimits, refusedTexts } from '@crabtrail/core'
import { countTokens } from '@crabtrail/text/words/context-fence'
import * as Clock from 'effect/Clock'
import * as Duration from 'effect/Duration'
import * as Effect from 'effect/Effect'
import * as Layer from 'effect/Layer'
import * as Redacted from 'effect/Redacted'
import * as Result from 'effect/Result'
import * as Schedule from 'effect/Schedule'
import { endpoint, type FailedRequest, fieldOf } from './endpoint.ts'
import { unitVector } from './hashed.ts'
import { recentlyUsed } from './remembered-answers.ts'
import { addressFault, type Bounds, keyFault, modelFault, numberFault, serverId } from './server-options.ts'

export { loadSdk } from './endpoint.ts'

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
  // By a digest of the text: no text is kept. It stays empty if not even one vector fits.
  const cache = recentlyUsed<Float32Array>(Math.floor(options.cacheBytes / (options.dimension * Float32Array.BYTES_PER_ELEMENT)))
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
    const keep = (part: ReadonlyArray<string>, vectors: Vectors) => {
      for (const [at, vector] of vectors.entries()) {
        const digest = digestOf(part[at] ?? '')
        cache.set(digest, vector)
        known.set(digest, vector)
      }
    }
    yield* Effect.forEach(
      parts,
      (part) =>
        repeated(ask(part), options, deadline).pipe(
          Effect.mapError((failed) => failureOf(id, failed, placesOf(sent, part, failed.spoilt))),
          Effect.map((vectors) => keep(part, vectors)),
        ),
      { concurrency: options.requestsAtOnce, discard: true },
    )
    return digests.map((digest) => copied(known.get(digest)))
  })
}

/** Most bytes of JSON that a number takes, including its separators. */
const bytesPerNumber = 32
/** Most bytes that an answer may have beside its numbers. */
const bytesBeside = 65_536

interface Failed extends FailedRequest<EmbedderFailure> {
  /** Places in the request of the texts whose vectors alone cannot be used. */
  readonly spoilt?: ReadonlyArray<number>
}

/** Returns a function that requests the vectors of texts, which must not be empty. */
const request = (options: CheckedOptions) => {
  const { baseUrl, batchTexts, dimension, key, model, requestMs, sendDimension } = options
  const server = endpoint({
    baseUrl,
    key,
    answerBytes: batchTexts * dimension * bytesPerNumber + bytesBeside,
    advice: { tooLong: 'split the texts, or ask for fewer tokens at once', refused: 'see that model and dimension are what it offers' },
  })
  const isSame = sameModel(model)
  return (texts: ReadonlyArray<string>): Effect.Effect<Vectors, Failed> => {
    const body = { model, input: [...texts], encoding_format: 'float' as const, ...(sendDimension ? { dimensions: dimension } : {}) }
    return Effect.flatMap(
      server((client, settings) => client.embeddings.create(body, settings).asResponse(), requestMs),
      (answer) => Effect.fromResult(readAnswer(answer, { texts: texts.length, dimension, isSame })),
    )
  }
}

/**
 * Returns a check of the name of the model that a server answers by: vectors of two models cannot be compared. A server may write the name that it was
 * asked for in other words (`…-v2`, `library/…:latest`), and the same way each time; one that gives no name is believed.
 */
const sameModel = (model: string) => {
  const wanted = bareName(model)
  let first: string | undefined
  return (answered: unknown): boolean => {
    if (typeof answered !== 'string' || answered.trim() === '') return true
    const name = bareName(answered)
    if (!name.includes(wanted) && !wanted.includes(name)) return false
    first ??= answered
    return answered === first
  }
}

const bareName = (model: string): string =>
  model
    .slice(model.lastIndexOf('/') + 1)
    .replace(/:latest$|\.gguf$/i, '')
    .toLowerCase()

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
  once: Effect.Effect<Vectors, Failed>,
  { retries, retryDelayMs }: Pick<CheckedOptions, 'retries' | 'retryDelayMs'>,
  deadline: number,
): Effect.Effect<Vectors, Failed> => {
  const whileInTime = Schedule.exponential(retryDelayMs).pipe(
    Schedule.setInputType<Failed>(),
    Schedule.modifyDelay(({ duration, input }) => Effect.succeed(input.waitMs ?? duration)),
    Schedule.upTo({ times: retries }),
    Schedule.while(({ duration, input, now }) => input.retryable && now + Duration.toMillis(duration) < deadline),
  )
  return Effect.retry(once, whileInTime)
}

const failureOf = (
  embedder: string,
  { detail, reason, refusal, retryable }: Failed,
  spoilt: ReadonlyArray<number> | undefined,
): EmbedderFailed =>
  new EmbedderFailed({
    embedder,
    // A refusal of one request is another thing than one of all: a wrong key, or a wrong address.
    reason: reason === 'refused' && refusal !== undefined ? 'unfit' : reason,
    detail,
    retryable,
    ...(spoilt === undefined ? {} : { spoilt }),
  })

/** Returns the places among all texts of those that a request names by their places in it. */
const placesOf = (all: ReadonlyArray<string>, part: ReadonlyArray<string>, places: ReadonlyArray<number> | undefined) => {
  if (places === undefined) return undefined
  const meant = new Set(places.map((place) => part[place]))
  return all.flatMap((text, place) => (meant.has(text) ? [place] : []))
}

/* Options for an OpenAI-compatible server, and the check that they can work. */

export interface OpenAiCompatibleOptions {
  /** Address of the API, without query and credentials: `https://api.openai.com/v1`. */
  readonly baseUrl: string
  /** The key; undefined for a server that needs none. It is never printed. */
  readonly key?: Redacted.Redacted<string> | undefined
  /** The name of the model on the server: at most 128 printable characters of ASCII. */
  readonly model: string
  /** Numbers of a vector. An answer of another length is refused. */
  readonly dimension: number
  /**
   * True to send the dimension to the server, for models that can shorten their vectors. False by default, because most servers do not know
   * the field.
   */
  readonly sendDimension?: boolean
  /** Prefix of a text of each kind, for models that expect one: `query: `. Empty by default. */
  readonly prefixes?: Readonly<Record<EmbeddedKind, string>>
  /** Texts of one request; 64. */
  readonly batchTexts?: number
  /** Tokens of one request, estimated; 50,000. */
  readonly batchTokens?: number
  /** Tokens of one text, estimated; longer ones are refused without asking. 8,000. */
  readonly textTokens?: number
  /** Requests under way at once; 2. */
  readonly requestsAtOnce?: number
  /** Milliseconds for one request; 20,000. */
  readonly requestMs?: number
  /** Milliseconds for a whole call, with all its requests and waits; 60,000. */
  readonly deadlineMs?: number
  /** Most repetitions of a request that may succeed if it is repeated; 2. */
  readonly retries?: number
  /** Milliseconds before the first repetition, doubled before each further one; 250. A wait that the server asks for takes precedence. */
  readonly retryDelayMs?: number
  /** Bytes of vectors that are cached for repeated texts; 16,000,000. */
  readonly cacheBytes?: number
}

type CheckedOptions = Required<Omit<OpenAiCompatibleOptions, 'key'>> & Pick<OpenAiCompatibleOptions, 'key'>

const defaults = {
  sendDimension: false,
  prefixes: { document: '', question: '' },
  batchTexts: 64,
  batchTokens: 50_000,
  textTokens: 8_000,
  requestsAtOnce: 2,
  requestMs: 20_000,
  deadlineMs: 60_000,
  retries: 2,
  retryDelayMs: 250,
  cacheBytes: 16_000_000,
} as const

type Counted = Exclude<keyof typeof defaults, 'sendDimension' | 'prefixes'>

const bounds: Bounds<Counted | 'dimension'> = {
  dimension: [1, embedderLimits.dimension],
  batchTexts: [1, 2_048],
  batchTokens: [1, 1_000_000],
  textTokens: [1, 100_000],
  requestsAtOnce: [1, 16],
  requestMs: [1, 600_000],
  deadlineMs: [1, 3_600_000],
  retries: [0, 10],
  retryDelayMs: [0, 60_000],
  cacheBytes: [0, 1_000_000_000],
}

/** Checks the options, fills in defaults, and returns the id of their embedder. */
const checkOptions = (
  options: OpenAiCompatibleOptions,
  keyText: string | undefined,
): Result.Result<{ readonly id: string; readonly checked: CheckedOptions }, EmbedderFailed> => {
  const checked: CheckedOptions = { ...defaults, ...options }
  const address = URL.parse(checked.baseUrl)
  const wrong = addressFault(address) ?? textFault(checked, keyText) ?? numberFault(checked, bounds)
  if (wrong === undefined && address !== null) return Result.succeed({ id: idOf(address, checked), checked })
  const detail = wrong ?? 'no address'
  return Result.fail(new EmbedderFailed({ embedder: 'open-ai-compatible', reason: 'misconfigured', detail, retryable: false }))
}

const textFault = ({ model, prefixes }: CheckedOptions, keyText: string | undefined): string | undefined =>
  modelFault(model) ??
  keyFault(keyText) ??
  (Object.values(prefixes).some((one) => one.length > 512) ? 'a prefix has at most 512 characters' : undefined)

/** The mark depends on the prefixes too, because they change every vector. */
const idOf = (address: URL, { dimension, model, prefixes }: CheckedOptions): string =>
  serverId(address, {
    name: `${address.host}/${model}/${dimension}`,
    depends: [model, dimension, prefixes.document, prefixes.question],
    characters: embedderLimits.idCharacters,
  })

/* Reads the answer of a server: one vector of unit length for each text, in the order of the texts, or the fault of the answer. */

/** What was read of an answer, or its fault, which repeats nothing of the answer. */
type Read<A> = Result.Result<A, Failed>

interface Agreed {
  /** The number of texts in the request. */
  readonly texts: number
  readonly dimension: number
  readonly isSame: (model: unknown) => boolean
}

/** Reads the vectors of an answer. */
const readAnswer = (body: string, { dimension, isSame, texts }: Agreed): Read<ReadonlyArray<Float32Array>> => {
  const parsed = parse(body)
  if (Result.isFailure(parsed)) return Result.fail(parsed.failure)
  const entries = fieldOf(parsed.success, 'data')
  if (!Array.isArray(entries))
    return bad('the answer has no list "data": give the address of an OpenAI-compatible API, which often ends in /v1')
  if (entries.length !== texts)
    return bad(`${entries.length} vectors for ${texts} texts: ask for fewer at once, or see what the server logs`)
  if (!isSame(fieldOf(parsed.success, 'model'))) return Result.fail(otherModel)
  const ordered = inOrder(entries)
  if (ordered === undefined) return bad('its indices are not those of the texts: see what the server logs')
  const read = ordered.map((entry, at) => readVector(fieldOf(entry, 'embedding'), dimension, `vector ${at + 1} of ${texts}`))
  const faults = read.flatMap((one, place) => (Result.isFailure(one) ? [{ ...one.failure, place }] : []))
  const [first] = faults
  if (first === undefined) return Result.succeed(read.flatMap((one) => (Result.isSuccess(one) ? [one.success] : [])))
  const { place: _, ...failed } = first
  // A wrong dimension is that of the model, whatever the text.
  const isPart = faults.length < texts && faults.every(({ reason }) => reason !== 'wrongDimension')
  return Result.fail(isPart ? { ...failed, spoilt: faults.map(({ place }) => place) } : failed)
}

const fault = (reason: EmbedderFailure, detail: string): Failed => ({ reason, detail, retryable: false })

const otherModel = fault(
  'misconfigured',
  'the server answers by another model than was asked for, or than before, and vectors of two models cannot be compared: name the model that it serves',
)

const bad = (detail: string): Read<never> => Result.fail(fault('badAnswer', detail))

/** Parses JSON. Some servers write numbers that JSON does not have, which is reported as such and not as invalid JSON. */
const parse = (body: string): Read<unknown> =>
  Result.mapError(
    Result.try(() => JSON.parse(body) as unknown),
    () =>
      /[[,:]\s*-?(?:NaN|Infinity|inf|nan)\b/.test(body)
        ? notFinite('a vector')
        : fault('badAnswer', 'the answer is no JSON, or was cut short: see what the server logs'),
  )

const notFinite = (what: string): Failed =>
  fault('notFinite', `${what} has something in it that is no finite number: see what the server logs, some models fail so for some texts`)

/**
 * Returns the entries by their indices, or in the given order if none has an index. Returns undefined if an index is missing, repeated or
 * out of range.
 */
const inOrder = (entries: ReadonlyArray<unknown>): ReadonlyArray<unknown> | undefined => {
  const indices = entries.map((entry) => fieldOf(entry, 'index'))
  if (indices.every((index) => index === undefined || index === null)) return entries
  const byIndex = new Map(indices.map((index, at) => [index, entries[at]]))
  return entries.every((_, at) => byIndex.has(at)) ? entries.map((_, at) => byIndex.get(at)) : undefined
}

const readVector = (embedding: unknown, dimension: number, name: string): Read<Float32Array> => {
  if (!Array.isArray(embedding)) return bad(`${name} is no list of numbers: see whether the model is one for embeddings`)
  if (embedding.length !== dimension) {
    const detail = `${name} has ${embedding.length} numbers, ${dimension} were agreed: set the dimension to what the model gives`
    return Result.fail(fault('wrongDimension', detail))
  }
  const numbers: ReadonlyArray<unknown> = embedding
  if (!numbers.every((one) => typeof one === 'number' && Number.isFinite(one))) return Result.fail(notFinite(name))
  const unit = unitVector(embedding as ReadonlyArray<number>)
  if (unit !== undefined) return Result.succeed(unit)
  return numbers.every((one) => Math.abs(one as number) < 1)
    ? Result.fail(fault('zero', `${name} is zero, or as good as: see whether the model is one for embeddings`))
    : Result.fail(notFinite(name))
}

/* Splits texts into requests of a size that a server accepts. */

interface BatchLimits {
  /** Texts of one request: 1 and up. */
  readonly texts: number
  /** Tokens of one request, as the core estimates them. A text that is longer by itself goes alone. */
  readonly tokens: number
}

/** Returns the texts in batches, in order, without a gap and without an empty batch. */
const batches = (texts: ReadonlyArray<string>, limits: BatchLimits): ReadonlyArray<ReadonlyArray<string>> => {
  const cut: Array<Array<string>> = []
  let tokens = 0
  for (const text of texts) {
    const more = countTokens(text)
    const last = cut.at(-1)
    if (last === undefined || last.length === limits.texts || tokens + more > limits.tokens) {
      cut.push([text])
      tokens = more
    } else {
      last.push(text)
      tokens += more
    }
  }
  return cut
}
