/** Looks up the words of a question, in every language, within longer words and by halves, the names in it, and its sentences. */

import { type Day, isoDay } from '@crabtrail/text/days/calendar'
import { type AskedDay, dayOfTerm } from '@crabtrail/text/days/days'
import { asksForDay, isDayAlone, isRemark, namesAnother, namesSubject } from '@crabtrail/text/evidence/message-reading'
import type { Language } from '@crabtrail/text/languages/function-words'
import { languageOf } from '@crabtrail/text/languages/languages'
import { isSmallTalk } from '@crabtrail/text/signs/wording'
import { type NameSpan, spansOf } from '@crabtrail/text/words/phrases'
import { type CorpusStatistics, idf, type TermPostings, weighted } from '@crabtrail/text/words/scoring'
import { endsInQuestionMark, messageSentences } from '@crabtrail/text/words/sentences'
import { type HalfWord, type QuestionTerms, questionTerms, terms } from '@crabtrail/text/words/tokenise'
import * as Effect from 'effect/Effect'
import type { GraphView, LabelNumber } from '../../domain/graph.ts'
import type { NodeNumber, Position } from '../../domain/identity.ts'
import type { Profile } from '../../domain/profiles/profile.ts'
import { type AskedSentence, type AskedSentences, countedRarity, countedSize } from '../../domain/recall/confidence.ts'
import { frequency, type IsCounted } from '../../domain/walk/text-evidence.ts'
import type { OpenBrain } from '../brain/brain.ts'
import { storedAccess } from '../brain/brain.ts'
import { type Postings, SearchIndex } from '../ports/search-index.ts'
import { answersFor, joinedPostings, phraseRoles } from '../text-index/index-changes.ts'
import type { LookUp } from '../text-index/weighed-words.ts'

/** Most terms of a question that are read. More terms of a very long question only add time. */
export const questionTermsRead = 256

export interface AskedWord {
  readonly word: string
  /** Terms that texts of any language can have for it; of a half also those of the whole, which other questions may have. */
  readonly ways: ReadonlyArray<string>
  readonly postings: TermPostings
  /** The documents that have it in their aliases. Absent: aliases are not searched. */
  readonly aliases?: TermPostings
  /** Returns which of the days that the word stands for a memory has, as in 2026-11-17. */
  readonly daysOf?: ((node: NodeNumber) => ReadonlyArray<string>) | undefined
}

/** Most unknown words of a question that are split, from the first on: each costs a search, and a pasted text may have hundreds. */
const splitMost = 32

/**
 * Looks up at most `most` words. A word that no text, and no alias where those are searched, has is replaced by its halves if these have them, for
 * the first 32 such words.
 */
export const lookUpWords = Effect.fnUntraced(function* (
  brain: OpenBrain,
  asked: QuestionTerms,
  most: number,
  at: Position | undefined,
  within: LookUp = 'texts',
) {
  const sought = asked.words.slice(0, most).map((word) => ({ word, ways: asked.ways(word), within: asked.within(word) }))
  const found = yield* lookUp(brain, sought, at, within)
  const words: Array<AskedWord> = []
  let left = splitMost
  for (const one of found) {
    const splits = isHeld(one) || left === 0 ? [] : asked.splits(one.word)
    if (splits.length > 0) left--
    const halves = yield* halvesOf(brain, splits, at, within)
    words.push(...(halves.length === 0 ? [one] : halves.map((half) => ({ ...half, ways: [...half.ways, ...one.ways] }))))
  }
  return distinct(words).slice(0, most)
})

const isHeld = ({ aliases, postings }: AskedWord): boolean => postings.nodes.length + (aliases?.nodes.length ?? 0) > 0

/** Most words of earlier questions that a question goes on with. */
export const earlierMost = 16

/** Looks up the words of earlier questions that the question itself does not have. */
export const earlierWords = Effect.fnUntraced(function* (
  brain: OpenBrain,
  before: ReadonlyArray<string>,
  { known, languages }: { readonly known: ReadonlySet<string>; readonly languages: ReadonlyArray<Language> },
  at: Position | undefined,
) {
  const found: Array<AskedWord> = []
  for (const question of before) found.push(...(yield* lookUpWords(brain, questionTerms(question, languages), earlierMost, at)))
  return distinct(found.filter(({ postings, word }) => postings.nodes.length > 0 && !known.has(word))).slice(0, earlierMost)
})

const lookUp = Effect.fnUntraced(function* (brain: OpenBrain, sought: ReadonlyArray<HalfWord>, at: Position | undefined, lookedIn: LookUp) {
  const index = yield* SearchIndex
  const terms = sought.flatMap(({ ways, within }) => [...ways, ...within])
  const inOrder = (found: ReadonlyArray<Postings>) =>
    answersFor(
      sought.flatMap(({ ways, within }) => [ways, within]),
      found,
    )
  const lists = inOrder(yield* index.postings(brain.key, 'document', terms, at))
  const named = lookedIn === 'texts' ? undefined : inOrder(yield* index.postings(brain.key, 'alias', terms, at))
  return sought.map(
    ({ ways, word }, i): AskedWord => ({
      word,
      ways,
      postings: joinedPostings(lists[2 * i] ?? [], lists[2 * i + 1] ?? []),
      ...(named === undefined ? {} : { aliases: joinedPostings(named[2 * i] ?? [], named[2 * i + 1] ?? []) }),
      ...(dayOfTerm(word) === undefined ? {} : { daysOf: daysHeld(ways, lists[2 * i] ?? []) }),
    }),
  )
})

const daysHeld = (ways: ReadonlyArray<string>, found: ReadonlyArray<Postings>) => (node: NodeNumber) =>
  ways.flatMap((way, i) => {
    const day = dayOfTerm(way)
    return day !== undefined && found[i]?.nodes.includes(node) === true ? [day] : []
  })

/** Finds the most even split whose halves both occur in texts; without one, the split with the longest half that occurs in texts. */
const halvesOf = Effect.fnUntraced(function* (
  brain: OpenBrain,
  splits: ReadonlyArray<readonly [front: HalfWord, back: HalfWord]>,
  at: Position | undefined,
  lookedIn: LookUp,
) {
  if (splits.length === 0) return []
  const found = yield* lookUp(brain, splits.flat(), at, lookedIn)
  const pairs = splits.map((_, i) => found.slice(2 * i, 2 * i + 2))
  const lengthsHeld = (pair: ReadonlyArray<AskedWord>) => pair.map((one) => (isHeld(one) ? one.word.length : 0))
  const evenness = (pair: ReadonlyArray<AskedWord>) => Math.min(...lengthsHeld(pair))
  const longest = (pair: ReadonlyArray<AskedWord>) => Math.max(...lengthsHeld(pair))
  const [best] = pairs.toSorted((a, b) => evenness(b) - evenness(a) || longest(b) - longest(a))
  return best !== undefined && (evenness(best) > 0 || longest(best) >= shortestAlone) ? best : []
})

/** Least length, in letters, of a half that counts although the other half occurs in no text. */
const shortestAlone = 5

const distinct = (words: ReadonlyArray<AskedWord>): ReadonlyArray<AskedWord> => [...new Map(words.map((one) => [one.word, one])).values()]

/** Returns the terms that the first `most` words of a question with these days may be looked up by. */
export const termsAhead = (question: string, days: ReadonlyArray<AskedDay>, most = questionTermsRead) => {
  const { bigrams, splits, ways, within, words } = questionTerms(question, undefined, days)
  const sought = words.slice(0, most)
  const halves = sought.slice(0, splitMost).flatMap((word) => splits(word).flat())
  return {
    words: [...sought.flatMap((word) => [...ways(word), ...within(word)]), ...halves.flatMap((half) => [...half.ways, ...half.within])],
    bigrams: bigrams.slice(0, questionTermsRead),
  }
}

export interface NamedInQuestion {
  /** Documents whose title occurs in the question, with the title's words. */
  readonly titles: ReadonlyMap<NodeNumber, ReadonlyArray<string>>
  /** Documents said by a speaker whom the question names. */
  readonly spoken: ReadonlySet<NodeNumber>
  readonly labels: ReadonlySet<LabelNumber>
}

export const namedInQuestion = Effect.fnUntraced(function* (
  brain: OpenBrain,
  graph: GraphView,
  question: string,
  at: Position | undefined,
) {
  const index = yield* SearchIndex
  const { findAll } = yield* storedAccess(brain)
  const spans = spansOf(question)
  const names = [...new Set(spans.map(({ name }) => name))]
  const postings = yield* index.postings(brain.key, 'phrase', names, at)
  const carriers = new Map(names.map((name, i) => [name, postings[i] ?? nobody]))
  const spoken = new Set<NodeNumber>()
  const labels = new Set<LabelNumber>()
  const carried = [...carriers].filter(([, { nodes }]) => nodes.length > 0)
  for (const [, known] of carried) for (const node of inRole(known, phraseRoles.speaks)) spoken.add(node)
  const carriedNames = carried.map(([name]) => name)
  for (const found of yield* brain.labels.find(brain.state, carriedNames, (unknown) => findAll('edge-label', unknown)))
    for (const { ref } of found) labels.add(graph.labelNumber(ref))
  labels.delete(0)
  return { titles: titlesIn(spans, carriers, languageOf(question)), spoken, labels } satisfies NamedInQuestion
})

const nobody = { nodes: [], counts: [] }

type Known = Pick<Postings, 'nodes' | 'counts'> | typeof nobody

const inRole = ({ counts, nodes }: Known, role: number): ReadonlyArray<NodeNumber> =>
  Array.from(nodes).filter((_, at) => ((counts[at] ?? 0) & role) !== 0)

/** Finds the titles in a question. A title that is part of a longer title found there is left out. */
const titlesIn = (spans: ReadonlyArray<NameSpan>, carriers: ReadonlyMap<string, Known>, language: Language): NamedInQuestion['titles'] => {
  const titles = new Map<NodeNumber, ReadonlyArray<string>>()
  const taken: Array<NameSpan> = []
  for (const span of spans.toSorted((a, b) => b.to - b.from - (a.to - a.from) || a.from - b.from)) {
    if (taken.some(({ from, to }) => from <= span.from && span.to <= to)) continue
    const nodes = inRole(carriers.get(span.name) ?? nobody, phraseRoles.isTitle)
    if (nodes.length === 0) continue
    taken.push(span)
    const words = [...new Set(terms(span.name, language))]
    for (const node of nodes) if (!titles.has(node)) titles.set(node, words)
  }
  return titles
}

/** Words of earlier questions, and the share of its rarity with which each counts. */
export interface Earlier {
  readonly found: ReadonlyArray<AskedWord>
  readonly weight: number
}

interface Judged {
  /** True for memories that are counted. Undefined: all. */
  readonly isCounted: IsCounted | undefined
  readonly question: string
  readonly looked: ReadonlyArray<AskedWord>
  readonly earlier: Earlier
  readonly statistics: CorpusStatistics
  readonly daysIn: DaysIn
  readonly dayOf: (node: NodeNumber) => Day | undefined
}

type DaysIn = (sentence: string) => ReadonlyArray<AskedDay>

/** True for a remark, unless it is one bare word and no small talk: such a word is looked for, as in a search. */
export const isPassingRemark = (message: string): boolean =>
  isRemark(message) && !(/^\p{L}+$/u.test(message.trim()) && !isSmallTalk(message))

/** Returns the sentences of a question as confidence judges them. Their words count by the texts alone, whatever aliases hold them. */
export const judgedBy = (
  { dayOf, daysIn, earlier, isCounted, looked, question, statistics }: Judged,
  { context: { few } }: Pick<Profile, 'context'>,
): AskedSentences => {
  const days = placesOfDays(looked, daysIn(question))
  const said = sentencesOf(messageSentences(question, daysIn(question)), looked, daysIn)
  const held = (place: number) => (looked[place] === undefined ? 0 : frequency(looked[place].postings, isCounted))
  const { alone, sentences } = askedOfDays(said, { all: days, dayOf, daysIn, documents: statistics.documents, held, looked })
  const rarityOf = ({ postings }: AskedWord) => countedRarity(frequency(postings, isCounted), statistics, few)
  return {
    sentences: withEarlier(withoutOptional(sentences, days.optional), looked.length, earlier.found.length),
    days: days.sure,
    alone,
    unknown: new Set([...looked.keys()].filter((place) => held(place) === 0)),
    isRemark: isPassingRemark(question) && !sentences.some(({ asksForDay: isOnlyDay }) => isOnlyDay),
    breadth: Math.min(1, statistics.documents / Math.max(1, few)),
    size: countedSize(statistics, few),
    ways: [...looked, ...earlier.found].map(({ ways }) => ways),
    rarity: [...looked.map(rarityOf), ...earlier.found.map((word) => weighted(rarityOf(word), earlier.weight))],
    rarest: idf(0, statistics),
    rarestCounted: countedRarity(0, statistics, few),
  }
}

/** Returns the sentences with the places of their looked-up words. One that names no subject is left out: no memory answers it. */
const sentencesOf = (sentences: ReadonlyArray<string>, looked: ReadonlyArray<AskedWord>, daysIn: DaysIn): ReadonlyArray<SaidSentence> => {
  const all = [...looked.keys()]
  const placesOf = (sentence: string): ReadonlyArray<number> => {
    if (sentences.length < 2) return all
    const { ways, words } = questionTerms(sentence, undefined, daysIn(sentence))
    const own = new Set(words.flatMap((word) => ways(word)))
    return all.filter((place) => looked[place]?.ways.some((way) => own.has(way)))
  }
  return sentences
    .map((sentence): SaidSentence => ({ text: sentence, words: placesOf(sentence), asks: endsInQuestionMark(sentence) }))
    .filter(({ words }) => namesSubject(words.map((place) => looked[place]?.word ?? '')))
}

/** Returns the places of days, and of those of them that may be no part of what is asked ("today"). */
const placesOfDays = (looked: ReadonlyArray<AskedWord>, days: ReadonlyArray<AskedDay>) => {
  const placesIn = (some: ReadonlyArray<AskedDay>) => {
    const words = new Set(some.map(({ word }) => word))
    return new Set(looked.flatMap(({ word }, place) => (words.has(word) ? [place] : [])))
  }
  const optional = days.filter(({ isOptional }) => isOptional)
  return { sure: placesIn(days.filter(({ isOptional }) => !isOptional)), optional: placesIn(optional) }
}

/** Leaves “today” out of a sentence with other words: a text of today does not answer “When does the sun set today?” for that alone. */
const withoutOptional = (sentences: ReadonlyArray<AskedSentence>, optional: ReadonlySet<number>): ReadonlyArray<AskedSentence> =>
  sentences.map((sentence) => {
    if (sentence.asksForDay === true) return sentence
    const words = sentence.words.filter((place) => !optional.has(place))
    return words.length === 0 ? sentence : { ...sentence, words }
  })

interface SaidSentence extends AskedSentence {
  readonly text: string
}

interface DaysBeside {
  readonly all: ReturnType<typeof placesOfDays>
  readonly dayOf: (node: NodeNumber) => Day | undefined
  readonly daysIn: DaysIn
  readonly documents: number
  readonly held: (place: number) => number
  readonly looked: ReadonlyArray<AskedWord>
}

/**
 * Marks the sentences that ask for nothing but a day. In a message with another subject a day is no evidence by itself: where the subject has a sentence
 * of its own ("When is the dentist? Tomorrow?"), or stands beside the day and some memory has it. Then only a memory that is of the day itself may still answer.
 */
const askedOfDays = (said: ReadonlyArray<SaidSentence>, { all, dayOf, daysIn, documents, held, looked }: DaysBeside) => {
  const places = new Set([...all.sure, ...all.optional])
  const described = said.map((sentence) => {
    const days = daysIn(sentence.text)
    const { spelled } = questionTerms(sentence.text, undefined, days)
    const others = sentence.words
      .filter((place) => !places.has(place))
      .map((place) => ({ spelled: spelled(looked[place]?.word ?? ''), held: held(place) }))
    const quoted = days.map(({ from, isOptional, keepsWords, to }) => ({ said: sentence.text.slice(from, to), isOptional, keepsWords }))
    return { sentence, daily: { text: sentence.text, days: quoted, others, documents } }
  })
  const isApart =
    described.some(({ daily }) => isDayAlone(daily)) && described.some(({ daily }) => daily.days.length === 0 && daily.others.length > 0)
  const hasSubject = isApart || described.some(({ daily }) => daily.days.length > 0 && namesAnother(daily))
  const terms = new Set([...places].flatMap((place) => looked[place]?.ways ?? []).flatMap((way) => dayOfTerm(way) ?? []))
  const isOfDay = (node: NodeNumber) => {
    const day = dayOf(node)
    return day !== undefined && terms.has(isoDay(day))
  }
  const nowhere: ReadonlySet<number> = new Set()
  return {
    sentences: described.map(
      ({ daily, sentence: { asks, words } }): AskedSentence => ({ asks, words, asksForDay: !hasSubject && asksForDay(daily) }),
    ),
    alone: { answers: places, tellsNothing: hasSubject ? places : nowhere, isOfDay: isApart ? () => false : isOfDay },
  }
}

/** Adds the places of the words of earlier questions, which follow those of the question, to each sentence. */
const withEarlier = (sentences: ReadonlyArray<AskedSentence>, own: number, earlier: number): ReadonlyArray<AskedSentence> => {
  if (earlier === 0) return sentences
  const places = Array.from({ length: earlier }, (_, at) => own + at)
  return sentences.map((sentence) => ({ ...sentence, words: [...sentence.words, ...places] }))
}
