/**
 * BM25 in whole nano-units: how well a document answers the terms of a question.
 *
 * Every number that is added up is rounded where it is computed, so sums are exact and the same in any order of terms or postings.
 */
import { naturalLogarithm } from './logarithm.ts'

/** Of the documents visible at one position, in one scope. */
export interface CorpusStatistics {
  readonly documents: number
  /** Sum of the documents' `length` ({@link IndexTerms}). */
  readonly totalLength: number
  /** Sum of the documents' `words`. */
  readonly totalWords: number
}

export interface Bm25Parameters {
  /** How soon repeating a term stops helping. */
  readonly k1: number
  /** How far a document's length is held against it. */
  readonly b: number
  readonly meanLength: number
}

/** The documents that hold one term; lists run side by side. Structurally what the search index answers. */
export interface TermPostings {
  readonly nodes: ArrayLike<number>
  readonly counts: ArrayLike<number>
  readonly lengths: ArrayLike<number>
}

const nano = 1_000_000_000

/** What a two-word term weighs beside its words. */
export const bigramWeight = 0.3

/** One formula fits short messages (k1 0.9, b 0.5) and long ones (k1 6, b 1): no fixed pair does. */
export const bm25Parameters = (statistics: CorpusStatistics): Bm25Parameters => ({
  k1: clamp(meanWords(statistics) / 50, 0.9, 6),
  b: clamp(0.4 + meanWords(statistics) / 250, 0.5, 1),
  meanLength: statistics.documents > 0 && statistics.totalLength > 0 ? statistics.totalLength / statistics.documents : 1,
})

export const meanWords = ({ documents, totalWords }: CorpusStatistics): number => (documents > 0 ? totalWords / documents : 0)

/** How much a term that `documentFrequency` documents hold tells, in nano-units. Never negative. */
export const idf = (documentFrequency: number, { documents }: CorpusStatistics): number =>
  Math.max(0, toNano(naturalLogarithm((documents + 1) / (documentFrequency + 0.5))))

/** An idf scaled by a weight, in nano-units: for terms that count less than words. */
export const weighted = (termIdf: number, weight: number): number => Math.round(termIdf * weight)

/** What a term adds to the score of a document that holds it `count` times, in nano-units: c(t, d). */
export const part = (termIdf: number, count: number, length: number, { k1, b, meanLength }: Bm25Parameters): number =>
  Math.round((termIdf * count * (k1 + 1)) / (count + k1 * (1 - b + (b * length) / meanLength)))

/** Adds one term's parts to `scores`, which is indexed by node. Exact, so terms may come in any order. */
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
