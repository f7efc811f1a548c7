/**
 * The text index: postings with the positions between which they hold. A projection; deleted, it is rebuilt from log and contents.
 *
 * Guarantees: what it answers for a position depends on the log up to there alone; `undefined` means the newest position indexed.
 */
import * as Context from 'effect/Context'
import type * as Effect from 'effect/Effect'
import type { BrainKey, Position } from '../../domain/identity.ts'
import type { IndexChange, IndexSpace } from './event-store.ts'
import type { StoreUnavailable } from './store-errors.ts'

export interface IndexStatistics {
  readonly documents: number
  readonly totalLength: number
  readonly totalWords: number
}

/** The documents that hold one term, by rising node number; lists run side by side. */
export interface Postings {
  readonly nodes: Int32Array
  readonly counts: Int32Array
  readonly lengths: Int32Array
}

export class SearchIndex extends Context.Service<
  SearchIndex,
  {
    readonly statistics: (brain: BrainKey, space: IndexSpace, at?: Position) => Effect.Effect<IndexStatistics, StoreUnavailable>
    /** One answer a term, in the order asked; terms nobody has give empty lists. */
    readonly postings: (
      brain: BrainKey,
      space: IndexSpace,
      terms: ReadonlyArray<string>,
      at?: Position,
    ) => Effect.Effect<ReadonlyArray<Postings>, StoreUnavailable>
    /** Replaces the whole index of a brain. */
    readonly rebuild: (brain: BrainKey, changes: ReadonlyArray<IndexChange>) => Effect.Effect<void, StoreUnavailable>
    /** Every posting of a brain as text lines in a fixed order: for `verify`, which compares them with the log's. */
    readonly lines: (brain: BrainKey) => Effect.Effect<ReadonlyArray<string>, StoreUnavailable>
  }
>()('@crabtrail/core/SearchIndex') {}

/** One posting as {@link SearchIndex.lines} spells it. `until` is 0 while it holds. */
export const postingLine = (
  space: IndexSpace,
  term: string,
  node: number,
  from: Position,
  until: Position,
  count: number,
  length: number,
): string => JSON.stringify([space, term, node, from, until, count, length])
