/** What the text index says about a question: how well each document fits, word by word. Gathered once; the walk only reads it. */

import type { NodeNumber } from '../identity.ts'
import type { Nano } from '../strength.ts'
import {
  accumulate,
  type Bm25Parameters,
  bigramWeight,
  bm25Parameters,
  type CorpusStatistics,
  idf,
  part,
  type TermPostings,
  weighted,
} from '../text/bm25.ts'

export interface QuestionPostings {
  readonly words: ReadonlyArray<string>
  /** Side by side with `words`. */
  readonly wordPostings: ReadonlyArray<TermPostings>
  /** One for each bigram. */
  readonly bigramPostings: ReadonlyArray<TermPostings>
  readonly statistics: CorpusStatistics
}

export interface ScoredNode {
  readonly node: NodeNumber
  readonly score: Nano
}

export interface TextEvidence {
  /** Best documents, best first, ties by number. */
  readonly pool: ReadonlyArray<ScoredNode>
  readonly score: (node: NodeNumber) => Nano
  readonly words: ReadonlyArray<string>
  /** idf of each word, in nano-units. */
  readonly idfs: ReadonlyArray<Nano>
  /** c(t, d): what word number `word` adds to the score of a document. */
  readonly part: (word: number, node: NodeNumber) => Nano
  /** Σ max(0, c(t, b) − c(t, a)): what `b` says of the question that `a` does not. */
  readonly residual: (b: NodeNumber, a: NodeNumber) => Nano
}

/** `isCandidate` keeps out what may not be recalled; `highest` is the highest node number there is. */
export const textEvidence = (
  question: QuestionPostings,
  highest: NodeNumber,
  poolSize: number,
  isCandidate: (node: NodeNumber) => boolean,
): TextEvidence => {
  const { bigramPostings, statistics, wordPostings, words } = question
  const parameters = bm25Parameters(statistics)
  const idfs = wordPostings.map((postings) => idf(postings.nodes.length, statistics))
  const scores = new Float64Array(highest + 1)
  wordPostings.forEach((postings, i) => {
    accumulate(scores, postings, idfs[i] ?? 0, parameters)
  })
  for (const postings of bigramPostings) {
    accumulate(scores, postings, weighted(idf(postings.nodes.length, statistics), bigramWeight), parameters)
  }
  const partOf = (word: number, node: NodeNumber) => partAt(wordPostings[word], idfs[word] ?? 0, node, parameters)
  return {
    pool: best(scores, touched([...wordPostings, ...bigramPostings]), poolSize, isCandidate),
    score: (node) => scores[node] ?? 0,
    words,
    idfs,
    part: partOf,
    residual: (b, a) => {
      let sum = 0
      for (let word = 0; word < words.length; word++) sum += Math.max(0, partOf(word, b) - partOf(word, a))
      return sum
    },
  }
}

const touched = function* (lists: ReadonlyArray<TermPostings>): Generator<NodeNumber> {
  for (const { nodes } of lists) {
    for (let at = 0; at < nodes.length; at++) yield nodes[at] ?? 0
  }
}

/** The `size` best of the touched nodes, by score and then by number. */
const best = (
  scores: Float64Array,
  nodes: Iterable<NodeNumber>,
  size: number,
  isCandidate: (node: NodeNumber) => boolean,
): ReadonlyArray<ScoredNode> => {
  const seen = new Uint8Array(scores.length)
  const found: Array<ScoredNode> = []
  let threshold = 0
  for (const node of nodes) {
    if (seen[node] !== 0) continue
    seen[node] = 1
    const score = scores[node] ?? 0
    if (score <= 0 || score < threshold || !isCandidate(node)) continue
    found.push({ node, score })
    if (found.length >= 4 * size) {
      found.sort(byScore)
      found.length = size
      threshold = found[size - 1]?.score ?? 0
    }
  }
  return found.sort(byScore).slice(0, size)
}

export const byScore = (one: ScoredNode, other: ScoredNode): number => other.score - one.score || one.node - other.node

const partAt = (postings: TermPostings | undefined, termIdf: Nano, node: NodeNumber, parameters: Bm25Parameters): Nano => {
  if (postings === undefined) return 0
  const { counts, lengths, nodes } = postings
  let low = 0
  let high = nodes.length - 1
  while (low <= high) {
    const middle = (low + high) >> 1
    const found = nodes[middle] ?? 0
    if (found === node) return part(termIdf, counts[middle] ?? 0, lengths[middle] ?? 0, parameters)
    if (found < node) low = middle + 1
    else high = middle - 1
  }
  return 0
}
