/**
 * Decides whether a ranking is sure enough to be put before a model: better nothing than something beside the point.
 *
 * A few signs of how far one passage answers one sentence of the message are weighed and added up. The weights are settings, fitted to questions
 * with and without an answer (`test/eval/fit-confidence.ts`, docs/results/confidence.md). The ranking itself does not depend on any of this.
 */
import type { NodeNumber } from '../identity.ts'
import type { Profile } from '../profiles/profile.ts'
import type { Nano } from '../strength.ts'
import { type CorpusStatistics, idf } from '../text/bm25.ts'
import { naturalLogarithm } from '../text/logarithm.ts'
import type { RankedNode } from './ranking.ts'
import type { TextEvidence } from './text-evidence.ts'

/** The signs that a passage answers a sentence. Words count by their rarity in the memory. */
export interface Signs {
  /** The share of the sentence's words that the passage holds, 0 to 1. */
  readonly coverage: number
  /** The rarity of the words held, in words that no memory has: at 1 one passage would be expected to hold them by chance. 0 to 4. */
  readonly rarity: number
  /** The part of the passage's score that comes from pairs of words and from a title in the message, in weights of the sentence: 0 to 1. */
  readonly phrase: number
  /** The part of the passage's score that comes from the words held, in weights of the sentence: 0 to 3. */
  readonly evidence: number
  /**
   * The logarithm of one more than the number of different words held: one may stand there by chance, three hardly do. Among fewer memories than
   * `few` one counts for more, as less is held by chance there.
   */
  readonly words: number
  /** The logarithm of the passage's characters: a long passage holds many words by chance. */
  readonly length: number
}

export type SignWeights = Profile['context']['sure']

/** The sentences of a message with the rarity of their words. */
export interface AskedSentences {
  /** Places of words among those of the evidence, one list for each sentence. */
  readonly sentences: ReadonlyArray<ReadonlyArray<number>>
  /** The rarity of each word as confidence counts it, by its place: see {@link countedRarity}. */
  readonly rarity: ReadonlyArray<Nano>
  /** The rarity of a word that no memory has, among the memories that there are: the fewer there are, the less is held by chance. */
  readonly rarest: Nano
  /** The same as confidence counts it: among no fewer than `few`. */
  readonly rarestCounted: Nano
}

/**
 * The rarity of a word that `held` memories have. A memory of fewer than `few` is judged as if it had so many: among three notes a word that one of
 * them has is not rare, yet it tells as much as it would among forty, which is what the weights are fitted to.
 */
export const countedRarity = (held: number, statistics: CorpusStatistics, few: number): Nano =>
  idf(held, { ...statistics, documents: Math.max(statistics.documents, few) })

export interface Confidence {
  /** The weighed sum of the signs; sure from 0 on. */
  readonly score: number
  readonly signs: Signs
  /** The sentence that is answered best, by places of its words. */
  readonly sentence: ReadonlyArray<number>
}

/** First memories of a ranking that are judged: the one that answers best does not always stand first. */
const judged = 3

/** The surest pair of a memory (of the first of the ranking) and a sentence of the message. Undefined where no word tells anything. */
export const confidenceIn = (
  ranking: ReadonlyArray<RankedNode>,
  text: TextEvidence,
  asked: AskedSentences,
  charactersOf: (node: NodeNumber) => number,
  weights: SignWeights,
): Confidence | undefined => {
  let best: Confidence | undefined
  for (const { node } of ranking.slice(0, judged)) {
    const length = naturalLogarithm(Math.max(1, charactersOf(node)))
    for (const sentence of asked.sentences) {
      const signs = signsOf(text, node, sentence, asked, length)
      if (signs === undefined) continue
      const score = weighed(signs, weights)
      if (best === undefined || score > best.score) best = { score, signs, sentence }
    }
  }
  return best
}

/** From 0 on it is sure. */
export const weighed = (signs: Signs, weights: SignWeights): number =>
  weights.coverage * signs.coverage +
  weights.rarity * signs.rarity +
  weights.phrase * signs.phrase +
  weights.evidence * signs.evidence +
  weights.words * signs.words +
  weights.length * signs.length -
  weights.least

const signsOf = (
  { idfs, parts, score }: TextEvidence,
  node: NodeNumber,
  sentence: ReadonlyArray<number>,
  { rarest, rarestCounted, rarity }: AskedSentences,
  length: number,
): Signs | undefined => {
  const own = parts(node)
  let [whole, held, added, count] = [0, 0, 0, 0]
  for (const word of sentence) {
    const counted = rarity[word] ?? 0
    const part = own[word] ?? 0
    whole += counted
    if (part > 0) {
      held += counted
      count++
    }
    added += recounted(part, idfs[word] ?? 0, counted)
  }
  if (whole === 0 || rarest === 0) return undefined
  let [words, recountedWords] = [0, 0]
  for (const [word, part] of own.entries()) {
    words += part
    recountedWords += recounted(part, idfs[word] ?? 0, rarity[word] ?? 0)
  }
  // Pairs of words and a title are as rare as the words that stand in the passage.
  const beside = recounted(Math.max(0, score(node) - words), words, recountedWords)
  return {
    coverage: held / whole,
    rarity: Math.min(4, held / rarest),
    phrase: Math.min(1, beside / whole),
    evidence: Math.min(3, added / whole),
    words: naturalLogarithm(1 + count * (rarestCounted / rarest)),
    length,
  }
}

/** Converts a part of a score from one rarity of its word to another. Equal rarities give the same bits. */
const recounted = (part: Nano, from: Nano, to: Nano): number => (from === to || from === 0 ? part : part * (to / from))
