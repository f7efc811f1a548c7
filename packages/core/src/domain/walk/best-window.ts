/**
 * Joins the score of a long text with that of its best window: the run of words in it that fits the question best.
 *
 * In a long text the words of a question may stand far apart, each about something else. A window is scored as a text of its own, whatever its length:
 * by how often it has each term, and by what the text has of a term beside its words (title, tags, days, whole values), which every window has.
 */
import { type Bm25Parameters, type CorpusStatistics, part, windowWeight } from '@crabtrail/text/words/scoring'
import type { NodeNumber } from '../identity.ts'
import type { Profile } from '../profiles/profile.ts'
import { type Nano, roundHalfAway } from '../strength.ts'
import { placeOf } from './alias-scores.ts'
import { type AskedTerm, byScore, firstCounted, type IsCounted, type ScoredNode, type TextEvidence } from './text-evidence.ts'

export interface WindowSettings {
  /** Words in a window. 0: none is looked for. */
  readonly window: number
  /** The share of a score that is the window's, 0 to 1. */
  readonly share: number
}

/** Returns the settings of windows for texts of this length in the mean; undefined where windows say nothing. */
export const windowsFor = (
  { window, windowShare }: Pick<Profile['seeding'], 'window' | 'windowShare'>,
  statistics: CorpusStatistics,
): WindowSettings | undefined => {
  const share = windowShare * windowWeight(statistics)
  return window === 0 || share === 0 ? undefined : { window, share }
}

/** The words of texts in order, each as a number that is the same in all of the texts. */
export interface WordSequences {
  /** Undefined for a text that cannot be read. */
  readonly of: (node: NodeNumber) => ArrayLike<number> | undefined
  /** Returns the number of a word, from 0 up to, not including, `numbers`; undefined for a word that none of the texts has. */
  readonly numberOf: (word: string) => number | undefined
  readonly numbers: number
}

/** In a window a further repetition tells little. Its length does not count: all windows of a text but the last are equally long. */
const ofWindow: Bm25Parameters = { k1: 0.9, b: 0, meanLength: 1 }

/** Returns the texts of the pool that may have more words than a window: a text of n words is at least 2n − 1 long, with its pairs of words. */
export const longTexts = (
  { pool, terms }: { readonly pool: ReadonlyArray<Pick<ScoredNode, 'node'>>; readonly terms: TextEvidence['terms'] },
  settings: Pick<WindowSettings, 'window'>,
): ReadonlyArray<NodeNumber> => pool.flatMap(({ node }) => (isLong(lengthOf(terms, node), settings) ? [node] : []))

const isLong = (length: number, { window }: Pick<WindowSettings, 'window'>): boolean => length >= 2 * window

const lengthOf = (terms: ReadonlyArray<AskedTerm>, node: NodeNumber): number => {
  for (const { postings } of terms) {
    const at = placeOf(postings.nodes, node)
    if (at >= 0) return postings.lengths[at] ?? 0
  }
  return 0
}

/**
 * Joins the scores of the long texts of the pool with those of their windows. `ways`: the terms that texts have for each of `text.terms`. A text that is
 * no longer than a window, or cannot be read, keeps its score.
 */
export const withWindows = (
  text: TextEvidence,
  ways: ReadonlyArray<ReadonlyArray<string>>,
  settings: WindowSettings,
  sequences: WordSequences,
  isCounted?: IsCounted | undefined,
): TextEvidence => {
  const finder = finderOf(ways, sequences)
  const joined = new Map<NodeNumber, Nano>()
  for (const { node } of text.pool) {
    let length = 0
    const held = text.terms.map(({ postings: { counts, lengths, nodes } }) => {
      const at = placeOf(nodes, node)
      if (at < 0) return 0
      length = lengths[at] ?? 0
      return counts[at] ?? 0
    })
    const sequence = isLong(length, settings) ? sequences.of(node) : undefined
    if (sequence === undefined || sequence.length <= settings.window) continue
    const best = bestWindow(text.terms, held, hitsOf(sequence, finder), settings.window)
    const plain = text.plain(node)
    joined.set(node, text.boosted(roundHalfAway(plain + settings.share * (best - plain)), node))
  }
  const score = (node: NodeNumber) => joined.get(node) ?? text.score(node)
  const pool = text.pool.map(({ node }): ScoredNode => ({ node, score: score(node) })).sort(byScore)
  return { ...text, pool, best: firstCounted(pool, isCounted), score }
}

/** A term of the question in a text, from one of its words to the same or the next one. */
interface Hit {
  readonly term: number
  readonly first: number
  readonly last: number
}

interface Finder {
  /** For the number of each word 1 if it is a term, 2 if a pair begins with it, 3 for both, else 0: most words of a text are neither. */
  readonly marks: Uint8Array
  readonly words: ReadonlyMap<number, ReadonlyArray<number>>
  /** By their first words and their second ones. */
  readonly pairs: ReadonlyMap<number, ReadonlyMap<number, ReadonlyArray<number>>>
}

const finderOf = (ways: ReadonlyArray<ReadonlyArray<string>>, { numberOf, numbers }: WordSequences): Finder => {
  const marks = new Uint8Array(numbers)
  const words = new Map<number, Array<number>>()
  const pairs = new Map<number, Map<number, Array<number>>>()
  const put = (into: Map<number, Array<number>>, word: number, term: number) => {
    const known = into.get(word)
    if (known === undefined) into.set(word, [term])
    else known.push(term)
  }
  for (const [term, own] of ways.entries()) {
    for (const way of new Set(own)) {
      const space = way.indexOf(' ')
      const first = numberOf(space < 0 ? way : way.slice(0, space))
      const second = space < 0 ? undefined : numberOf(way.slice(space + 1))
      if (first === undefined || (space >= 0 && second === undefined)) continue
      marks[first] = (marks[first] ?? 0) | (second === undefined ? 1 : 2)
      if (second === undefined) put(words, first, term)
      else {
        const seconds = pairs.get(first) ?? new Map<number, Array<number>>()
        pairs.set(first, seconds)
        put(seconds, second, term)
      }
    }
  }
  return { marks, words, pairs }
}

/** Returns the hits by rising first words, and so by rising last words. */
const hitsOf = (sequence: ArrayLike<number>, { marks, pairs, words }: Finder): ReadonlyArray<Hit> => {
  const hits: Array<Hit> = []
  let seconds: ReadonlyMap<number, ReadonlyArray<number>> | undefined
  for (let at = 0; at < sequence.length; at++) {
    const word = sequence[at] ?? 0
    const mark = marks[word] ?? 0
    if (seconds !== undefined) for (const term of seconds.get(word) ?? none) hits.push({ term, first: at - 1, last: at })
    if ((mark & 1) !== 0) for (const term of words.get(word) ?? none) hits.push({ term, first: at, last: at })
    seconds = (mark & 2) === 0 ? undefined : pairs.get(word)
  }
  return hits
}

const none: ReadonlyArray<number> = []

/** Returns the best score of a window of `size` words. `held`: what the whole text has of each term. */
const bestWindow = (terms: ReadonlyArray<AskedTerm>, held: ReadonlyArray<number>, hits: ReadonlyArray<Hit>, size: number): Nano => {
  const within = held.map(() => 0)
  for (const { term } of hits) within[term] = (within[term] ?? 0) + 1
  const beside = held.map((count, term) => Math.max(0, count - (within[term] ?? 0)))
  within.fill(0)
  const partOf = (term: number): Nano => {
    const count = Math.min(held[term] ?? 0, (beside[term] ?? 0) + (within[term] ?? 0))
    return count === 0 ? 0 : part(terms[term]?.idf ?? 0, count, 1, ofWindow)
  }
  let sum = 0
  for (let term = 0; term < held.length; term++) sum += partOf(term)
  // Parts are whole numbers, so that a sum is the same however it was reached.
  const change = (term: number, by: number) => {
    sum -= partOf(term)
    within[term] = (within[term] ?? 0) + by
    sum += partOf(term)
  }
  let best = sum
  let start = 0
  for (const { last, term } of hits) {
    change(term, 1)
    for (let hit = hits[start]; hit !== undefined && hit.first <= last - size; hit = hits[++start]) change(hit.term, -1)
    best = Math.max(best, sum)
  }
  return best
}
