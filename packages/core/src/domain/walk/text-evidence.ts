/** Scores every document for a question by the text index, word by word. Computed once; the walk only reads it. */

import {
  accumulate,
  type Bm25Parameters,
  bigramWeight,
  bm25Parameters,
  type CorpusStatistics,
  idf,
  type TermPostings,
  weighted,
} from '@crabtrail/text/words/scoring'
import type { EventData } from '../events/brain-event.ts'
import type { NodeNumber } from '../identity.ts'
import type { Profile } from '../profiles/profile.ts'
import { type Nano, nano, one, roundHalfAway } from '../strength.ts'
import type { NearNode } from '../vectors/vector-table.ts'
import { type AliasPostings, partAt, withAliasScores } from './alias-scores.ts'

export interface QuestionPostings {
  readonly words: ReadonlyArray<string>
  /** The postings of each word, in the order of `words`. */
  readonly wordPostings: ReadonlyArray<TermPostings>
  readonly bigramPostings: ReadonlyArray<TermPostings>
  readonly statistics: CorpusStatistics
  /**
   * True for documents that `statistics` counts and the weights of words are computed from. The others are scored by the same weights.
   * Absent: all count.
   */
  readonly isCounted?: IsCounted | undefined
  /**
   * Words of the questions before that an elliptical question goes on with. They add to the score of documents that hold a word of the question
   * itself. Absent: none.
   */
  readonly earlier?: EarlierWords | undefined
  /** The postings of the same words in the aliases of documents. Absent: no aliases are searched. */
  readonly aliases?: AliasPostings | undefined
}

export interface EarlierWords {
  readonly words: ReadonlyArray<string>
  readonly wordPostings: ReadonlyArray<TermPostings>
  /** The share of its rarity with which each word counts, 0 to 1. */
  readonly weight: number
}

export type IsCounted = (node: NodeNumber) => boolean

export interface ScoredNode {
  readonly node: NodeNumber
  readonly score: Nano
}

/** A word of the question, or a pair of its words. */
export interface AskedTerm {
  readonly idf: Nano
  readonly postings: TermPostings
}

export interface TextEvidence {
  /**
   * The best documents, and the best of those that count, best first, ties by number: documents that do not count take no place from them.
   */
  readonly pool: ReadonlyArray<ScoredNode>
  /** The best document that counts. */
  readonly best: ScoredNode | undefined
  readonly score: (node: NodeNumber) => Nano
  /** Returns the score that the whole text has, whatever its best window is. */
  readonly whole: (node: NodeNumber) => Nano
  /** Returns the score of the terms alone, without boosts. */
  readonly plain: (node: NodeNumber) => Nano
  readonly boosted: (score: Nano, node: NodeNumber) => Nano
  /** The words, and behind them the pairs of words. */
  readonly terms: ReadonlyArray<AskedTerm>
  /** Returns the part of the score that the aliases of a document give it. */
  readonly byAliases: (node: NodeNumber) => Nano
  /** True where the aliases of a document have a word. */
  readonly isAliased: (word: number, node: NodeNumber) => boolean
  /** True for a document of which only the aliases score. */
  readonly isByAliases: (node: NodeNumber) => boolean
  /** The words of the question, and behind them those of earlier questions that it goes on with. */
  readonly words: ReadonlyArray<string>
  /** idf of each word, in nano-units: a word is as common as the documents that have it in their text or in their aliases. */
  readonly idfs: ReadonlyArray<Nano>
  /** Returns c(t, d) for all words of the question, of the text alone; of the aliases where only they find the document: without parts it would answer nothing. */
  readonly parts: (node: NodeNumber) => ReadonlyArray<Nano>
  /** Returns c(t, d): the part that word number `word` adds to the score of a document. */
  readonly part: (word: number, node: NodeNumber) => Nano
  /** Returns Σ max(0, c(t, b) − c(t, a)): the words of the question that `b` has and `a` lacks, by score. */
  readonly residual: (b: NodeNumber, a: NodeNumber) => Nano
}

/** Factors and sums of a document's score beside its words. */
export interface Boosts {
  /** Returns the factor of a passage: 1, or more where its speaker is named in the question. */
  readonly favour: (node: NodeNumber) => number
  /** Returns the score that a document gains where its title is in the question. */
  readonly title: (node: NodeNumber) => Nano
}

const noBoosts: Boosts = { favour: () => 1, title: () => 0 }

/** Scores all documents. `isCandidate` is false for nodes that may not be recalled; `highest` is the highest node number. */
export const textEvidence = (
  question: QuestionPostings,
  highest: NodeNumber,
  poolSize: number,
  isCandidate: (node: NodeNumber) => boolean,
  boosts: Boosts = noBoosts,
): TextEvidence => {
  const { aliases, bigramPostings, earlier = nothingEarlier, isCounted, statistics } = question
  const words = [...question.words, ...earlier.words]
  const wordPostings = [...question.wordPostings, ...earlier.wordPostings]
  const parameters = bm25Parameters(statistics)
  const rarityOf = (postings: TermPostings, own: TermPostings | undefined) => idf(frequency(postings, isCounted, own), statistics)
  const idfs = wordPostings.map((postings, place) => {
    const rarity = rarityOf(postings, aliases?.wordPostings[place])
    return place < question.words.length ? rarity : weighted(rarity, earlier.weight)
  })
  const pairs = bigramPostings.map((postings, i): AskedTerm => {
    return { postings, idf: weighted(rarityOf(postings, aliases?.bigramPostings[i]), bigramWeight) }
  })
  const texts = new Float64Array(highest + 1)
  for (const [i, postings] of question.wordPostings.entries()) accumulate(texts, postings, idfs[i] ?? 0, parameters)
  for (const pair of pairs) accumulate(texts, pair.postings, pair.idf, parameters)
  if (earlier.words.length > 0) addEarlier(texts, earlier, idfs.slice(question.words.length), parameters)
  const pairIdfs = pairs.map((pair) => pair.idf)
  const named = aliases === undefined ? undefined : withAliasScores(texts, aliases, { idfs, pairIdfs, words: words.length })
  const nothing = words.map(() => 0)
  const partsOf = rememberedParts((node) =>
    (texts[node] ?? 0) === 0
      ? (named?.parts(node) ?? nothing)
      : wordPostings.map((postings, word) => partAt(postings, idfs[word] ?? 0, node, parameters)),
  )
  const byAliases = (node: NodeNumber): Nano => named?.added(node) ?? 0
  const score = (node: NodeNumber): Nano => boosted(texts[node] ?? 0, node, boosts) + byAliases(node)
  const scores = named?.sums ?? texts
  const lists = [...question.wordPostings, ...bigramPostings, ...(aliases?.wordPostings ?? []), ...(aliases?.bigramPostings ?? [])]
  const found = best(scores, lists, poolSize, isCandidate)
  const counted = isCounted && best(scores, lists, poolSize, (node) => isCounted(node) && isCandidate(node))
  const pool = [...new Set([...found, ...(counted ?? [])].map(({ node }) => node))]
    .map((node) => ({ node, score: score(node) }))
    .sort(byScore)
  return {
    pool,
    best: firstCounted(pool, isCounted),
    score,
    whole: score,
    plain: (node) => texts[node] ?? 0,
    boosted: (own, node) => boosted(own, node, boosts) + byAliases(node),
    terms: [...wordPostings.map((postings, word): AskedTerm => ({ postings, idf: idfs[word] ?? 0 })), ...pairs],
    byAliases,
    isAliased: (word, node) => named?.hasWord(word, node) === true,
    isByAliases: (node) => (texts[node] ?? 0) === 0 && byAliases(node) > 0,
    parts: partsOf,
    words,
    idfs,
    part: (word, node) => partsOf(node)[word] ?? 0,
    residual: (b, a) => {
      const more = partsOf(b)
      if (more === nothing) return 0
      const less = partsOf(a)
      let sum = 0
      for (let word = 0; word < words.length; word++) sum += Math.max(0, (more[word] ?? 0) - (less[word] ?? 0))
      return sum
    },
  }
}

const nothingEarlier: EarlierWords = { words: [], wordPostings: [], weight: 0 }

/** Adds the words of earlier questions to the scores of documents that have one. */
const addEarlier = (scores: Float64Array, { wordPostings }: EarlierWords, idfs: ReadonlyArray<Nano>, parameters: Bm25Parameters): void => {
  const added = new Float64Array(scores.length)
  for (const [i, postings] of wordPostings.entries()) accumulate(added, postings, idfs[i] ?? 0, parameters)
  for (let node = 0; node < scores.length; node++) if ((scores[node] ?? 0) > 0) scores[node] = (scores[node] ?? 0) + (added[node] ?? 0)
}

/** Returns the number of counted documents that have a word in their text, or in their aliases: two lists by rising number. */
export const frequency = (
  { nodes }: Pick<TermPostings, 'nodes'>,
  isCounted: IsCounted | undefined,
  aliases: Pick<TermPostings, 'nodes'> = nowhere,
): number => {
  let count = countedIn(nodes, isCounted)
  for (let at = 0, other = 0; other < aliases.nodes.length; other++) {
    const node = aliases.nodes[other] ?? 0
    while (at < nodes.length && (nodes[at] ?? 0) < node) at++
    if (nodes[at] !== node && isCounted?.(node) !== false) count++
  }
  return count
}

const nowhere: Pick<TermPostings, 'nodes'> = { nodes: [] }

const countedIn = (nodes: ArrayLike<number>, isCounted: IsCounted | undefined): number => {
  if (isCounted === undefined) return nodes.length
  let count = 0
  for (let at = 0; at < nodes.length; at++) if (isCounted(nodes[at] ?? 0)) count++
  return count
}

export const firstCounted = <A extends { readonly node: NodeNumber }>(pool: ReadonlyArray<A>, isCounted: IsCounted | undefined) =>
  isCounted === undefined ? pool[0] : pool.find(({ node }) => isCounted(node))

/** Returns the share of the question's weight in rare words that the best text holds, from 0 to 1. */
export const coveredBy = ({ best, idfs, part }: Pick<TextEvidence, 'best' | 'idfs' | 'part'>): number => {
  let [held, whole] = [0, 0]
  for (const [word, idf] of idfs.entries()) {
    whole += idf
    if (best !== undefined && part(word, best.node) > 0) held += idf
  }
  return whole === 0 ? 0 : held / whole
}

/** Applies the boosts to a score. A title counts only where the text itself scores. */
const boosted = (score: Nano, node: NodeNumber, { favour, title }: Boosts): Nano =>
  score <= 0 ? score : roundHalfAway(score * favour(node)) + title(node)

/** Caches parts by node: a walk asks for the same documents many times. */
const rememberedParts = (find: TextEvidence['parts']): TextEvidence['parts'] => {
  const known = new Map<NodeNumber, ReadonlyArray<Nano>>()
  return (node) => {
    const before = known.get(node)
    if (before !== undefined) return before
    const parts = find(node)
    known.set(node, parts)
    return parts
  }
}

/** Returns the `size` best documents of the lists, by score and then by number. */
const best = (
  scores: Float64Array,
  lists: ReadonlyArray<TermPostings>,
  size: number,
  isCandidate: (node: NodeNumber) => boolean,
): ReadonlyArray<ScoredNode> => {
  const seen = new Uint8Array(scores.length)
  const found: Array<ScoredNode> = []
  let threshold = 0
  for (const { nodes } of lists) {
    for (let at = 0; at < nodes.length; at++) {
      const node = nodes[at] ?? 0
      const score = scores[node] ?? 0
      if (seen[node] !== 0 || score <= 0 || score < threshold) continue
      seen[node] = 1
      if (!isCandidate(node)) continue
      found.push({ node, score })
      if (found.length < 4 * size) continue
      found.sort(byScore)
      found.length = size
      threshold = found[size - 1]?.score ?? 0
    }
  }
  return found.sort(byScore).slice(0, size)
}

export const byScore = (one: ScoredNode, other: ScoredNode): number => other.score - one.score || one.node - other.node

/* Hints of the host beside the question: passages that another search found, and the area that the agent is busy with. */

export type SeedSource = EventData<'SeedsSelected'>['sources'][number]

export interface Hints {
  readonly hits: ReadonlySet<NodeNumber>
  /** Passages given in the turns before, where the question is a follow-up, each with the share of its warmth that is left. Absent: none. */
  readonly warm?: ReadonlyMap<NodeNumber, number>
  /** Memories that the situation of the question points to. Absent: none. */
  readonly symbolic?: ReadonlySet<NodeNumber>
  /** Memories of the area that the last heartbeat named. */
  readonly favoured: ReadonlySet<NodeNumber>
}

export const noHints: Hints = { hits: new Set(), favoured: new Set() }

export interface FoundTexts {
  /** Best first, ties by number. */
  readonly pool: ReadonlyArray<ScoredNode>
  readonly score: (node: NodeNumber) => Nano
  readonly source: (node: NodeNumber) => SeedSource
}

/** Returns the nodes of which something was found, best first, ties by number. */
export const poolOf = (nodes: Iterable<NodeNumber>, score: (node: NodeNumber) => Nano): ReadonlyArray<ScoredNode> =>
  Array.from(new Set(nodes), (node) => ({ node, score: score(node) }))
    .filter((one) => one.score > 0)
    .sort(byScore)

/**
 * Applies hints to the scores. A favoured text counts `tagFactor` times. A hit, and a passage given just before, counts at least `hit` of the
 * best text, one given earlier a share of that, or of one unit where no text fits (decision C32), and one that the situation points to at least `situation` of it. Without hints
 * the result is the same to the bit.
 */
export const hintedText = (
  pool: ReadonlyArray<ScoredNode>,
  own: (node: NodeNumber) => Nano,
  { favoured, hits, symbolic = new Set(), warm = new Map() }: Hints,
  { hit, situation, tagFactor }: Pick<Profile['seeding'], 'hit' | 'situation' | 'tagFactor'>,
  isCounted?: IsCounted | undefined,
): FoundTexts => {
  if (hits.size + warm.size + favoured.size + symbolic.size === 0) return { pool, score: own, source: () => 'lexical' }
  const best = (firstCounted(pool, isCounted)?.score ?? one) / one
  const floors = new Map<NodeNumber, { readonly source: SeedSource; readonly floor: Nano }>()
  const raise = (source: SeedSource, node: NodeNumber, share: number) => {
    const floor = roundHalfAway(nano(share) * best)
    if (floor > (floors.get(node)?.floor ?? 0)) floors.set(node, { source, floor })
  }
  for (const node of hits) raise('hit', node, hit)
  for (const [node, left] of warm) raise('warm', node, hit * left)
  for (const node of symbolic) raise('symbolic', node, situation)
  const text = (node: NodeNumber) => (favoured.has(node) ? roundHalfAway(own(node) * tagFactor) : own(node))
  const score = (node: NodeNumber) => Math.max(text(node), floors.get(node)?.floor ?? 0)
  const hinted = (node: NodeNumber) => ((floors.get(node)?.floor ?? 0) > text(node) ? floors.get(node)?.source : undefined)
  return {
    pool: poolOf([...pool.map(({ node }) => node), ...hits, ...warm.keys(), ...symbolic], score),
    score,
    source: (node) => hinted(node) ?? 'lexical',
  }
}

/* Adds the results of vectors to those of words, where words of the question are unknown. */

type VectorSettings = Pick<Profile['seeding'], 'vector' | 'vectorFade' | 'vectorUnknown'>

/**
 * Returns the share of the question's weight in rare words that the best text does not hold, 0 to 1: the share that vectors decide. 0 where
 * too little of the weight is in words that no memory has (`unknown`, by their places): a question of known words stays as it is, to the
 * bit.
 */
export const vectorShare = (
  { best, idfs, part }: Pick<TextEvidence, 'best' | 'idfs' | 'part'>,
  unknown: ReadonlySet<number>,
  { vector, vectorUnknown }: VectorSettings,
): number => {
  let [whole, strange, unsaid] = [0, 0, 0]
  for (const [word, idf] of idfs.entries()) {
    whole += idf
    if (unknown.has(word)) strange += idf
    if (best === undefined || part(word, best.node) <= 0) unsaid += idf
  }
  return vector === 0 || strange === 0 || strange < whole * vectorUnknown ? 0 : unsaid / whole
}

export interface NearTexts {
  /** Most alike first; texts that count before the others. */
  readonly near: ReadonlyArray<NearNode>
  readonly share: number
  /** True where a walk starts at the nearest texts, whatever the words find. Absent: false. */
  readonly anchors?: boolean | undefined
  /** What each text gains where words and vectors are fused. Absent: they are not. */
  readonly gains?: ReadonlyMap<NodeNumber, Nano> | undefined
  /** How far a text stands out among the nearest: see `JudgedMemory.meaning`. Undefined for a text without a vector. Absent for vectors of spelling. */
  readonly meaning?: ((node: NodeNumber) => number | undefined) | undefined
}

export const nothingNear: NearTexts = { near: [], share: 0 }

/**
 * Adds vector results to the scores. The nearest text gains `vector` times the best text's score (one unit where no text fits), times
 * `share`; the others in proportion to their similarity, and less by their places. Texts that do not count have places of their own.
 * Without near texts the result is the same to the bit.
 */
export const withVectors = (
  found: FoundTexts,
  { near, share }: NearTexts,
  { vector, vectorFade }: VectorSettings,
  isCounted?: IsCounted | undefined,
): FoundTexts => {
  const alike = near.filter(({ similarity }) => similarity > 0)
  if (alike.length === 0 || share === 0) return found
  const most = (firstCounted(found.pool, isCounted)?.score ?? one) * vector * share
  const gainsAmong = (texts: ReadonlyArray<NearNode>) =>
    texts.map(({ node, similarity }, place): readonly [NodeNumber, Nano] => [
      node,
      roundHalfAway((most * (similarity / (texts[0]?.similarity ?? 1))) / (1 + place / vectorFade)),
    ])
  const counts = ({ node }: NearNode) => isCounted?.(node) !== false
  const gains = new Map([...gainsAmong(alike.filter(counts)), ...gainsAmong(alike.filter((one) => !counts(one)))])
  const score = (node: NodeNumber) => found.score(node) + (gains.get(node) ?? 0)
  return {
    pool: poolOf(
      [...found.pool, ...alike].map(({ node }) => node),
      score,
    ),
    score,
    source: (node) => (!gains.has(node) ? found.source(node) : found.score(node) > 0 ? 'fused' : 'vector'),
  }
}
