/** The choice of an embedder for a process, and the embedder that it names. */
import type { Embedder, EmbedderFailed } from '@crabtrail/core'
import * as Effect from 'effect/Effect'
import type { OpenAiCompatibleOptions } from './open-ai-compatible.ts'

export type ChosenServer = Pick<OpenAiCompatibleOptions, 'baseUrl' | 'dimension' | 'key' | 'model'>

export type EmbedderChoice = 'none' | 'hashed' | ChosenServer

/** Dimensions of the most common models; for other models the dimension has to be given. */
export const knownDimensions: ReadonlyMap<string, number> = new Map([
  ['text-embedding-3-small', 1_536],
  ['text-embedding-3-large', 3_072],
  ['text-embedding-ada-002', 1_536],
])

/** Loads the embedder without making any request. Fails only with `misconfigured`. */
export const embedderOf = (choice: EmbedderChoice): Effect.Effect<Embedder['Service'] | undefined, EmbedderFailed> => {
  if (choice === 'none') return Effect.undefined
  if (choice === 'hashed')
    return Effect.map(
      Effect.promise(() => import('./hashed.ts')),
      ({ hashedEmbedder }) => hashedEmbedder,
    )
  return Effect.flatMap(
    Effect.promise(() => import('./open-ai-compatible.ts')),
    // The store has the vectors already, and after an erasure they must not be anywhere else.
    ({ openAiCompatible }) => Effect.fromResult(openAiCompatible({ ...choice, cacheBytes: 0 })),
  )
}
