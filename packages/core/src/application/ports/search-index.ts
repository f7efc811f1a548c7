/**
 * The text index: postings with the positions between which they hold. A projection; deleted, it is rebuilt from log and contents.
 *
 * Guarantees: what it answers for a position depends on the log up to there alone; `undefined` means the newest position indexed. An index
 * that another version of the tokeniser made is neither searched nor added to: that fails, as `newer` or, until it is opened anew, as `moved`.
 */
import * as Context from 'effect/Context'
import type * as Effect from 'effect/Effect'
import type { BrainKey, NodeNumber, Position } from '../../domain/identity.ts'
import type { IndexChange, IndexSpace } from './event-store.ts'
import type { StoreUnavailable } from './store-errors.ts'

export interface IndexStatistics {
  readonly documents: number
  readonly totalLength: number
  readonly totalWords: number
}

export const indexSpaces: ReadonlyArray<IndexSpace> = ['document', 'cue', 'phrase']

export const sameStatistics = (a: IndexStatistics, b: IndexStatistics): boolean =>
  a.documents === b.documents && a.totalLength === b.totalLength && a.totalWords === b.totalWords

/** A node with some of the terms that its text is filed under. */
export interface FiledText {
  readonly node: NodeNumber
  readonly terms: ReadonlyArray<string>
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
    /** The same of the documents of these nodes alone. */
    readonly statisticsOf: (
      brain: BrainKey,
      space: IndexSpace,
      nodes: ReadonlyArray<NodeNumber>,
      at?: Position,
    ) => Effect.Effect<IndexStatistics, StoreUnavailable>
    /** One answer a term, in the order asked; terms nobody has give empty lists. */
    readonly postings: (
      brain: BrainKey,
      space: IndexSpace,
      terms: ReadonlyArray<string>,
      at?: Position,
    ) => Effect.Effect<ReadonlyArray<Postings>, StoreUnavailable>
    /** For each beginning, true where a text of the space is filed, or was at an earlier position, under a term that begins so. */
    readonly begins: (
      brain: BrainKey,
      space: IndexSpace,
      beginnings: ReadonlyArray<string>,
    ) => Effect.Effect<ReadonlyArray<boolean>, StoreUnavailable>
    /** Replaces the whole index of a brain; today's tokeniser made it from then on. Never one that a newer made. */
    readonly rebuild: (brain: BrainKey, changes: ReadonlyArray<IndexChange>) => Effect.Effect<void, StoreUnavailable>
    /** The `tokeniserVersion` of whoever made the index; undefined or today's where nothing was ever written. */
    readonly tokeniser: (brain: BrainKey) => Effect.Effect<number | undefined, StoreUnavailable>
    /**
     * True where each of these nodes has a text that holds, and each of the terms leads to it. Costs what the texts cost, however large the
     * index is: for whoever opens a brain. The rest is for `lines` to show.
     */
    readonly holds: (brain: BrainKey, space: IndexSpace, texts: ReadonlyArray<FiledText>) => Effect.Effect<boolean, StoreUnavailable>
    /**
     * Everything of a brain that a score at any position depends on, as text lines in a fixed order: postings, then texts. For `verify`, which
     * compares them with the log's.
     */
    readonly lines: (brain: BrainKey) => Effect.Effect<ReadonlyArray<string>, StoreUnavailable>
  }
>()('@crabtrail/core/SearchIndex') {}

/** One posting as {@link SearchIndex.lines} spells it, by space, term, node and first position. `until` is 0 while it holds. */
export const postingLine = (
  space: string,
  term: string,
  node: number,
  from: Position,
  until: Position,
  count: number,
  length: number,
): string => JSON.stringify([space, term, node, from, until, count, length])

/** One text, by space, node and first position. */
export const textLine = (space: string, node: number, from: Position, until: Position, length: number, words: number): string =>
  JSON.stringify(['text', space, node, from, until, length, words])
