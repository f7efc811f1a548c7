/** Scores documents by their aliases: other words that somebody named for them. */
import {
  accumulate,
  type Bm25Parameters,
  bm25Parameters,
  type CorpusStatistics,
  part,
  type TermPostings,
} from '@crabtrail/text/words/scoring'
import type { NodeNumber } from '../identity.ts'
import { type Nano, roundHalfAway } from '../strength.ts'

/** What aliases add to the score of a document: `weight` times their own score, by their own statistics. */
export interface AliasPostings {
  /** The postings of each word and each pair of the question, in its order. */
  readonly wordPostings: ReadonlyArray<TermPostings>
  readonly bigramPostings: ReadonlyArray<TermPostings>
  readonly statistics: CorpusStatistics
  readonly weight: number
}

interface AliasRarity {
  readonly idfs: ReadonlyArray<Nano>
  readonly pairIdfs: ReadonlyArray<Nano>
  /** The number of words of the evidence, of which aliases have those of the question alone. */
  readonly words: number
}

/** Adds the score that aliases give each document to the scores of the texts. Returns the sums, and the parts of what was added. */
export const withAliasScores = (
  texts: Float64Array,
  { bigramPostings, statistics, weight, wordPostings }: AliasPostings,
  { idfs, pairIdfs, words }: AliasRarity,
) => {
  const parameters = bm25Parameters(statistics)
  // Scores are whole numbers: what was added is what a sum is more, to the bit. A weight is for the score of all terms, so that rounds once.
  const sums = weight === 1 ? texts.slice() : new Float64Array(texts.length)
  for (const [i, postings] of wordPostings.entries()) accumulate(sums, postings, idfs[i] ?? 0, parameters)
  for (const [i, postings] of bigramPostings.entries()) accumulate(sums, postings, pairIdfs[i] ?? 0, parameters)
  if (weight !== 1)
    for (let node = 0; node < sums.length; node++) sums[node] = (texts[node] ?? 0) + roundHalfAway((sums[node] ?? 0) * weight)
  const added = (node: NodeNumber): Nano => (sums[node] ?? 0) - (texts[node] ?? 0)
  const partOf = (word: number, node: NodeNumber): Nano => {
    const postings = wordPostings[word]
    return postings === undefined ? 0 : roundHalfAway(partAt(postings, idfs[word] ?? 0, node, parameters) * weight)
  }
  return {
    sums,
    added,
    parts: (node: NodeNumber): ReadonlyArray<Nano> | undefined =>
      added(node) === 0 ? undefined : Array.from({ length: words }, (_, word) => partOf(word, node)),
    hasWord: (word: number, node: NodeNumber): boolean => added(node) !== 0 && partOf(word, node) > 0,
  }
}

/** Returns the part that a term adds to the score of a document. */
export const partAt = ({ counts, lengths, nodes }: TermPostings, termIdf: Nano, node: NodeNumber, parameters: Bm25Parameters): Nano => {
  const at = placeOf(nodes, node)
  return at < 0 ? 0 : part(termIdf, counts[at] ?? 0, lengths[at] ?? 0, parameters)
}

/** Returns the place of a node among rising numbers; -1 if it is not there. */
export const placeOf = (nodes: ArrayLike<number>, node: NodeNumber): number => {
  let low = 0
  let high = nodes.length - 1
  while (low <= high) {
    const middle = (low + high) >> 1
    const found = nodes[middle] ?? 0
    if (found === node) return middle
    if (found < node) low = middle + 1
    else high = middle - 1
  }
  return -1
}
