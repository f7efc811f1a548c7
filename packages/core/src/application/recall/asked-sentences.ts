/** Reads the sentences of a question for confidence: which looked-up words each has, and which ask for nothing but a day. */

import { type Day, isoDay } from '@crabtrail/text/days/calendar'
import { type AskedDay, dayOfTerm } from '@crabtrail/text/days/days'
import { asksForDay, isDayAlone, isRemark, namesAnother, namesSubject } from '@crabtrail/text/evidence/message-reading'
import { isSmallTalk } from '@crabtrail/text/signs/wording'
import { type CorpusStatistics, idf, weighted } from '@crabtrail/text/words/scoring'
import { endsInQuestionMark, messageSentences } from '@crabtrail/text/words/sentences'
import { questionTerms } from '@crabtrail/text/words/tokenise'
import type { NodeNumber } from '../../domain/identity.ts'
import type { Profile } from '../../domain/profiles/profile.ts'
import { type AskedSentence, type AskedSentences, countedRarity, countedSize } from '../../domain/recall/confidence.ts'
import { frequency, type IsCounted } from '../../domain/walk/text-evidence.ts'
import type { AskedWord } from './asked-words.ts'

/** Words of earlier questions, and the share of its rarity with which each counts. */
export interface Earlier {
  readonly found: ReadonlyArray<AskedWord>
  readonly weight: number
}

interface Judged {
  /** True for memories that are counted. Undefined: all. */
  readonly isCounted: IsCounted | undefined
  readonly unknown: ReadonlySet<number>
  readonly question: string
  readonly looked: ReadonlyArray<AskedWord>
  readonly earlier: Earlier
  readonly statistics: CorpusStatistics
  readonly daysIn: DaysIn
  readonly dayOf: (node: NodeNumber) => Day | undefined
}

/** Returns the days that a sentence asks for. */
export type DaysIn = (sentence: string) => ReadonlyArray<AskedDay>

/** True for a remark, unless it is one bare word and no small talk: such a word is looked for, as in a search. */
export const isPassingRemark = (message: string): boolean =>
  isRemark(message) && !(/^\p{L}+$/u.test(message.trim()) && !isSmallTalk(message))

/** Returns what confidence judges a question by. */
export const judgedBy = (
  { dayOf, daysIn, earlier, isCounted, looked, question, statistics, unknown }: Judged,
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
    unknown,
    isRemark: isPassingRemark(question) && !sentences.some(({ asksForDay: isOnlyDay }) => isOnlyDay),
    breadth: Math.min(1, statistics.documents / Math.max(1, few)),
    size: countedSize(statistics, few),
    ways: [...looked, ...earlier.found].map(({ ways }) => ways),
    rarity: [...looked.map(rarityOf), ...earlier.found.map((word) => weighted(rarityOf(word), earlier.weight))],
    rarest: idf(0, statistics),
    rarestCounted: countedRarity(0, statistics, few),
  }
}

/**
 * Returns, for each sentence, the places of the looked-up words that it has; halves of a word stand in place of the word. A sentence that
 * names no subject is left out: no memory answers it.
 */
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

/**
 * Leaves "today" out of a sentence with other words: a text that was written today answers no question for that alone, such as "When does the sun
 * set today?".
 */
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
