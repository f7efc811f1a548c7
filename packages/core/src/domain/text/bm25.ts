/**
 * Computes the BM25 score of a document for the terms of a question, in whole nano-units.
 *
 * Each summand is rounded to a whole number where it is computed, so sums are exact and do not depend on the order of terms or postings.
 */
import { naturalLogarithm } from './logarithm.ts'

/** Counts of the documents that are visible at one position, in one scope. */
export interface CorpusStatistics {
  readonly documents: number
  /** Sum of the documents' `length` ({@link IndexTerms}). */
  readonly totalLength: number
  /** Sum of the documents' `words`. */
  readonly totalWords: number
}

export interface Bm25Parameters {
  /** Saturation of the term frequency: the lower it is, the sooner further repetitions of a term stop raising the score. */
  readonly k1: number
  /** Strength of the length normalisation: 0 ignores the length of a document, 1 applies it in full. */
  readonly b: number
  readonly meanLength: number
}

/** The documents that hold one term, as parallel arrays. The search index returns this shape. */
export interface TermPostings {
  readonly nodes: ArrayLike<number>
  readonly counts: ArrayLike<number>
  readonly lengths: ArrayLike<number>
}

const nano = 1_000_000_000

/** Weight of a two-word term. A word has weight 1. */
export const bigramWeight = 0.3

/** Derives k1 and b from the mean number of words. No fixed pair fits both short messages (k1 0.9, b 0.5) and long ones (k1 6, b 1). */
export const bm25Parameters = (statistics: CorpusStatistics): Bm25Parameters => ({
  k1: clamp(meanWords(statistics) / 50, 0.9, 6),
  b: clamp(0.4 + meanWords(statistics) / 250, 0.5, 1),
  meanLength: statistics.documents > 0 && statistics.totalLength > 0 ? statistics.totalLength / statistics.documents : 1,
})

export const meanWords = ({ documents, totalWords }: CorpusStatistics): number => (documents > 0 ? totalWords / documents : 0)

/** Inverse document frequency of a term that `documentFrequency` documents hold, in nano-units. Never negative. */
export const idf = (documentFrequency: number, { documents }: CorpusStatistics): number =>
  Math.max(0, toNano(naturalLogarithm((documents + 1) / (documentFrequency + 0.5))))

/** Scales an idf by `weight`, for terms that count less than words. In nano-units. */
export const weighted = (termIdf: number, weight: number): number => Math.round(termIdf * weight)

/** Contribution c(t, d) of a term to the score of a document that holds it `count` times, in nano-units. */
export const part = (termIdf: number, count: number, length: number, { k1, b, meanLength }: Bm25Parameters): number =>
  Math.round((termIdf * count * (k1 + 1)) / (count + k1 * (1 - b + (b * length) / meanLength)))

/** Adds the parts of one term to `scores`, which is indexed by node. Sums are exact, so terms may come in any order. */
export const accumulate = (scores: Float64Array, postings: TermPostings, termIdf: number, parameters: Bm25Parameters): void => {
  const { nodes, counts, lengths } = postings
  for (let at = 0; at < nodes.length; at += 1) {
    const node = nodes[at]
    const count = counts[at]
    const length = lengths[at]
    if (node === undefined || count === undefined || length === undefined) throw new RangeError(`posting ${at} is incomplete`)
    scores[node] = (scores[node] ?? 0) + part(termIdf, count, length, parameters)
  }
}

const toNano = (x: number): number => Math.round(x * nano)

const clamp = (x: number, low: number, high: number): number => Math.min(high, Math.max(low, x))
