/**
 * The phrases that name a day, made from the words of the CLDR (`day-words.ts`) for two ways of reading: word by word, and for Chinese and
 * Japanese, which have no spaces, by what stands at a place.
 */

import { isFunctionWord, type Language, languages } from '../languages/function-words.ts'
import { onFirstUse } from '../on-first-use.ts'
import { dayWords } from './day-words.ts'

/** The meaning of a phrase about days, relative to the day on which it was said. Offsets count from that day; Monday is weekday 0. */
export type DayMeaning =
  | DateMeaning
  /** A date in digits that may be the one or the other. */
  | { readonly kind: 'either'; readonly of: ReadonlyArray<DateMeaning> }
  | { readonly kind: 'several'; readonly of: ReadonlyArray<DateMeaning> }
  | { readonly kind: 'stretch'; readonly first: DateMeaning; readonly last: DateMeaning }
  | { readonly kind: 'weekday-date'; readonly weekday: number; readonly date: number }
  | { readonly kind: 'month'; readonly year?: number | undefined; readonly month: number }
  | { readonly kind: 'weekday'; readonly weekday: number }
  | { readonly kind: 'near'; readonly offset: number; readonly isAmbiguous: boolean }
  | { readonly kind: 'near-week' | 'near-month'; readonly offset: number }
  /** `byWeek`: the weekday of the week before or after; else the nearest such day before or after. */
  | { readonly kind: 'near-weekday'; readonly weekday: number; readonly offset: number; readonly byWeek: boolean }
  | { readonly kind: 'span'; readonly unit: Unit; readonly count: number }

export interface DateMeaning {
  readonly kind: 'date'
  readonly year?: number | undefined
  readonly month: number
  readonly date: number
}

/** A phrase that says a day, with its place in the text in UTF-16 offsets. */
export interface DayMention {
  readonly from: number
  readonly to: number
  readonly meaning: DayMeaning
}

export const units = ['day', 'week', 'month'] as const
export type Unit = (typeof units)[number]

/** A phrase of several words. `#` in `words` stands for a number. */
export interface Phrase {
  readonly words: ReadonlyArray<string>
  /** The place of the word by which the phrase is looked up. */
  readonly anchor: number
  readonly language: Language
  readonly meaning: DayMeaning
}

export interface Named<A> {
  readonly language: Language
  readonly value: A
}

const listOf = (text: string): ReadonlyArray<ReadonlyArray<string>> =>
  text.split('; ').map((one) => one.split('|').filter((word) => word.trim() !== ''))

const wordIn = /[\p{L}\p{M}]+|#|_/gu
const wordsIn = (phrase: string): ReadonlyArray<string> => phrase.match(wordIn) ?? []

const offsets = [-1, 0, 1] as const
const nearFirst = -2

/** Every word by which a mention can be found. It takes a tenth of the time of the lexicon, which most texts do not need. */
export const triggers = onFirstUse((): ReadonlySet<string> => {
  const words = new Set<string>()
  for (const language of languages) {
    const { ago, months, near, shortMonths, weekdays } = dayWords[language]
    for (const list of [months, near, shortMonths, weekdays]) for (const name of listOf(list).flat()) words.add(wordsIn(name).at(-1) ?? '')
    for (const unit of listOf(ago).keys()) for (const noun of nounsOf(language, unit)) words.add(noun)
  }
  return words
})

/** The words by which dates are found in languages with spaces. Longer phrases stand before shorter ones. */
export const lexicon = onFirstUse(() => {
  const months = new Map<string, Array<Named<number>>>()
  const shortMonths = new Map<string, Array<Named<number>>>()
  const weekdays = new Map<string, Array<Named<number>>>()
  const shortWeekdays = new Set<string>()
  const phrases = new Map<string, Array<Phrase>>()
  /** Numbers in words, by language and word as in `de zwei`. */
  const numbers = new Map<string, number>()
  for (const language of languages) {
    const own = dayWords[language]
    for (const [names, to] of [
      [own.months, months],
      [own.shortMonths, shortMonths],
    ] as const)
      for (const [i, spellings] of listOf(names).entries()) for (const word of spellings) add(to, word, { language, value: i + 1 })
    for (const word of listOf(own.shortWeekdays).flat()) shortWeekdays.add(word)
    for (const phrase of phrasesOf(language)) add(phrases, phrase.words[phrase.anchor] ?? '', phrase)
    for (const [weekday, names] of listOf(own.weekdays).entries())
      for (const name of names) if (wordsIn(name).length === 1) add(weekdays, name, { language, value: weekday })
    for (const [i, spellings] of listOf(own.numbers).entries()) for (const word of spellings) numbers.set(`${language} ${word}`, i + 1)
  }
  for (const list of phrases.values()) list.sort((a, b) => b.words.length - a.words.length)
  return { months, shortMonths, weekdays, shortWeekdays, phrases, numbers }
})

const add = <A>(to: Map<string, Array<A>>, word: string, value: A): void => {
  const known = to.get(word)
  if (known === undefined) to.set(word, [value])
  else known.push(value)
}

/** A near day of one language that names a part of the day in another is as ambiguous: texts are short, and their language is a guess. */
const ambiguous = onFirstUse(() => new Set(languages.flatMap((language) => listOf(dayWords[language].ambiguous).flat())))

const phrasesOf = (language: Language): ReadonlyArray<Phrase> => {
  const own = dayWords[language]
  const near = listOf(own.near).flatMap((spellings, i) =>
    spellings.map((written): Phrase => {
      const words = wordsIn(written)
      const meaning = { kind: 'near', offset: nearFirst + i, isAmbiguous: ambiguous().has(written) } as const
      return { words, anchor: words.length - 1, language, meaning }
    }),
  )
  return [...near, ...besidesOf(language), ...spansOf(language)]
}

/** "Last Tuesday", "next week": each word that says which one, before or behind each name, as the language has it. */
const besidesOf = (language: Language): ReadonlyArray<Phrase> => {
  const own = dayWords[language]
  const [weekNouns, monthNouns] = [nounsOf(language, 1), nounsOf(language, 2)]
  const names = listOf(own.weekdays).flatMap((list, weekday) => list.map((name) => ({ name: wordsIn(name), weekday })))
  const patterns = offsets.map((_, i) =>
    distinctPatterns(language, [
      ...(listOf(own.besides)[i] ?? []),
      ...[own.weeks, own.monthsNear]
        .flatMap((text) => listOf(text)[i] ?? [])
        .map((phrase) => withoutNoun(phrase, [...weekNouns, ...monthNouns])),
    ]),
  )
  const isBehind = patterns.flat().some((pattern) => pattern[0] === '_')
  return patterns.flatMap((ofOffset, i) => {
    const offset = offsets[i] ?? 0
    const ways = ofOffset.flatMap((pattern) => {
      const [one = '', two = ''] = pattern
      const turns = isBehind && pattern.length === 2 && !isFunctionWord(one === '_' ? two : one, language)
      return turns ? [pattern, [two, one]] : [pattern]
    })
    return ways.flatMap((pattern) => {
      const byWeek = pattern.some((word) => weekNouns.includes(word))
      const put = (name: ReadonlyArray<string>, meaning: DayMeaning): Phrase => {
        const at = pattern.indexOf('_')
        const words = [...pattern.slice(0, at), ...name, ...pattern.slice(at + 1)]
        return { words, anchor: at + name.length - 1, language, meaning }
      }
      return [
        ...names.map(({ name, weekday }) => put(name, { kind: 'near-weekday', weekday, offset, byWeek })),
        ...(byWeek ? [] : weekNouns.map((noun) => put([noun], { kind: 'near-week', offset }))),
        ...(byWeek ? [] : monthNouns.map((noun) => put([noun], { kind: 'near-month', offset }))),
      ]
    })
  })
}

const withoutNoun = (phrase: string, nouns: ReadonlyArray<string>): string =>
  wordsIn(phrase)
    .map((word) => (nouns.includes(word) ? '_' : word))
    .join(' ')

/** Leaves out the article: "el martes pasado", "del martes pasado". */
const distinctPatterns = (language: Language, written: ReadonlyArray<string>): ReadonlyArray<ReadonlyArray<string>> => {
  const patterns = written.map((one) => {
    const words = wordsIn(one)
    const [first = ''] = words
    return words.length > 2 && isFunctionWord(first, language) ? words.slice(1) : words
  })
  return [...new Map(patterns.filter((words) => words.includes('_')).map((words) => [words.join(' '), words])).values()]
}

/** The nouns of a unit: the words that the phrases of no other unit have. */
const nounsOf = (language: Language, unit: number): ReadonlyArray<string> => {
  const wordsOfUnit = listOf(dayWords[language].ago).map((spellings) => [...new Set(spellings.flatMap(wordsIn))])
  const others = new Set(wordsOfUnit.flatMap((words, i) => (i === unit ? [] : words)))
  return (wordsOfUnit[unit] ?? []).filter((word) => !others.has(word))
}

/** "3 days ago", "in two weeks". */
const spansOf = (language: Language): ReadonlyArray<Phrase> =>
  [
    { written: dayWords[language].ago, sign: -1 },
    { written: dayWords[language].ahead, sign: 1 },
  ].flatMap(({ sign, written }) =>
    listOf(written).flatMap((spellings, i) => {
      const nouns = nounsOf(language, i)
      return spellings.flatMap((spelling): ReadonlyArray<Phrase> => {
        const words = wordsIn(spelling)
        const anchor = words.findIndex((word) => nouns.includes(word))
        return anchor < 0 ? [] : [{ words, anchor, language, meaning: { kind: 'span', unit: units[i] ?? 'day', count: sign } }]
      })
    }),
  )

interface SpacelessPhrase {
  readonly written: string
  readonly meaning: DayMeaning
}

/** The pattern of a number of one or two digits, or in Chinese signs. */
export const spacelessNumber = String.raw`\d{1,2}|[一二三四五六七八九十两]{1,3}`

/** The phrases of Chinese and Japanese by their first character, the longest first; and numbers with what stands behind them, such as 日前. */
export const spacelessLexicon = onFirstUse(() => {
  const all = (['ja', 'zh'] as const).flatMap((code) => [...nearSpaceless(code), ...besideSpaceless(code)])
  const longestFirst = all.filter(({ written }) => written !== '').sort((a, b) => b.written.length - a.written.length)
  const meanings = new Map((['ja', 'zh'] as const).flatMap(spansSpaceless))
  const pattern = new RegExp(`(${spacelessNumber})\\s?(${[...meanings.keys()].join('|')})`, 'gu')
  return { phrases: Map.groupBy(longestFirst, ({ written }) => written[0] ?? ''), spans: { pattern, meanings } }
})

const nearSpaceless = (code: 'ja' | 'zh'): ReadonlyArray<SpacelessPhrase> =>
  dayWords[code].near.split('; ').map((written, i) => ({ written, meaning: { kind: 'near', offset: nearFirst + i, isAmbiguous: false } }))

const besideSpaceless = (code: 'ja' | 'zh'): ReadonlyArray<SpacelessPhrase> => {
  const own = dayWords[code]
  const weekdays = listOf(own.weekdays).flatMap((names, weekday) => names.map((name) => ({ name, weekday })))
  const beside = offsets.flatMap((offset, i): ReadonlyArray<SpacelessPhrase> => {
    const [patterns, weekNear] = [listOf(own.besides)[i] ?? [], own.weeks.split('; ')[i] ?? '']
    // "上周二" is Tuesday of "上周".
    const byWeek = weekdays.some(({ name }) => patterns.some((one) => one.replace('_', name).startsWith(weekNear)))
    const named = weekdays.flatMap(({ name, weekday }) =>
      patterns.map(
        (one): SpacelessPhrase => ({ written: one.replace('_', name), meaning: { kind: 'near-weekday', weekday, offset, byWeek } }),
      ),
    )
    return [
      ...named,
      { written: weekNear, meaning: { kind: 'near-week', offset } },
      { written: own.monthsNear.split('; ')[i] ?? '', meaning: { kind: 'near-month', offset } },
    ]
  })
  return [...beside, ...weekdays.map(({ name, weekday }): SpacelessPhrase => ({ written: name, meaning: { kind: 'weekday', weekday } }))]
}

const spansSpaceless = (code: 'ja' | 'zh'): ReadonlyArray<readonly [behind: string, meaning: Extract<DayMeaning, { kind: 'span' }>]> =>
  [
    { written: dayWords[code].ago, count: -1 },
    { written: dayWords[code].ahead, count: 1 },
  ].flatMap(({ count, written }) =>
    written.split('; ').map((one, i) => [one.replace('#', '').trim(), { kind: 'span', unit: units[i] ?? 'day', count }] as const),
  )

const kanjiDigits = '〇一二三四五六七八九'

/** Returns a number of up to two digits, as digits or in Chinese signs ("二十一", "两"); undefined for anything else. */
export const numberOf = (written: string): number | undefined => {
  if (/^\d{1,4}$/.test(written)) return Number(written)
  if (written === '两') return 2
  const [, tens, ten, ones] = /^([一二三四五六七八九])?(十)?([一二三四五六七八九])?$/.exec(written) ?? []
  if (written === '' || (tens !== undefined && ten === undefined && ones !== undefined)) return undefined
  const value = (sign: string | undefined) => (sign === undefined ? 0 : kanjiDigits.indexOf(sign))
  return ten === undefined ? value(tens ?? ones) : (tens === undefined ? 1 : value(tens)) * 10 + value(ones)
}
