/**
 * Computes the BM25 score of a document for the terms of a question, in whole nano-units.
 *
 * Each summand is rounded to a whole number where it is computed, so sums are exact and do not depend on the order of terms or postings.
 */

import { wordsOf } from './phrases.ts'

/*
 * Computes the natural logarithm with the four basic operations.
 *
 * ECMAScript leaves the precision of `Math.log` to the engine. Scores must be equal to the bit in every engine and version.
 */

/** ln 2 in two parts. The first has so few digits that its whole multiples are exact. */
const ln2High = 0.6931471803691238
const ln2Low = 1.9082149292705877e-10

/** Expects finite `x` > 0. The error is at most a few units in the last place. */
export const naturalLogarithm = (x: number): number => {
  let mantissa = x
  let exponent = 0
  while (mantissa > Math.SQRT2) {
    mantissa /= 2
    exponent += 1
  }
  while (mantissa < Math.SQRT1_2) {
    mantissa *= 2
    exponent -= 1
  }
  return exponent * ln2High + (exponent * ln2Low + nearOne(mantissa))
}

/** Sums 12 terms of the series of 2·artanh((m − 1) / (m + 1)). For m from √½ to √2 the last of them is below the last place. */
const nearOne = (mantissa: number): number => {
  const ratio = (mantissa - 1) / (mantissa + 1)
  const square = ratio * ratio
  let sum = 0
  for (let power = 23; power >= 1; power -= 2) sum = sum * square + 1 / power
  return 2 * ratio * sum
}

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

/**
 * Returns the share, 0 to 1, of a window's usual weight in the score of its text. Where texts are long a window of them says less of what they are about:
 * the weight is whole up to 50 words in the mean, and none from 150 on.
 */
export const windowWeight = (statistics: CorpusStatistics): number => clamp((150 - meanWords(statistics)) / 100, 0, 1)

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

/**
 * Measures the similarity of a question to the question of a cue by their shared words. Rare words count more.
 *
 * Returns whole nano-units from 0 to 1,000,000,000. The same words in any order give exactly 1,000,000,000. The measure is asymmetric: a
 * geometric mean of the share of the cue that the question has (weight 3/4) and the share of the question that the cue has (weight 1/4).
 * A question with one more word usually asks the same; a question that lacks or replaces a word does not.
 */

const one = 1_000_000_000

// In this unit the squares of a thousand words sum exactly, so the order of words does not matter.
const unitsOfIdf = 10_000

/**
 * Repeated words count once. `idf` returns nano-units. Returns 0 if one side has no words.
 *
 * Returns 0 for questions that share fewer than `sharedLeast` words, unless all their words are the same: one shared word is half of a
 * question of two words, but it is weak evidence.
 */
export const similarity = (
  questionWords: ReadonlyArray<string>,
  cueWords: ReadonlyArray<string>,
  idf: (word: string) => number,
  sharedLeast: number,
): number => {
  const asked = new Set(questionWords)
  const known = new Set(cueWords)
  if (asked.size === 0 || known.size === 0) return 0
  const shared = new Set(questionWords.filter((word) => known.has(word)))
  if (shared.size === asked.size && shared.size === known.size) return one
  if (shared.size < sharedLeast) return 0

  const common = energy(shared, idf)
  const [question, cue] = [energy(asked, idf), energy(known, idf)]
  return common === 0 ? 0 : Math.min(one, Math.round((one * common) / (Math.sqrt(cue) * Math.sqrt(Math.sqrt(cue) * Math.sqrt(question)))))
}

/**
 * Returns the share of the question that the cue has, in nano-units from 0 to 1: the squared rarities of the words that both have, of those
 * of the question. Repeated words count once. Returns 1 if no word of the question is rare.
 */
export const askedShare = (
  questionWords: ReadonlyArray<string>,
  cueWords: ReadonlyArray<string>,
  idf: (word: string) => number,
): number => {
  const known = new Set(cueWords)
  const asked = new Set(questionWords)
  const whole = energy(asked, idf)
  return whole === 0 ? one : Math.round((one * energy(new Set(questionWords.filter((word) => known.has(word))), idf)) / whole)
}

const energy = (words: ReadonlySet<string>, idf: (word: string) => number): number => {
  let sum = 0
  for (const word of words) sum += Math.round(idf(word) / unitsOfIdf) ** 2
  return sum
}

/*
 * Chooses texts that are likely, and then varied: each next one counts less for words that the chosen ones have already. The likeliest texts are often
 * alike by words that say nothing of the subject, such as "changed this week". Half of them stay all the same, because texts that say the same of one
 * thing are alike, too.
 *
 * A greedy choice by covered words, as in maximal marginal relevance (Carbonell and Goldstein 1998) and submodular summaries (Lin and Bilmes
 * 2011), without a measure of likeness between texts.
 */

/** The share that is left of a word for each chosen text that has it. */
const repeatedShare = 0.5

/**
 * Returns at most `most` of the texts: the first half of that as they come, the likeliest first, and behind them varied ones in the order of their
 * choice. `parts`: what each word of the question adds to the score of a text, 0 or more, in one order for all texts. Ties go to the text that
 * comes first.
 */
export const varied = <A>(texts: ReadonlyArray<A>, parts: (text: A) => ReadonlyArray<number>, most: number): ReadonlyArray<A> => {
  const open = new Map(texts.map((text) => [text, parts(text)]))
  const weights: Array<number> = []
  const chosen: Array<A> = []
  while (chosen.length < most) {
    const next = chosen.length < Math.ceil(most / 2) ? texts[chosen.length] : bestNext(open, weights)
    if (next === undefined) break
    for (const [word, part] of (open.get(next) ?? []).entries()) if (part > 0) weights[word] = (weights[word] ?? 1) * repeatedShare
    open.delete(next)
    chosen.push(next)
  }
  return chosen
}

const bestNext = <A>(open: ReadonlyMap<A, ReadonlyArray<number>>, weights: ReadonlyArray<number>): A | undefined => {
  let best: { readonly text: A; readonly score: number } | undefined
  for (const [text, parts] of open) {
    const score = parts.reduce((sum, part, word) => sum + part * (weights[word] ?? 1), 0)
    if (best === undefined || score > best.score) best = { text, score }
  }
  return best?.text
}

/*
 * Measures how much of their words two texts have in common, so that a text is known again after an edit.
 *
 * The measure is the Jaccard index of the words without function words: the weight of the words that both have, divided by the weight of the
 * words that at least one of them has. It is told in whole thousandths, from 0 (no word) to 1000 (the same words), so that it has the same bits
 * everywhere. One word of six exchanged gives 714, one of nine 800, half of the words 333.
 */

/** The weight of a word, a whole number from 1. */
export type Weights = (word: string) => number

export const even: Weights = () => 1

/**
 * Returns weights by the rarity of a word among the texts, from 1 for a word of most texts to 32: each halving of the number of texts that
 * have the word adds one. Words that all notes of a file repeat tell little about which of the notes a text was. Equal texts count once: a copy
 * makes no word common.
 */
export const weightsAmong = (texts: Iterable<string>): Weights => {
  const counts = new Map<string, number>()
  const all = new Set(texts)
  for (const text of all) for (const word of new Set(wordsOf(text))) counts.set(word, (counts.get(word) ?? 0) + 1)
  return (word) => 32 - Math.clz32(Math.max(1, Math.floor(all.size / (counts.get(word) ?? 1))))
}

/** Returns the likeness of two sets of words in thousandths; 0 for two empty sets. */
export const likeness = (one: ReadonlySet<string>, other: ReadonlySet<string>, weightOf: Weights): number => {
  let [both, all] = [0, 0]
  for (const word of one) {
    const weight = weightOf(word)
    all += weight
    if (other.has(word)) both += weight
  }
  for (const word of other) if (!one.has(word)) all += weightOf(word)
  return all === 0 ? 0 : Math.floor((1000 * both) / all)
}

/** The least likeness of a text and its edit: at most a third of the words was exchanged. Two texts about one matter seldom reach it. */
export const editedLeast = 500

/** True where a text has enough words of another one to be its edit. */
export const isEdit = (now: string, before: string): boolean =>
  now === before || likeness(new Set(wordsOf(now)), new Set(wordsOf(before)), even) >= editedLeast
