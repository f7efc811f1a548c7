/**
 * Removes contents from a store for good, and everything in it that was made of them.
 *
 * Guarantees: erased contents are gone from every answer at once, in every process. They are gone from the files when `finish` says so.
 * That may have to wait for other readers; the store remembers it until it is done, even if this process ends before.
 */
import * as Context from 'effect/Context'
import type * as Effect from 'effect/Effect'
import type { ContentKind, ContentOwner } from '../../domain/events/event-definition.ts'
import type { BrainKey, ContentRef, NodeNumber, Position } from '../../domain/identity.ts'
import type { FoundContent, IndexChange } from './event-store.ts'
import type { StoreUnavailable } from './store-errors.ts'

export interface OwnedContent extends FoundContent {
  readonly kind: ContentKind
}

/** Owners of one sort. */
export interface Owners {
  readonly owner: ContentOwner
  readonly numbers: ReadonlyArray<number>
}

export interface Erasing {
  readonly contents: ReadonlyArray<ContentRef>
  /** Nodes of which all entries are removed from the index, in every space and of every position. */
  readonly nodes: ReadonlyArray<NodeNumber>
  /** Entries that the index gets instead: those that the log and the remaining contents give for these nodes. */
  readonly index: ReadonlyArray<IndexChange>
  /**
   * First positions of commits whose stored digests of requests would still tell what was asked, each with the random bytes that replace
   * the digest.
   */
  readonly signals: ReadonlyArray<{ readonly first: Position; readonly instead: string }>
  /** Tombstones: fingerprints of sources and passages that are not read in again. */
  readonly bury: ReadonlyArray<string>
  /** Position of the log after the erasure. */
  readonly position: Position
}

/** Place where something was erased, with the number of rows and bytes. */
export interface ErasedPlace {
  readonly place: string
  readonly rows: number
  readonly bytes: number
}

/** Place where erased contents may stay, and why. */
export interface UnreachedPlace {
  readonly place: string
  readonly why: string
}

export interface Finished {
  readonly places: ReadonlyArray<ErasedPlace>
  /** Reason why the files may still hold erased contents; undefined if they hold none. */
  readonly waitsFor: string | undefined
}

export class ErasureStore extends Context.Service<
  ErasureStore,
  {
    /** All contents of these owners, sealed ones included, oldest first. */
    readonly owned: (brain: BrainKey, owners: ReadonlyArray<Owners>) => Effect.Effect<ReadonlyArray<OwnedContent>, StoreUnavailable>
    /** Words, as the index stores them, that only the documents of these nodes have or ever had. */
    readonly wordsOnlyIn: (brain: BrainKey, nodes: ReadonlyArray<NodeNumber>) => Effect.Effect<ReadonlySet<string>, StoreUnavailable>
    /** Erases all or nothing. Within a lock it is part of the lock's transaction. */
    readonly erase: (brain: BrainKey, erasing: Erasing) => Effect.Effect<ReadonlyArray<ErasedPlace>, StoreUnavailable>
    /** Removes tombstones: their sources and passages may be read in again. */
    readonly unbury: (brain: BrainKey, fingerprints: ReadonlyArray<string>) => Effect.Effect<void, StoreUnavailable>
    /** Removes from the files what erased rows left behind. It must not run within a lock. */
    readonly finish: Effect.Effect<Finished, StoreUnavailable>
    /** Files beside the store that hold an earlier state of it, by path. */
    readonly copies: Effect.Effect<ReadonlyArray<string>, StoreUnavailable>
    /** Places of this store that an erasure does not reach. An erasure reports nothing erased in a place of this name. */
    readonly unreached: ReadonlyArray<UnreachedPlace>
  }
>()('@crabtrail/core/ErasureStore') {}
