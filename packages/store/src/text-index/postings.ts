/** Postings of terms as numbers: which of them are valid at a position, what a whole index holds, and a cache of decoded ones. */
import {
  byTextOfIndex,
  type NodeNumber,
  type Position,
  type PostingNumbers,
  type Postings,
  type StoreUnavailable,
  type TextOfIndex,
  type WholeIndex,
} from '@crabtrail/core'
import { tokeniserVersion } from '@crabtrail/text/words/tokenise'
import { unavailable } from '../failures.ts'
import { spaceName } from '../rows/columns.ts'
import type { SqlValue } from '../statements/statement.ts'
import { mergeValues, postingNumbers, type TermPostings } from './posting-blocks.ts'

const noPostings: Postings = { nodes: new Int32Array(0), counts: new Int32Array(0), lengths: new Int32Array(0) }

/** Node → first position and end of each ended text. */
export type EndedTexts = ReadonlyMap<NodeNumber, ReadonlyArray<readonly [from: Position, until: Position]>>

/** A text: its node, its first position and its length in terms. */
export interface IndexedText {
  readonly node: NodeNumber
  readonly from: Position
  readonly length: number
}

export const hasPosting = (values: ReadonlyArray<number> = [], { from, length, node }: IndexedText): boolean => {
  for (let i = 0; i < values.length; i += postingNumbers) {
    if (values[i] === node && values[i + 1] === from) return values[i + 3] === length
  }
  return false
}

/** Returns those of a term's postings that are valid at `at`, or now. */
export const validAt = (values: PostingNumbers, ended: EndedTexts, at: Position | undefined): Postings => {
  if (values.length === 0) return noPostings
  const most = values.length / postingNumbers
  const [nodes, counts, lengths] = [new Int32Array(most), new Int32Array(most), new Int32Array(most)]
  let found = 0
  for (let i = 0; i < values.length; i += postingNumbers) {
    const [node = 0, from = 0] = [values[i], values[i + 1]]
    if (!holds(ended, node, from, at)) continue
    nodes[found] = node
    counts[found] = values[i + 2] ?? 0
    lengths[found] = values[i + 3] ?? 0
    found++
  }
  return found === most
    ? { nodes, counts, lengths }
    : { nodes: nodes.slice(0, found), counts: counts.slice(0, found), lengths: lengths.slice(0, found) }
}

const holds = (ended: EndedTexts, node: NodeNumber, from: Position, at: Position | undefined): boolean => {
  if (at !== undefined && from > at) return false
  const until = ended.size === 0 ? undefined : ended.get(node)?.find(([first]) => first === from)?.[1]
  return until === undefined || (at !== undefined && until > at)
}

export const keptOf = (values: ReadonlyArray<number>, isGone: (node: NodeNumber, from: Position) => boolean): ReadonlyArray<number> => {
  const kept: Array<number> = []
  for (let i = 0; i < values.length; i += postingNumbers) {
    if (!isGone(values[i] ?? 0, values[i + 1] ?? 0)) kept.push(...values.slice(i, i + postingNumbers))
  }
  return kept.length === values.length ? values : kept
}

export const endedTexts = (rows: ReadonlyArray<ReadonlyArray<SqlValue>>): EndedTexts => {
  const ended = new Map<NodeNumber, Array<readonly [Position, Position]>>()
  for (const [node, from, until] of rows.map((row) => row.map(Number))) {
    const known = ended.get(node ?? 0)
    if (known === undefined) ended.set(node ?? 0, [[from ?? 0, until ?? 0]])
    else known.push([from ?? 0, until ?? 0])
  }
  return ended
}

/** Returns the words that only texts of these nodes have. A word may come several times. */
export const wordsOnlyIn = (nodes: ReadonlyArray<NodeNumber>, postings: Iterable<TermPostings>): ReadonlySet<string> => {
  const asked = new Set(nodes)
  const [inside, outside] = [new Set<string>(), new Set<string>()]
  for (const { term, values } of postings) {
    for (let i = 0; i < values.length; i += postingNumbers) (asked.has(values[i] ?? 0) ? inside : outside).add(term)
  }
  return new Set([...inside].filter((word) => !outside.has(word)))
}

interface TextColumns extends Omit<TextOfIndex, 'space'> {
  readonly space: number
}

/** Returns a whole index from its texts, and from the postings of each space. A term may come several times. */
export const wholeIndex = (texts: ReadonlyArray<TextColumns>, spaces: ReadonlyMap<number, Iterable<TermPostings>>): WholeIndex => {
  const postings = new Map<string, ReadonlyMap<string, PostingNumbers>>()
  for (const [space, found] of spaces) {
    const terms = new Map<string, PostingNumbers>()
    for (const { term, values } of found) terms.set(term, mergeValues(terms.get(term) ?? [], values))
    postings.set(spaceName(space), terms)
  }
  return { postings, texts: texts.map(({ space, ...text }) => ({ space: spaceName(space), ...text })).sort(byTextOfIndex) }
}

/**
 * Returns the failure of a text index that a newer tokeniser made; undefined if none did. Its words are separated differently, so neither side
 * would find the other's texts.
 */
export const newerIndex = (place: string, made: number | null | undefined): StoreUnavailable | undefined => {
  if (made === null || made === undefined || made <= tokeniserVersion) return undefined
  const versions = `version ${made}, this one has ${tokeniserVersion}`
  return unavailable(place, 'newer', `its text index was made by a newer Crabtrail (${versions}): install the newest Crabtrail`)
}

/** Returns the failure of a text index that another tokeniser made. One by an older tokeniser is rebuilt when the brain is opened again. */
export const foreignIndex = (place: string, made: number | undefined): StoreUnavailable | undefined =>
  made !== undefined && made < tokeniserVersion
    ? unavailable(place, 'moved', 'its text index was made by an older Crabtrail, and not built anew yet: try again')
    : newerIndex(place, made)

/* A cache of decoded postings by term, because the same words occur in many questions. */

/** Most postings in the cache: at 12 bytes a posting, 24 MB. */
const postingsMax = 2_000_000

interface Kept {
  readonly version: number
  readonly postings: Postings
  /** Number of the last search that used it. */
  used: number
}

type KeptTerms = Map<string, Kept>

export class PostingsCache {
  /** Name of an index → its terms. A key of both would be a new text for each term of each question. */
  readonly #kept = new Map<string, KeptTerms>()
  /** Name of an index → the version of it that the cached terms belong to. */
  readonly #versions = new Map<string, number>()
  readonly #most: number
  #size = 0
  #uses = 0

  constructor(most = postingsMax) {
    this.#most = most
  }

  /** Returns one answer for each term. Those of terms that are not cached at this version of the index are read with `read`, all at once. */
  get(
    name: string,
    terms: ReadonlyArray<string>,
    version: number,
    read: (unread: ReadonlyArray<string>) => ReadonlyArray<Postings>,
  ): ReadonlyArray<Postings> {
    const used = ++this.#uses
    const kept = this.#termsOf(name)
    const found = new Map<string, Postings>()
    const unread = new Set<string>()
    for (const term of terms) {
      const known = kept.get(term)
      if (known?.version !== version) {
        unread.add(term)
        continue
      }
      known.used = used
      found.set(term, known.postings)
    }
    const sought = [...unread]
    for (const [i, postings] of read(sought).entries()) {
      const term = sought[i] ?? ''
      found.set(term, postings)
      this.#keep(kept, term, { version, postings, used })
    }
    if (this.#size > this.#most) this.#shrink()
    return terms.flatMap((term) => found.get(term) ?? [])
  }

  /** Returns those of the terms, each once, that are not cached at this version. */
  unread(name: string, terms: ReadonlyArray<string>, version: number): ReadonlyArray<string> {
    const kept = this.#kept.get(name)
    return [...new Set(terms)].filter((term) => kept?.get(term)?.version !== version)
  }

  #termsOf(name: string): KeptTerms {
    const known = this.#kept.get(name)
    if (known !== undefined) return known
    const kept: KeptTerms = new Map()
    this.#kept.set(name, kept)
    return kept
  }

  #keep(terms: KeptTerms, term: string, kept: Kept): void {
    const known = terms.get(term)
    this.#size += weight(kept.postings) - (known === undefined ? 0 : weight(known.postings))
    terms.set(term, kept)
  }

  /** Drops the cached terms of an index that belong to another version of it. */
  keepOnly(name: string, version: number): void {
    if (this.#versions.get(name) === version) return
    this.#versions.set(name, version)
    const terms = this.#kept.get(name)
    for (const [term, { postings, version: own }] of terms ?? []) {
      if (own === version) continue
      terms?.delete(term)
      this.#size -= weight(postings)
    }
  }

  clear(): void {
    this.#kept.clear()
    this.#versions.clear()
    this.#size = 0
  }

  get size(): number {
    return this.#size
  }

  /** Evicts an eighth more than needed, so that not every new term causes an eviction. */
  #shrink(): void {
    const goal = this.#most - this.#most / 8
    const all = [...this.#kept.values()].flatMap((terms) =>
      [...terms].map(([term, { postings, used }]) => ({ terms, term, postings, used })),
    )
    for (const { postings, term, terms } of all.sort((a, b) => a.used - b.used)) {
      if (this.#size <= goal) return
      terms.delete(term)
      this.#size -= weight(postings)
    }
  }
}

/** Returns the weight of an entry in postings; each key counts as 16. */
const weight = ({ nodes }: Postings): number => nodes.length + 16
