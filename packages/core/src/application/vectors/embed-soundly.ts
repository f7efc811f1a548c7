/** Asks an embedder so that nothing it does can hurt: by a deadline, and taking nothing from it that is no vector. */
import * as Clock from 'effect/Clock'
import * as Effect from 'effect/Effect'
import { Counters, timed } from '../counters.ts'
import { type EmbeddedKind, EmbedderFailed, type EmbedderFailure } from '../ports/embedder.ts'
import type { KeptVectors } from './kept-vectors.ts'

/** How far the squared length of a vector may be from 1. */
const slack = 0.01

/**
 * The vectors of these texts within so many milliseconds, each of unit length and of the embedder's dimension; undefined, with the reason
 * counted and kept in `vectors.trouble`, where it gave none. While it is in trouble it is not asked.
 */
export const embedSoundly = Effect.fnUntraced(function* (
  vectors: KeptVectors,
  texts: ReadonlyArray<string>,
  kind: EmbeddedKind,
  deadlineMs: number,
) {
  const { embedder, trouble } = vectors
  if (trouble !== undefined && (yield* Clock.currentTimeMillis) < trouble.again) return undefined
  const counts = yield* Counters
  const failed = (reason: EmbedderFailure, detail: string) => new EmbedderFailed({ embedder: embedder.id, reason, detail, retryable: true })
  const asked = embedder.embed(texts, kind).pipe(
    Effect.catchDefect(() => failed('failing', 'it broke')),
    Effect.timeoutOrElse({ duration: deadlineMs, orElse: () => failed('slow', `no answer within ${deadlineMs} ms`) }),
    Effect.flatMap((made) => {
      const fault = faultOf(made, texts.length, embedder.dimension)
      return fault === undefined ? Effect.succeed(made) : failed(fault, 'it gave what is no vector')
    }),
  )
  const answer = yield* Effect.result(timed('embeddedMs', asked))
  if (answer._tag === 'Failure') {
    counts.embedderFailures++
    vectors.fails(answer.failure, yield* Clock.currentTimeMillis)
    return undefined
  }
  counts.embedded += texts.length
  vectors.trouble = undefined
  return answer.success
})

const faultOf = (made: ReadonlyArray<Float32Array>, count: number, dimension: number): EmbedderFailure | undefined => {
  if (!Array.isArray(made) || made.length !== count) return 'badAnswer'
  for (const vector of made) {
    const fault = vectorFault(vector, dimension)
    if (fault !== undefined) return fault
  }
  return undefined
}

/** What keeps numbers from being compared with others of this dimension. */
export const vectorFault = (vector: Float32Array, dimension: number): EmbedderFailure | undefined => {
  if (vector.length !== dimension) return 'wrongDimension'
  let square = 0
  for (const number of vector) square += number * number
  if (!Number.isFinite(square)) return 'notFinite'
  return Math.abs(square - 1) > slack ? 'zero' : undefined
}
