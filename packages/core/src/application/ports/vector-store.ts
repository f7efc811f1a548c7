/**
 * Vectors of a brain's memories under the embedder that made them: a cache beside the log, which loses nothing when it is deleted.
 *
 * Guarantees: what is read is, number for number, what was put last; no vector is there without all the contents it was made of, so what is
 * erased takes its vectors with it, whoever erases it and whoever is about to put one.
 */
import * as Context from 'effect/Context'
import type * as Effect from 'effect/Effect'
import type { BrainKey, ContentRef, NodeNumber } from '../../domain/identity.ts'
import type { StoreUnavailable } from './store-errors.ts'

/** What a vector was made of. */
export interface EmbeddedContents {
  readonly title: ContentRef | undefined
  readonly text: ContentRef
}

export interface NodeVector {
  readonly node: NodeNumber
  readonly madeOf: EmbeddedContents
  /** Of any length from 1; whether it is of the embedder's is for the reader to see. */
  readonly vector: Float32Array
}

export class VectorStore extends Context.Service<
  VectorStore,
  {
    /** Embedders of whose vectors there are any, by id, with how many. */
    readonly embedders: (
      brain: BrainKey,
    ) => Effect.Effect<ReadonlyArray<{ readonly embedder: string; readonly vectors: number }>, StoreUnavailable>
    /** At most `limit` of them by rising node number, behind node `after`; 0 for the beginning. */
    readonly page: (
      brain: BrainKey,
      embedder: string,
      after: NodeNumber,
      limit: number,
    ) => Effect.Effect<ReadonlyArray<NodeVector>, StoreUnavailable>
    /** Those of these nodes that have one, by rising number. */
    readonly of: (
      brain: BrainKey,
      embedder: string,
      nodes: ReadonlyArray<NodeNumber>,
    ) => Effect.Effect<ReadonlyArray<NodeVector>, StoreUnavailable>
    /** All or none, each in the place of what its node had. One whose contents are not all there is left out. */
    readonly put: (brain: BrainKey, embedder: string, vectors: ReadonlyArray<NodeVector>) => Effect.Effect<void, StoreUnavailable>
    readonly remove: (brain: BrainKey, embedder: string, nodes: ReadonlyArray<NodeNumber>) => Effect.Effect<void, StoreUnavailable>
    /** All of an embedder; of every one where none is named. */
    readonly drop: (brain: BrainKey, embedder?: string) => Effect.Effect<void, StoreUnavailable>
  }
>()('@crabtrail/core/VectorStore') {}
