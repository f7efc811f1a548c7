/**
 * Vectors of a brain's memories under the embedder that made them: a cache beside the log. Nothing is lost if it is deleted.
 *
 * Guarantees: a read returns, number for number, what was put last. A vector exists only while all the contents that it was made of exist.
 * So an erasure also removes the vectors of its contents, whichever process erases and whichever is about to put a vector.
 */
import * as Context from 'effect/Context'
import type * as Effect from 'effect/Effect'
import type { BrainKey, ContentRef, NodeNumber } from '../../domain/identity.ts'
import type { StoreUnavailable } from './store-errors.ts'

/** Contents that a vector was made of. */
export interface EmbeddedContents {
  readonly title: ContentRef | undefined
  readonly text: ContentRef
}

export interface NodeVector {
  readonly node: NodeNumber
  readonly madeOf: EmbeddedContents
  /** A vector of any length. The reader checks whether the length fits the embedder; 0: the embedder has none for these contents. */
  readonly vector: Float32Array
}

export class VectorStore extends Context.Service<
  VectorStore,
  {
    /** Embedders, by id, that the store has vectors of, each with their number. */
    readonly embedders: (
      brain: BrainKey,
    ) => Effect.Effect<ReadonlyArray<{ readonly embedder: string; readonly vectors: number }>, StoreUnavailable>
    /** Returns at most `limit` vectors by rising node number, beginning after node `after`; 0 for the beginning. */
    readonly page: (
      brain: BrainKey,
      embedder: string,
      after: NodeNumber,
      limit: number,
    ) => Effect.Effect<ReadonlyArray<NodeVector>, StoreUnavailable>
    /** Returns the vectors of these nodes, by rising number, as far as they exist. */
    readonly of: (
      brain: BrainKey,
      embedder: string,
      nodes: ReadonlyArray<NodeNumber>,
    ) => Effect.Effect<ReadonlyArray<NodeVector>, StoreUnavailable>
    /** Stores all vectors or none, each in place of the earlier one of its node. A vector whose contents do not all exist is left out. */
    readonly put: (brain: BrainKey, embedder: string, vectors: ReadonlyArray<NodeVector>) => Effect.Effect<void, StoreUnavailable>
    readonly remove: (brain: BrainKey, embedder: string, nodes: ReadonlyArray<NodeNumber>) => Effect.Effect<void, StoreUnavailable>
    /** Removes all vectors of an embedder, or of every embedder if none is named. */
    readonly drop: (brain: BrainKey, embedder?: string) => Effect.Effect<void, StoreUnavailable>
  }
>()('@crabtrail/core/VectorStore') {}
