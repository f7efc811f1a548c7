/**
 * Decides whether a ranking is sure enough to be put before a model: better nothing than something beside the point.
 *
 * A few signs of how far one memory answers one sentence of the message are weighed and added up. The weights are settings, fitted to questions
 * with and without an answer (`test/eval/fit-confidence.ts`, docs/results/confidence.md). The ranking itself does not depend on any of this.
 */

import { fold, lower } from '@crabtrail/text/languages/unicode'
import { type CorpusStatistics, idf, naturalLogarithm } from '@crabtrail/text/words/scoring'
import type { Kernel } from '../graph.ts'
import type { NodeNumber } from '../identity.ts'
import type { Profile } from '../profiles/profile.ts'
import type { Nano } from '../strength.ts'
import { longTexts, type WordSequences } from '../walk/best-window.ts'
import type { RankedNode } from '../walk/ranking.ts'
import type { TextEvidence } from '../walk/text-evidence.ts'
import { type WordsTogether, wordFinder, wordsTogether } from '../walk/words-together.ts'

/**
 * The signs that a memory answers a sentence. Words count by their rarity in the brain. A memory has a word where the best window of its text has it, or an
 * alias: words that stand far apart in a long text are each about something else.
 */
export interface Signs {
  /**
   * The logarithm of one more than the number of different words that the memory has: it may have one word by chance, hardly three. In a brain of
   * fewer than `few` memories each word counts for more, because less is held by chance.
   */
  readonly words: number
  /** The rarity of the words that the memory lacks, in words that no memory has: a long question of which it has a few words is about something else. */
  readonly missing: number
  /**
   * How far the score of the memory is above the best other one of those judged, in weights of the sentence: −1 to 1. 0 for a memory without a word of it. A
   * memory that it superseded is no other one: it states the same, as it was.
   */
  readonly lead: number
  /**
   * How far the sentence names the subject of the passage: of one part of its title the share of the words that the sentence has, times their
   * rarity in words that no memory has, 0 to 1. Of the parts the best counts.
   */
  readonly named: number
  /** 1 for a sentence that ends in a question mark, else 0. */
  readonly asks: number
  /**
   * The share of the sentence's words, by rarity, that neither a text nor an alias of the memory has, 0 to 1. In a brain of fewer than `few` memories it counts in proportion:
   * few notes lack most words.
   */
  readonly unknown: number
  /** 1 where the sentence names a day that the passage is about or speaks of, else 0. A word such as "today" does not count. */
  readonly dated: number
  /** See {@link AskedSentences.size}: the more memories there are, the more often one has words by chance. */
  readonly size: number
  /** The logarithm of one more than the number of words that the memory has in aliases alone. */
  readonly aliased: number
  /**
   * How far the memory stands out among the nearest to the message by vectors ({@link JudgedMemory.meaning}), beyond {@link usualMeaning}: 0 to 0.8. Absent: no
   * vectors of meaning were compared.
   */
  readonly meaning?: number
}

/** Of messages that ask for no memory most have a nearest memory that stands out so far. */
const usualMeaning = 0.2

export type SignWeights = Profile['context']['confidence']

export interface AskedSentence {
  /** Places of its words among those of the evidence. */
  readonly words: ReadonlyArray<number>
  readonly asks: boolean
  /** True where it asks for nothing but a day: see `asksForDay`. Absent: false. */
  readonly asksForDay?: boolean | undefined
}

/** The sentences of a message with the rarity of their words. */
export interface AskedSentences {
  readonly sentences: ReadonlyArray<AskedSentence>
  /** The places of days, without words such as "today", which may be no part of what is asked. */
  readonly days: ReadonlySet<number>
  /** The places of days in the message, and for which memories a day alone is evidence. */
  readonly alone: DaysAlone
  /** The places of words that no text has. */
  readonly unknown: ReadonlySet<number>
  /** True for a message that does not ask and has one content word at most: it is answered only by a memory whose title it names. */
  readonly isRemark: boolean
  /** The number of memories as a share of `few`, at most 1. */
  readonly breadth: number
  /** The logarithm of how many times more memories there are than in a brain of `few`; 0 in a smaller one. */
  readonly size: number
  /** The terms under which texts file each word, by its place. */
  readonly ways: ReadonlyArray<ReadonlyArray<string>>
  /** The rarity of each word as confidence counts it, by its place: see {@link countedRarity}. */
  readonly rarity: ReadonlyArray<Nano>
  /** The rarity of a word that no memory has, by the real number of memories: in a small brain fewer words are held by chance. */
  readonly rarest: Nano
  /** The rarity of a word that no memory has, counted as in a brain of at least `few` memories. */
  readonly rarestCounted: Nano
}

/**
 * Returns the rarity of a word that `held` memories have. A brain of fewer than `few` memories is judged as if it had `few`: in a brain of
 * three notes, a word of one note would not be rare, yet it tells as much as it would in a brain of forty, which the weights are fitted to.
 */
export const countedRarity = (held: number, statistics: CorpusStatistics, few: number): Nano =>
  idf(held, { ...statistics, documents: Math.max(statistics.documents, few) })

/** Returns the size of a brain as confidence counts it: see {@link AskedSentences.size}. */
export const countedSize = ({ documents }: CorpusStatistics, few: number): number =>
  naturalLogarithm(Math.max(documents, few, 1) / Math.max(few, 1))

export interface Confidence {
  /** The weighed sum of the signs; sure from 0 on. */
  readonly score: number
  readonly signs: Signs
  /** The sentence that is answered best, by places of its words. */
  readonly sentence: ReadonlyArray<number>
}

export interface JudgedMemory {
  readonly titleParts: ReadonlyArray<ReadonlySet<string>>
  /**
   * The lead of its similarity over that of the last of the nearest texts, as a share of the greatest lead there can be, 0 to 1. The similarity itself
   * says less: of two embedders one gives unrelated texts 0.1 and the other 0.7. Absent: no vectors were compared.
   */
  readonly meaning?: number | undefined
}

export interface JudgingSettings {
  readonly weights: SignWeights
  /** Words in a window of a text. 0: the whole text is one. */
  readonly window: number
  /** True where the second memory states what is true now of all that the first one states. */
  readonly gaveWay: (node: NodeNumber, to: NodeNumber) => boolean
  /** Returns the words of these memories' texts in order, as the index has them. */
  readonly sequencesOf: (nodes: ReadonlyArray<NodeNumber>) => WordSequences
}

/** The number of first memories of a ranking that are judged: the memory that answers best is not always the first. */
const judgedMost = 10

/**
 * Judges the first memories of a ranking, each by the sentence of the message that it answers best. A memory of which no word tells anything
 * has no entry.
 */
export const confidences = (
  ranking: ReadonlyArray<RankedNode>,
  text: TextEvidence,
  asked: AskedSentences,
  memoryOf: (node: NodeNumber) => JudgedMemory | undefined,
  { gaveWay, sequencesOf, weights, window }: JudgingSettings,
): ReadonlyMap<NodeNumber, Confidence> => {
  const judged = new Map<NodeNumber, Confidence>()
  const first = ranking.slice(0, judgedMost)
  const sequences = sequencesOf(window === 0 ? [] : longTexts({ pool: first, terms: text.terms }, { window }))
  const finder = wordFinder(asked.ways, sequences)
  for (const { node, score: own } of first) {
    const memory = memoryOf(node)
    if (memory === undefined || sharesDaysOnly(text, asked.alone, node)) continue
    const together = wordsTogether(sequences.of(node), finder, window)
    const rivals = first.filter((other) => other.node !== node && !gaveWay(other.node, node))
    const lead = own - Math.max(0, ...rivals.map(({ score }) => score))
    for (const sentence of asked.sentences) {
      const signs = signsOf(text, node, sentence, asked, { lead, titleParts: memory.titleParts, meaning: memory.meaning, together })
      if (signs === undefined || (asked.isRemark && signs.named === 0)) continue
      // A memory of the day is the whole answer to a question for nothing else.
      const least = sentence.asksForDay === true && holds(text.parts(node), sentence, asked.alone.answers) ? 0 : Number.NEGATIVE_INFINITY
      const score = Math.max(least, weighed(signs, weights))
      const before = judged.get(node)
      if (before === undefined || score > before.score) judged.set(node, { score, signs, sentence: sentence.words })
    }
  }
  return judged
}

/** Returns the surest of some judgements, of equal ones the first; undefined for none. */
export const surest = (judged: Iterable<Confidence>): Confidence | undefined => {
  let best: Confidence | undefined
  for (const one of judged) if (best === undefined || one.score > best.score) best = one
  return best
}

/**
 * Returns how far a memory is behind the surest one, where that is sure: undefined for a memory that was not judged. The lead of scores does not count:
 * it says whether one memory is meant, not whether the next one answers as well.
 */
export const surenessOf = (
  judged: ReadonlyMap<NodeNumber, Confidence>,
  surest: Confidence,
  { lead }: SignWeights,
  node: NodeNumber,
): number | undefined => {
  const apart = ({ score, signs }: Confidence) => score - lead * signs.lead
  const own = judged.get(node)
  return own === undefined ? undefined : apart(own) - apart(surest)
}

/** Returns the weighed sum of the signs. A memory is sure enough from 0 on. */
export const weighed = (signs: Signs, weights: SignWeights): number => {
  const sum = signNames.reduce((all, name) => all + weights[name] * signs[name], 0) - weights.least
  if (signs.meaning === undefined) return sum
  // A memory that stands out by vectors may say in other words what is asked, so the words that it lacks tell less. A remark asks for nothing.
  const relief = signs.asks * Math.min(1, Math.max(0, weights.meaning * signs.meaning))
  return sum - relief * Math.min(0, weights.missing * signs.missing + weights.unknown * signs.unknown)
}

/** The order in which signs are added up: another one would give other bits. {@link Signs.meaning} is weighed apart. */
export const signNames = ['words', 'missing', 'lead', 'named', 'asks', 'unknown', 'dated', 'size', 'aliased'] as const

const holds = (parts: ReadonlyArray<Nano>, { words }: AskedSentence, some: ReadonlySet<number>): boolean =>
  words.some((word) => some.has(word) && (parts[word] ?? 0) > 0)

interface SeenMemory extends Pick<JudgedMemory, 'titleParts' | 'meaning'> {
  /** Its score less that of the best other memory. */
  readonly lead: Nano
  readonly together: WordsTogether
}

/** The parts of a memory that only its aliases find are no evidence of its text. */
const signsOf = (
  { idfs, isAliased, isByAliases, parts }: TextEvidence,
  node: NodeNumber,
  { asks, words: sentence }: AskedSentence,
  { breadth, days, rarest, rarestCounted, rarity, size, unknown, ways }: AskedSentences,
  { lead, meaning, titleParts, together }: SeenMemory,
): Signs | undefined => {
  const own = isByAliases(node) ? [] : parts(node)
  const rarityOf = (some: Iterable<number>) => Array.from(some).reduce((sum, word) => sum + (rarity[word] ?? 0), 0)
  const whole = rarityOf(sentence)
  if (whole === 0 || rarest === 0) return undefined
  const inText = sentence.filter((word) => (own[word] ?? 0) > 0)
  const inAliases = sentence.filter((word) => (own[word] ?? 0) <= 0 && isAliased(word, node))
  const held = [...together(inText, rarity), ...inAliases]
  const weight = sentence.reduce((sum, word) => sum + (idfs[word] ?? 0), 0)
  return {
    words: naturalLogarithm(1 + held.length * (rarestCounted / rarest)),
    missing: (whole - rarityOf(held)) / rarestCounted,
    lead: weight === 0 || held.length === 0 ? 0 : Math.max(-1, Math.min(1, lead / weight)),
    named: namedIn(titleParts, sentence, ways, (word) => Math.min(1, (rarity[word] ?? 0) / rarestCounted)),
    asks: asks ? 1 : 0,
    unknown: (rarityOf(sentence.filter((word) => unknown.has(word) && !isAliased(word, node))) / whole) * breadth,
    dated: inText.some((word) => days.has(word)) ? 1 : 0,
    size,
    aliased: naturalLogarithm(1 + inAliases.length),
    ...(meaning === undefined ? {} : { meaning: Math.max(0, meaning - usualMeaning) }),
  }
}

/** Returns how far a sentence names the subject of a passage: see {@link Signs.named}. `rarity` is a share, 0 to 1. */
const namedIn = (
  titleParts: ReadonlyArray<ReadonlySet<string>>,
  sentence: ReadonlyArray<number>,
  ways: ReadonlyArray<ReadonlyArray<string>>,
  rarity: (word: number) => number,
): number => {
  let best = 0
  for (const part of titleParts) {
    const named = sentence.filter((word) => ways[word]?.some((way) => part.has(way)))
    if (named.length === 0) continue
    const rare = named.reduce((sum, word) => sum + rarity(word), 0)
    best = Math.max(best, Math.min(1, named.length / part.size) * Math.min(1, rare))
  }
  return best
}

/**
 * The sorts of answer that a question wants, recognised by its words: an order, a reason, or anything else (S1.2, S1.37). Edges are weighed
 * by it.
 */

export const questionKinds = ['order', 'why', 'what'] as const
export type QuestionKind = (typeof questionKinds)[number]

/** Builds a rule of alternatives that match whole words only, for scripts with spaces. For scripts without spaces any occurrence counts. */
const words = (...alternatives: ReadonlyArray<string>): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{N}])(?:${alternatives.join('|')})(?![\\p{L}\\p{N}])`, 'u')

const order = [
  words(
    '(?:in|by) (?:which|what) (?:order|sequence)',
    '(?:which|what) (?:order|sequence)',
    'order of (?:the )?(?:steps|events)',
    'step by step',
    '(?:which|what) (?:are the )?(?:next )?steps?',
    'what (?:comes?|came|happens?|happened|follows?|followed) (?:next|first|afterwards?|then)',
    // Other endings are left out because the word may be part of a name: “What is Next.js?”
    'what (?:is|was) (?:next|first|afterwards?|then)(?= *(?:[?!.,;:]+(?:\\s|$)|$)| (?:in|steps?|to (?!the |an? |my |our |this |that ))\\b)',
    'what (?:comes?|came|happens?|happened|follows?|followed) (?:directly |right |straight )?(?:after|before)',
    'timelines?',
    'chronolog\\p{L}*',
    'in welcher reihenfolge',
    'welche (?:reihenfolge|schritte)',
    'schritt fur schritt',
    'der reihe nach',
    'dans quel ordre',
    'etape par etape',
    'en que orden',
    'paso a paso',
    'in che ordine',
    'passo dopo passo',
    'em que ordem',
    'passo a passo',
  ),
  /什么顺序|什麼順序|按顺序|步骤|步驟|先后|順番|手順|순서|단계/u,
]

const why = [
  words(
    'why',
    'how come',
    'what (?:caused?|causes|led to|leads to)',
    '(?:the )?(?:root )?causes? of',
    '(?:which|what)(?: (?:is|was|were|are))? (?:the )?(?:root )?(?:causes?|reasons?)',
    'reasons? (?:for|why|that)',
    'warum',
    'wieso',
    'weshalb',
    'aus welchem grund',
    'pourquoi',
    'por que',
    'perche',
    'pq',
  ),
  /为什么|為什麼|为何|為何|原因|なぜ|何故|どうして|왜/u,
]

/**
 * Returns the kind of a question by rules alone, so that the same question has the same kind everywhere. A question for an order of reasons
 * is an order.
 */
export const questionKind = (question: string): QuestionKind => {
  const plain = lower(fold(question))
  if (order.some((rule) => rule.test(plain))) return 'order'
  return why.some((rule) => rule.test(plain)) ? 'why' : 'what'
}

/** Returns the weight of each family of edges for a question, by its kind (S1.31, S1.37): what asks for no order and no reason asks for likeness. */
export const kernelFor = (question: string, { kernel }: { readonly kernel: Omit<Profile['kernel'], 'asked'> }): Kernel => {
  const kind = questionKind(question)
  return kind === 'what' ? kernel.likeness : kernel[kind]
}

/**
 * How far the days that a memory shares with a message are evidence by themselves. They answer a question for nothing else; beside another subject a
 * memory of that day says no more about it than any other.
 */
export interface DaysAlone {
  /** The places of days, which answer a sentence that asks for nothing else. */
  readonly answers: ReadonlySet<number>
  /** The places of days in a message with another subject. They are no evidence by themselves. */
  readonly tellsNothing: ReadonlySet<number>
  /** True for a memory that answers nevertheless, because it is of one of the days. */
  readonly isOfDay: (node: NodeNumber) => boolean
}

/** True for a memory that shares nothing but days with a message that has another subject. One that shares nothing at all was found otherwise. */
export const sharesDaysOnly = ({ parts }: TextEvidence, { isOfDay, tellsNothing }: DaysAlone, node: NodeNumber): boolean => {
  if (tellsNothing.size === 0 || isOfDay(node)) return false
  const shared = [...parts(node).entries()].filter(([, part]) => part > 0)
  return shared.length > 0 && shared.every(([word]) => tellsNothing.has(word))
}
