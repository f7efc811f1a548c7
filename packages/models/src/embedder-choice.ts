/** Which embedder a process has, as a person chose it, and the embedder that this names. */
import type { Embedder, EmbedderFailed } from '@crabtrail/core'
import * as Effect from 'effect/Effect'
import type * as Redacted from 'effect/Redacted'

export interface ChosenServer {
  readonly baseUrl: string
  readonly model: string
  /** Numbers of a vector. */
  readonly dimension: number
  readonly key: Redacted.Redacted<string> | undefined
}

export type EmbedderChoice = 'none' | 'hashed' | ChosenServer

/** Of models that are asked for most; others say theirs. */
export const knownDimensions: ReadonlyMap<string, number> = new Map([
  ['text-embedding-3-small', 1_536],
  ['text-embedding-3-large', 3_072],
  ['text-embedding-ada-002', 1_536],
])

/** Loads what it needs, and asks nobody anything yet. Fails with `misconfigured` alone. */
export const embedderOf = (choice: EmbedderChoice): Effect.Effect<Embedder['Service'] | undefined, EmbedderFailed> => {
  if (choice === 'none') return Effect.undefined
  if (choice === 'hashed')
    return Effect.map(
      Effect.promise(() => import('./hashed.ts')),
      ({ hashedEmbedder }) => hashedEmbedder,
    )
  return Effect.flatMap(
    Effect.promise(() => import('./open-ai-compatible.ts')),
    // What was embedded lies in the store; what is forgotten there may be nowhere else.
    ({ openAiCompatible }) => Effect.fromResult(openAiCompatible({ ...choice, cacheBytes: 0 })),
  )
}
