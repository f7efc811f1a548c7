/**
 * Takes contents out of a store for good, and everything in it that was made of them.
 *
 * Guarantees: what is erased is gone from every answer at once, in every process; from the files it is gone when `finish` says so. That may
 * have to wait for others who still read; it is remembered until it is done, also when this process ends before.
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
  /** Everything the index ever held of these nodes goes, in every space and of every position … */
  readonly nodes: ReadonlyArray<NodeNumber>
  /** … but for this, which is what the log and the contents that are left give of them. */
  readonly index: ReadonlyArray<IndexChange>
  /** First positions of commits whose keys may no longer tell what was asked with them: each with random bytes to stand there instead. */
  readonly signals: ReadonlyArray<{ readonly first: Position; readonly instead: string }>
  /** Fingerprints of sources that are not to be read in again. */
  readonly bury: ReadonlyArray<string>
  /** The position that the log is at with it. */
  readonly position: Position
}

/** Where something was erased and how much of it. */
export interface ErasedPlace {
  readonly place: string
  readonly rows: number
  readonly bytes: number
}

export interface Finished {
  readonly places: ReadonlyArray<ErasedPlace>
  /** Why the files may still hold what was erased; undefined when they do not. */
  readonly waitsFor: string | undefined
}

export class ErasureStore extends Context.Service<
  ErasureStore,
  {
    /** All contents of these owners, sealed ones included, oldest first. */
    readonly owned: (brain: BrainKey, owners: ReadonlyArray<Owners>) => Effect.Effect<ReadonlyArray<OwnedContent>, StoreUnavailable>
    /** Words of the documents of these nodes that no other document has or ever had, as the index files them. */
    readonly wordsOnlyIn: (brain: BrainKey, nodes: ReadonlyArray<NodeNumber>) => Effect.Effect<ReadonlySet<string>, StoreUnavailable>
    /** All or nothing; within a lock it is part of the lock's transaction. */
    readonly erase: (brain: BrainKey, erasing: Erasing) => Effect.Effect<ReadonlyArray<ErasedPlace>, StoreUnavailable>
    /** What was buried may be read in again. */
    readonly unbury: (brain: BrainKey, fingerprints: ReadonlyArray<string>) => Effect.Effect<void, StoreUnavailable>
    /** Takes what erased rows left behind out of the files. Not within a lock. */
    readonly finish: Effect.Effect<Finished, StoreUnavailable>
    /** Files beside the store that hold an earlier state of it, by path. */
    readonly copies: Effect.Effect<ReadonlyArray<string>, StoreUnavailable>
  }
>()('@crabtrail/core/ErasureStore') {}
