/**
 * The text index: postings with the positions between which they are valid. It is a projection: if deleted, it is rebuilt from log and
 * contents.
 *
 * Guarantees: an answer for a position depends only on the log up to that position; `undefined` means the newest indexed position. An index
 * that another version of the tokeniser made is neither searched nor added to: that fails, as `newer` or, until the index is opened anew,
 * as `moved`.
 */
import * as Context from 'effect/Context'
import type * as Effect from 'effect/Effect'
import type { ContentKind } from '../../domain/events/event-definition.ts'
import type { BrainKey, NodeNumber, Position } from '../../domain/identity.ts'
import type { FoundContent, IndexChange, IndexSpace } from './event-store.ts'
import type { StoreUnavailable } from './store-errors.ts'

export interface IndexStatistics {
  readonly documents: number
  readonly totalLength: number
  readonly totalWords: number
}

export const indexSpaces: ReadonlyArray<IndexSpace> = ['document', 'cue', 'phrase', 'alias']

export const sameStatistics = (a: IndexStatistics, b: IndexStatistics): boolean =>
  a.documents === b.documents && a.totalLength === b.totalLength && a.totalWords === b.totalWords

/** A node with some of the terms that the index has for its text. */
export interface FiledText {
  readonly node: NodeNumber
  readonly terms: ReadonlyArray<string>
}

/** Reads of one space that are about to be made: postings of terms, and beginnings of terms. */
export interface ComingReads {
  readonly space: IndexSpace
  readonly terms: ReadonlyArray<string>
  readonly beginnings: ReadonlyArray<string>
}

/** Documents that contain one term, by rising node number. The lists run side by side. */
export interface Postings {
  readonly nodes: Int32Array
  readonly counts: Int32Array
  readonly lengths: Int32Array
}

/** The postings of a term: node, first position, count and length of one posting after the other, by node and first position. */
export type PostingNumbers = ReadonlyArray<number>
export const numbersOfPosting = 4

/** A text with the positions between which it is valid. `until` is 0 while it is valid. */
export interface TextOfIndex {
  readonly space: string
  readonly node: NodeNumber
  readonly from: Position
  readonly until: Position
  readonly length: number
  readonly words: number
}

/** The index of a brain, past texts included. */
export interface WholeIndex {
  /** The postings of each term by space. */
  readonly postings: ReadonlyMap<string, ReadonlyMap<string, PostingNumbers>>
  /** By space, node and first position. */
  readonly texts: ReadonlyArray<TextOfIndex>
}

/** Answer of a read ahead. */
export interface ReadAhead {
  /** The contents with the fingerprint that was asked for, as `ContentStore.find` gives them. Absent where nothing had to be read. */
  readonly found?: ReadonlyArray<FoundContent> | undefined
}

export class SearchIndex extends Context.Service<
  SearchIndex,
  {
    readonly statistics: (brain: BrainKey, space: IndexSpace, at?: Position) => Effect.Effect<IndexStatistics, StoreUnavailable>
    /** Statistics of the documents of these nodes only. */
    readonly statisticsOf: (
      brain: BrainKey,
      space: IndexSpace,
      nodes: ReadonlyArray<NodeNumber>,
      at?: Position,
    ) => Effect.Effect<IndexStatistics, StoreUnavailable>
    /** Returns one answer for each term, in the order of `terms`; a term that no document has gives empty lists. */
    readonly postings: (
      brain: BrainKey,
      space: IndexSpace,
      terms: ReadonlyArray<string>,
      at?: Position,
    ) => Effect.Effect<ReadonlyArray<Postings>, StoreUnavailable>
    /**
     * Returns, for each beginning, true if a text of the space has, or had at an earlier position, a term that begins with it. `at`: a
     * position that was read ahead for; otherwise it changes nothing.
     */
    readonly begins: (
      brain: BrainKey,
      space: IndexSpace,
      beginnings: ReadonlyArray<string>,
      at?: Position,
    ) => Effect.Effect<ReadonlyArray<boolean>, StoreUnavailable>
    /**
     * Reads ahead, in one request to the server, for the reads that come next. If it gives an answer, those should name the position `at`:
     * they are then answered as of it, mostly from what was read ahead. With `content`, the request also finds contents. Absent in a store that
     * answers without a server.
     */
    readonly readAhead?:
      | ((
          brain: BrainKey,
          at: Position,
          coming: ReadonlyArray<ComingReads>,
          content?: { readonly kind: ContentKind; readonly fingerprint: string },
        ) => Effect.Effect<ReadAhead | undefined, StoreUnavailable>)
      | undefined
    /**
     * Replaces the whole index of a brain, and records the present version of the tokeniser. It never replaces an index of a newer version.
     */
    readonly rebuild: (brain: BrainKey, changes: ReadonlyArray<IndexChange>) => Effect.Effect<void, StoreUnavailable>
    /** Returns the `tokeniserVersion` that the index was made with; undefined or the present one if nothing was ever written. */
    readonly tokeniser: (brain: BrainKey) => Effect.Effect<number | undefined, StoreUnavailable>
    /**
     * Returns true if each of these nodes has a valid text and each of its terms leads to it. The cost depends on the texts, not on the
     * size of the index, because every opening of a brain pays it. `whole` gives everything.
     */
    readonly holds: (brain: BrainKey, space: IndexSpace, texts: ReadonlyArray<FiledText>) => Effect.Effect<boolean, StoreUnavailable>
    /** Returns everything of a brain that a score at any position depends on. `verify` compares it with what the log gives. */
    readonly whole: (brain: BrainKey) => Effect.Effect<WholeIndex, StoreUnavailable>
  }
>()('@crabtrail/core/SearchIndex') {}

/** Returns the index as lines of text in a fixed order, so that a difference between two indexes can be named: postings, then texts. */
export const indexLines = ({ postings, texts }: WholeIndex): ReadonlyArray<string> => {
  const untils = new Map(texts.map(({ from, node, space, until }) => [`${space} ${node} ${from}`, until]))
  const found: Array<Posting> = []
  for (const [space, terms] of postings) {
    for (const [term, numbers] of terms) {
      for (let i = 0; i < numbers.length; i += numbersOfPosting) {
        const [node = 0, from = 0, count = 0, length = 0] = numbers.slice(i, i + numbersOfPosting)
        found.push({ space, term, node, from, until: untils.get(`${space} ${node} ${from}`) ?? -1, count, length })
      }
    }
  }
  found.sort((a, b) => order(a.space, b.space) || order(a.term, b.term) || a.node - b.node || a.from - b.from)
  return [
    ...found.map(({ count, from, length, node, space, term, until }) => postingLine(space, term, node, from, until, count, length)),
    ...texts.map(({ from, length, node, space, until, words }) => textLine(space, node, from, until, length, words)),
  ]
}

interface Posting extends Omit<TextOfIndex, 'words'> {
  readonly term: string
  readonly count: number
}

/** Writes one posting as a line. `until` is 0 while it is valid, and -1 if its text is missing. */
export const postingLine = (
  space: string,
  term: string,
  node: number,
  from: Position,
  until: Position,
  count: number,
  length: number,
): string => JSON.stringify([space, term, node, from, until, count, length])

export const textLine = (space: string, node: number, from: Position, until: Position, length: number, words: number): string =>
  JSON.stringify(['text', space, node, from, until, length, words])

export const byTextOfIndex = (a: TextOfIndex, b: TextOfIndex): number => order(a.space, b.space) || a.node - b.node || a.from - b.from

const order = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
