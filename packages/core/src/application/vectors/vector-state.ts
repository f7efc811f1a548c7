/**
 * Reports the state of a brain's vectors: their embedder, the number of memories without one, and the failures of the embedder in this
 * process.
 */

import * as Effect from 'effect/Effect'
import type { VectorsAnswer } from '../answers.ts'
import type { OpenBrain } from '../brain/brain.ts'
import type { KeptVectors } from '../brain/kept-vectors.ts'
import { isInForce } from './embed.ts'
import { loadVectors, withoutVector } from './follow-vectors.ts'

/** Returns the state. It only reads, and calls no embedder. */
export const vectorState = Effect.fnUntraced(function* (brain: OpenBrain, vectors: KeptVectors) {
  yield* loadVectors(brain, vectors)
  const { embedder, trouble } = vectors
  const missing = withoutVector(brain, vectors)
  return {
    embedder: embedder.id,
    dimension: embedder.dimension,
    vectors: vectors.table.size,
    missing: missing.length,
    refused: missing.filter((one) => vectors.isRefused(one)).length,
    followedTo: vectors.followed,
    inForce: yield* isInForce(brain, brain.state, vectors),
    ...(trouble === undefined ? {} : { failure: { reason: trouble.reason, times: trouble.times } }),
  } satisfies VectorsAnswer
})

/** Returns the state as a sentence. */
export const vectorLine = ({ embedder, failure, inForce, missing, vectors }: VectorsAnswer): string =>
  [
    `${vectors} by ${embedder}`,
    missing === 0 ? 'no memory lacks one' : `${missing} memories lack one: read something in, or ask again later`,
    ...(inForce || missing > 0 ? [] : ['not in force yet']),
    ...(failure === undefined ? [] : [`the embedder failed ${failure.times} times, last: ${failure.reason}`]),
  ].join(', ')
