/** What was just read in becomes searchable by its vectors in the same request, as far as the embedder is quick. */

import * as Clock from 'effect/Clock'
import * as Context from 'effect/Context'
import * as Effect from 'effect/Effect'
import type { BrainState } from '../../domain/projections/brain-fold.ts'
import type { OpenBrain } from '../brain/brain.ts'
import { Counters, timed } from '../counters.ts'
import { limits } from '../limits.ts'
import { namesOf } from '../naming/names.ts'
import { type EmbeddedKind, EmbedderFailed, type EmbedderFailure } from '../ports/embedder.ts'
import type { KeptVectors } from './kept-vectors.ts'

/* How long this process waits for its embedder: what a host that waits for each answer can give is not what a command line can. */

export interface EmbedderPace {
  /** Milliseconds that a recall waits for the vector of its question. */
  readonly questionMs: number
  /** Milliseconds that a recall spends on reading the brain's vectors into memory; with more of them it goes without, and the upkeep reads on. */
  readonly loadMs: number
  /** Milliseconds that reading in waits for the vectors of what it read. 0: they are made by the upkeep alone. */
  readonly readMs: number
  /** Milliseconds that one upkeep makes vectors of a brain. */
  readonly upkeepMs: number
}

export const EmbedderPace = Context.Reference<EmbedderPace>('@crabtrail/core/EmbedderPace', {
  defaultValue: () => ({ questionMs: limits.questionEmbeddingMs, loadMs: Number.POSITIVE_INFINITY, readMs: 2_000, upkeepMs: 1_500 }),
})

/* Asks an embedder so that nothing it does can hurt: by a deadline, and taking nothing from it that is no vector. */

/** How far the squared length of a vector may be from 1. */
const slack = 0.01

/** Vectors of unit length and of the embedder's dimension; or why there are none: it was not asked while it is in trouble, or failed now. */
export type Embedded = { readonly made: ReadonlyArray<Float32Array> } | { readonly failed: EmbedderFailure } | 'not asked'

/** The vectors of these texts within so many milliseconds. A failure is counted and kept in `vectors.trouble`. */
export const embedSoundly = Effect.fnUntraced(function* (
  vectors: KeptVectors,
  texts: ReadonlyArray<string>,
  kind: EmbeddedKind,
  deadlineMs: number,
): Effect.fn.Return<Embedded> {
  const { trouble } = vectors
  if (trouble !== undefined && (yield* Clock.currentTimeMillis) < trouble.again) return 'not asked'
  const answer = yield* Effect.result(asked(vectors, texts, kind, deadlineMs))
  if (answer._tag === 'Failure') {
    vectors.fails(answer.failure, yield* Clock.currentTimeMillis)
    return { failed: answer.failure.reason }
  }
  vectors.trouble = undefined
  return { made: answer.success }
})

/** Whether it makes a vector of another text, right after it made none of one. Then it is that one which is at fault, and no trouble is left. */
export const embedsAnother = Effect.fnUntraced(function* (vectors: KeptVectors, deadlineMs: number) {
  // One that nobody has asked for: what an embedder remembers says nothing of how it fares.
  const another = `Another text, of ${new Date(yield* Clock.currentTimeMillis).toISOString()}.`
  const answer = yield* Effect.result(asked(vectors, [another], 'document', deadlineMs))
  if (answer._tag === 'Failure') return false
  vectors.trouble = undefined
  return true
})

const asked = Effect.fnUntraced(function* (
  { embedder }: KeptVectors,
  texts: ReadonlyArray<string>,
  kind: EmbeddedKind,
  deadlineMs: number,
) {
  const counts = yield* Counters
  const failed = (reason: EmbedderFailure, detail: string) => new EmbedderFailed({ embedder: embedder.id, reason, detail, retryable: true })
  const answer = embedder.embed(texts, kind).pipe(
    Effect.catchDefect(() => failed('failing', 'it broke')),
    Effect.timeoutOrElse({ duration: deadlineMs, orElse: () => failed('slow', `no answer within ${deadlineMs} ms`) }),
    Effect.flatMap((made) => {
      const fault = faultOf(made, texts.length, embedder.dimension)
      return fault === undefined ? Effect.succeed(made) : failed(fault, 'it gave what is no vector')
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

/* Whether questions may be compared with an embedder's vectors: when the log says that they are complete. */

export const isInForce = Effect.fnUntraced(function* (brain: OpenBrain, { settings }: BrainState, { embedder }: KeptVectors) {
  const recorded = settings.embedder
  if (recorded === undefined || recorded.dimension !== embedder.dimension) return false
  const name = yield* namesOf(brain, [recorded.embedder])
  return name(recorded.embedder) === embedder.id
})
