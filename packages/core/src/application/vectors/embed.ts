/** Calls the embedder with a deadline and a check of its answers, and says whether its vectors are in force. */

import * as Clock from 'effect/Clock'
import * as Context from 'effect/Context'
import * as Effect from 'effect/Effect'
import * as Result from 'effect/Result'
import type { BrainState } from '../../domain/projections/brain-fold.ts'
import type { OpenBrain } from '../brain/brain.ts'
import type { KeptVectors } from '../brain/kept-vectors.ts'
import { Counters, timed } from '../counters.ts'
import { limits } from '../limits.ts'
import { namesOf } from '../naming/names.ts'
import { type EmbeddedKind, EmbedderFailed, type EmbedderFailure } from '../ports/embedder.ts'

/* Time limits of this process for its embedder. A host that waits for each answer can allow less time than a command line. */

export interface EmbedderPace {
  /** Milliseconds that a recall waits for the vector of its question. */
  readonly questionMs: number
  /** Milliseconds that a recall spends on reading vectors into memory. If there are more, it goes without, and the upkeep reads on. */
  readonly loadMs: number
  /** Milliseconds that an ingest waits for the vectors of what it read. 0: only the upkeep makes them. */
  readonly readMs: number
  /** Milliseconds for which one upkeep makes vectors of a brain. */
  readonly upkeepMs: number
}

export const EmbedderPace = Context.Reference<EmbedderPace>('@crabtrail/core/EmbedderPace', {
  defaultValue: () => ({ questionMs: limits.questionEmbeddingMs, loadMs: Number.POSITIVE_INFINITY, readMs: 2_000, upkeepMs: 1_500 }),
})

/** Largest allowed difference between the squared length of a vector and 1. */
const slack = 0.01

/**
 * Vectors of unit length and of the embedder's dimension, {@link noVector} for a text that it has none for. `NotAsked`: the embedder failed recently,
 * so it was not called.
 */
export type Embedded =
  | { readonly _tag: 'Made'; readonly made: ReadonlyArray<Float32Array> }
  | { readonly _tag: 'Failed'; readonly failed: EmbedderFailure }
  | { readonly _tag: 'NotAsked' }

/**
 * Embeds these texts within `deadlineMs` milliseconds. A failure is counted and kept in `vectors.trouble`. Where an answer is sound but for some texts, the
 * others and then those are asked for once more: three requests at most.
 */
export const embedSoundly = Effect.fnUntraced(function* (
  vectors: KeptVectors,
  texts: ReadonlyArray<string>,
  kind: EmbeddedKind,
  deadlineMs: number,
): Effect.fn.Return<Embedded> {
  const { trouble } = vectors
  if (trouble !== undefined && (yield* Clock.currentTimeMillis) < trouble.again) return { _tag: 'NotAsked' }
  const answer = yield* Effect.result(askedAgain(vectors, texts, kind, deadlineMs))
  if (answer._tag === 'Failure') {
    vectors.fails(answer.failure, yield* Clock.currentTimeMillis)
    return { _tag: 'Failed', failed: answer.failure.reason }
  }
  vectors.trouble = undefined
  return { _tag: 'Made', made: answer.success }
})

/** Stands for the vector of a text that the embedder has none for. Stored like one, it keeps the text from being asked for again. */
export const noVector = new Float32Array(0)

/** Failures that a text may have caused; all others are caused by the embedder. */
const ofTexts: ReadonlySet<EmbedderFailure> = new Set(['badAnswer', 'unfit', 'notFinite', 'zero', 'empty', 'tooLong'])

/** A search by halves for the texts that spoil answers. */
export interface SpoiltSearch {
  /** True once the embedder embedded another text after a failure. */
  works: boolean
  failures: number
}

export const newSearch = (): SpoiltSearch => ({ works: false, failures: 0 })

/** Failed answers after which a search ends: a server that refuses most of what it is sent is not asked about each text. */
export const failuresMost = 16

/**
 * True if these texts, and not the embedder, caused the failure: it embeds another text. That is tried at the first failure of a search, and before a
 * single text is given up. Then the trouble is cleared.
 */
export const isFaultOfTexts = Effect.fnUntraced(function* (
  vectors: KeptVectors,
  { failed, texts }: { readonly failed: EmbedderFailure; readonly texts: number },
  deadlineMs: number,
  search: SpoiltSearch,
) {
  search.failures++
  if (!ofTexts.has(failed) || deadlineMs <= 0 || search.failures > failuresMost) return false
  if (search.works && texts > 1) {
    vectors.trouble = undefined
    return true
  }
  search.works = yield* embedsAnother(vectors, deadlineMs)
  return search.works
})

/**
 * Embeds these texts within `deadlineMs` milliseconds. One that spoils the answer is found by halves, and has {@link noVector} in its place. Fails where
 * more than {@link failuresMost} answers do.
 */
export const embedEach = (
  vectors: KeptVectors,
  texts: ReadonlyArray<string>,
  kind: EmbeddedKind,
  deadlineMs: number,
  search: SpoiltSearch = newSearch(),
): Effect.Effect<Embedded> =>
  Effect.gen(function* () {
    const until = (yield* Clock.currentTimeMillis) + deadlineMs
    const left = Effect.map(Clock.currentTimeMillis, (now) => until - now)
    const whole = yield* embedSoundly(vectors, texts, kind, deadlineMs)
    if (whole._tag !== 'Failed' || !(yield* isFaultOfTexts(vectors, { ...whole, texts: texts.length }, yield* left, search))) return whole
    if (texts.length === 1) return { _tag: 'Made', made: [noVector] }
    const half = Math.ceil(texts.length / 2)
    const first = yield* embedEach(vectors, texts.slice(0, half), kind, yield* left, search)
    if (first._tag !== 'Made') return first
    const second = yield* embedEach(vectors, texts.slice(half), kind, yield* left, search)
    return second._tag === 'Made' ? { _tag: 'Made', made: [...first.made, ...second.made] } : second
  })

const embedsAnother = Effect.fnUntraced(function* (vectors: KeptVectors, deadlineMs: number) {
  // The text must be new: an answer from the embedder's cache would not show that it works.
  const another = `Another text, of ${new Date(yield* Clock.currentTimeMillis).toISOString()}.`
  const answer = yield* Effect.result(asked(vectors, [another], 'document', deadlineMs))
  if (answer._tag === 'Failure') return false
  vectors.trouble = undefined
  return true
})

/** Asks; where the failure names the texts that spoil an answer, asks for the others, and for those once more. */
const askedAgain = Effect.fnUntraced(function* (
  vectors: KeptVectors,
  texts: ReadonlyArray<string>,
  kind: EmbeddedKind,
  deadlineMs: number,
): Effect.fn.Return<ReadonlyArray<Float32Array>, EmbedderFailed> {
  const until = (yield* Clock.currentTimeMillis) + deadlineMs
  const ask = (some: ReadonlyArray<string>) =>
    Effect.flatMap(Clock.currentTimeMillis, (now) => asked(vectors, some, kind, Math.max(1, until - now)))
  const whole = yield* Effect.result(ask(texts))
  if (Result.isSuccess(whole)) return whole.success
  const spoilt = new Set(whole.failure.spoilt)
  const isPart = spoilt.size > 0 && spoilt.size < texts.length
  if (!isPart) return yield* whole.failure
  const others = yield* ask(texts.filter((_, place) => !spoilt.has(place)))
  const once = yield* Effect.result(ask(texts.filter((_, place) => spoilt.has(place))))
  if (Result.isFailure(once) && !ofTexts.has(once.failure.reason)) return yield* once.failure
  const [sound, tried] = [others.values(), (Result.isSuccess(once) ? once.success : []).values()]
  return texts.map((_, place) => (spoilt.has(place) ? tried : sound).next().value ?? noVector)
})

const asked = Effect.fnUntraced(function* (
  { embedder }: KeptVectors,
  texts: ReadonlyArray<string>,
  kind: EmbeddedKind,
  deadlineMs: number,
) {
  const counts = yield* Counters
  const failed = (reason: EmbedderFailure, detail: string, spoilt?: ReadonlyArray<number>) =>
    new EmbedderFailed({ embedder: embedder.id, reason, detail, retryable: true, ...(spoilt === undefined ? {} : { spoilt }) })
  const answer = embedder.embed(texts, kind).pipe(
    Effect.catchDefect(() => failed('failing', 'it broke')),
    Effect.timeoutOrElse({ duration: deadlineMs, orElse: () => failed('slow', `no answer within ${deadlineMs} ms`) }),
    Effect.flatMap((made) => {
      const fault = faultOf(made, texts.length, embedder.dimension)
      return fault === undefined ? Effect.succeed(made) : failed(fault.reason, 'it gave what is no vector', fault.spoilt)
    }),
    Effect.tapError(() =>
      Effect.sync(() => {
        counts.embedderFailures++
      }),
    ),
  )
  const made = yield* timed('embeddedMs', answer)
  counts.embedded += texts.length
  return made
})

/** Returns what is wrong with an answer, and the places of what is no vector where others are one; undefined for nothing. */
const faultOf = (made: ReadonlyArray<Float32Array>, count: number, dimension: number) => {
  if (!Array.isArray(made) || made.length !== count) return { reason: 'badAnswer' as const, spoilt: undefined }
  const faults = made.flatMap((vector, place) => {
    const reason = vectorFault(vector, dimension)
    return reason === undefined ? [] : [{ place, reason }]
  })
  const [first] = faults
  const isPart = faults.length < count && faults.every(({ reason }) => reason !== 'wrongDimension')
  return first && { reason: first.reason, spoilt: isPart ? faults.map(({ place }) => place) : undefined }
}

/** Returns the reason why numbers cannot be compared with vectors of this dimension; undefined if they can. */
export const vectorFault = (vector: Float32Array, dimension: number): EmbedderFailure | undefined => {
  if (vector.length !== dimension) return 'wrongDimension'
  let square = 0
  for (const number of vector) square += number * number
  if (!Number.isFinite(square)) return 'notFinite'
  return Math.abs(square - 1) > slack ? 'zero' : undefined
}

/* True if questions may be compared with the vectors of an embedder, which is once the log says that they are complete. */

export const isInForce = Effect.fnUntraced(function* (brain: OpenBrain, { settings }: BrainState, { embedder }: KeptVectors) {
  const recorded = settings.embedder
  if (recorded === undefined || recorded.dimension !== embedder.dimension) return false
  const name = yield* namesOf(brain, [recorded.embedder])
  return name(recorded.embedder) === embedder.id
})
