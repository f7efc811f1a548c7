/**
 * Finds the phrases of a text that say a day, in nine languages. Total, linear in the text, of which it reads a limited beginning.
 *
 * A date of a number and the name of a month is read in any language. A phrase such as "yesterday" is read in the languages that the text
 * may have: "hier" is a place in German and a day in French.
 */

import { isFunctionWord, isPreposition, type Language } from '../languages/function-words.ts'
import { likelyLanguages } from '../languages/languages.ts'
import { fold, lower } from '../languages/unicode.ts'
import { onFirstUse } from '../on-first-use.ts'
import { isDate, isYear } from './calendar.ts'
import { dayWords } from './day-words.ts'
import { joinedDays } from './joined-days.ts'
import {
  type DayMeaning,
  type DayMention,
  lexicon,
  type Named,
  numberOf,
  type Phrase,
  spacelessLexicon,
  spacelessNumber,
  triggers,
} from './lexicon.ts'
import { numericDates } from './numeric-dates.ts'
import { placesOfTitles } from './titles.ts'

/** The beginning of a text that is read, in UTF-16 units: more than a passage has. */
export const readMost = 8_000
/** Most mentions of one text. */
const mentionsMost = 64

/** Returns the mentions in the order of the text, none within another. `languages` are those that the text may have; absent, they are found by its words. */
export const dayMentions = (text: string, languages?: ReadonlyArray<Language>): ReadonlyArray<DayMention> => {
  const read = text.length > readMost ? text.slice(0, readMost) : text
  // Most texts name no day, and finding their language takes longer than finding that out.
  const likely = onFirstUse(() => languages ?? likelyLanguages(read))
  const found: Array<DayMention> = []
  if (anyNumeric.test(read)) found.push(...numericDates(read, likely))
  if (anySpaceless.test(read)) found.push(...spacelessMentions(read))
  found.push(...wordedMentions(read, likely))
  if (found.length === 0) return found
  const titles = placesOfTitles(read)
  const said = withoutOverlaps(found).filter((one) => isDateItself(one) || !titles.some(({ from, to }) => from <= one.from && one.to <= to))
  return joinedDays(read, said, likely).slice(0, mentionsMost)
}

const isDateItself = ({ meaning: { kind } }: DayMention): boolean => kind === 'date' || kind === 'either'

const anyNumeric = /\d[-/.]\s?\d/
const anySpaceless = /[\u3040-\u30ff\u4e00-\u9fff]/

/**
 * Removes overlaps: the longer of two mentions stays, and the first of two equal ones. A word behind a day that may name a part of that day is
 * no mention, as "Morgen" in "heute Morgen".
 */
const withoutOverlaps = (found: ReadonlyArray<DayMention>): ReadonlyArray<DayMention> => {
  const kept: Array<DayMention> = []
  for (const one of found.toSorted((a, b) => a.from - b.from || b.to - a.to)) {
    const last = kept.at(-1)
    const isPartOfDay = one.meaning.kind === 'near' && one.meaning.isAmbiguous && last !== undefined && one.from - last.to === 1
    if (isPartOfDay) continue
    if (last === undefined || last.to <= one.from) kept.push(one)
    else if (one.to - one.from > last.to - last.from) kept[kept.length - 1] = one
  }
  return kept
}

/* Chinese and Japanese. */

const spacelessDate = new RegExp(
  String.raw`(?:(\d{4})\s?年\s?)?(?<![\d一二三四五六七八九十])(${spacelessNumber})\s?月(?:\s?(${spacelessNumber})\s?(?:日|号|號))?`,
  'gu',
)

const fullWidth = /[０-９]/g

const spacelessMentions = (written: string): ReadonlyArray<DayMention> => {
  const text = written.replace(fullWidth, (digit) => String.fromCharCode(digit.charCodeAt(0) - 0xfee0))
  const found: Array<DayMention> = []
  for (const { 0: all, 1: year, 2: one = '', 3: two, index } of text.matchAll(spacelessDate)) {
    const [month, date] = [numberOf(one) ?? 0, two === undefined ? undefined : (numberOf(two) ?? 0)]
    const own = year === undefined ? undefined : Number(year)
    const at = { from: index, to: index + all.length }
    if (!isDate(own, month, date ?? 1)) continue
    found.push({ ...at, meaning: date === undefined ? { kind: 'month', year: own, month } : { kind: 'date', year: own, month, date } })
    if (found.length >= mentionsMost) break
  }
  const { phrases, spans } = spacelessLexicon()
  for (const { 0: all, 1: count = '', 2: behind = '', index } of text.matchAll(spans.pattern)) {
    const span = spans.meanings.get(behind)
    const meaning = span === undefined ? undefined : counting(span, numberOf(count))
    if (meaning !== undefined) found.push({ from: index, to: index + all.length, meaning })
    if (found.length >= 2 * mentionsMost) break
  }
  for (let at = 0; at < text.length && found.length < 3 * mentionsMost; at++) {
    const phrase = phrases.get(text[at] ?? '')?.find(({ written: one }) => text.startsWith(one, at))
    if (phrase !== undefined) found.push({ from: at, to: at + phrase.written.length, meaning: phrase.meaning })
  }
  return found
}

/** Most units that a phrase counts: "30 days ago". */
const countMost = 366

const counting = (meaning: Extract<DayMeaning, { kind: 'span' }>, count: number | undefined): DayMeaning | undefined =>
  count === undefined || count < 1 || count > countMost ? undefined : { ...meaning, count: meaning.count * count }

/* Languages with spaces, word by word. */

interface Word {
  readonly written: string
  /** Folded and in lower case. */
  readonly plain: string
  readonly from: number
  readonly to: number
}

const asciiWords = /\d+|[A-Za-z]+/g
const anyWords = /\p{Nd}+|[\p{L}\p{M}]+/gu
const nonAscii = /[^\0-\x7f]/

const plainOf = (written: string): string => (nonAscii.test(written) ? lower(fold(written)) : written.toLowerCase())

interface Reading {
  readonly text: string
  readonly words: ReadonlyArray<Word>
  readonly likely: ReadonlyArray<Language>
}

const wordedMentions = (text: string, languages: () => ReadonlyArray<Language>): ReadonlyArray<DayMention> => {
  const isPlain = !nonAscii.test(text)
  const pattern = isPlain ? asciiWords : anyWords
  const known = triggers()
  // Most texts name no day. Whether one does is told in a fraction of the time that the places of all words take.
  if (!(plainOf(text).match(pattern) ?? []).some((word) => known.has(word))) return []
  const likely = languages()
  const { months, phrases, shortMonths, weekdays } = lexicon()
  const words: Array<Word> = []
  for (const { 0: written, index } of text.matchAll(pattern))
    words.push({ written, plain: plainOf(written), from: index, to: index + written.length })
  const reading: Reading = { text, words, likely }
  const found: Array<DayMention> = []
  for (const [at, { plain }] of words.entries()) {
    if (!known.has(plain)) continue
    const month = months.get(plain) ?? inLikely(shortMonths.get(plain), likely)
    const dated = month === undefined ? undefined : (dateAt(reading, at, month) ?? monthAlone(reading, at, months.get(plain)))
    const mention = phraseAt(reading, at, phrases.get(plain)) ?? weekdayAt(reading, at, weekdays.get(plain))
    found.push(...[dated, mention].filter((one) => one !== undefined))
    if (found.length >= 2 * mentionsMost) break
  }
  return found
}

const inLikely = (named: ReadonlyArray<Named<number>> | undefined, likely: ReadonlyArray<Language>) => {
  const own = named?.filter(({ language }) => isRead(language, likely)) ?? []
  return own.length === 0 ? undefined : own
}

/** English phrases stand in texts of every language. */
const isRead = (language: Language, likely: ReadonlyArray<Language>): boolean => language === 'en' || likely.includes(language)

/** Text between two words of one date: no sentence ends there, and no line. */
const near = /^(?:[ \t\u00a0]?[.,]?[ \t\u00a0]?|[ \t\u00a0]?[-–/'’][ \t\u00a0]?)$/

const areNear = ({ text, words }: Reading, left: number, right: number): boolean => {
  const [one, two] = [words[left], words[right]]
  return one !== undefined && two !== undefined && two.from - one.to <= 3 && near.test(text.slice(one.to, two.from))
}

const dateMost = 31
const ordinalMost = 2

const dateNumber = (word: Word | undefined): number | undefined => {
  const value = word !== undefined && /^\d{1,2}$/.test(word.plain) ? Number(word.plain) : undefined
  return value !== undefined && value >= 1 && value <= dateMost ? value : undefined
}

/** True for an ending that is written behind a number without a space: "17th", "1er". */
const isOrdinal = ({ words }: Reading, at: number): boolean => {
  const [before, word] = [words[at - 1], words[at]]
  return (
    before !== undefined && word !== undefined && before.to === word.from && word.plain.length <= ordinalMost && /^\p{L}/u.test(word.plain)
  )
}

const isLink = ({ likely, words }: Reading, at: number): boolean => {
  const plain = words[at]?.plain ?? ''
  return plain.length <= 3 && /^\p{L}/u.test(plain) && ['en' as const, ...likely].some((language) => isFunctionWord(plain, language))
}

/** A date around the name of a month: "17 November 2026", "November 17th", "17 de noviembre". */
const dateAt = (reading: Reading, at: number, month: ReadonlyArray<Named<number>>): DayMention | undefined =>
  dateBefore(reading, at, month) ?? dateBehind(reading, at, month)

const dateBefore = (reading: Reading, at: number, month: ReadonlyArray<Named<number>>): DayMention | undefined => {
  let place = at - 1
  if (!areNear(reading, place, at)) return undefined
  if (dateNumber(reading.words[place]) === undefined && !isOrdinal(reading, place)) {
    if (!isLink(reading, place) || !areNear(reading, place - 1, place)) return undefined
    place--
  }
  const isSure = isOrdinal(reading, place) || yearBehind(reading, at) !== undefined
  if (isOrdinal(reading, place)) place--
  const date = dateNumber(reading.words[place])
  if (date === undefined || isGlued(reading, place)) return undefined
  // "The other 5 may come": a month in lower case is a verb in a language that writes months with capitals.
  if (!isSure && isVerb(reading, at, month) && contentBehind(reading, at) !== undefined) return undefined
  return dated(reading, place, at, month, date)
}

const dateBehind = (reading: Reading, at: number, month: ReadonlyArray<Named<number>>): DayMention | undefined => {
  let place = at + 1
  if (!areNear(reading, at, place)) return undefined
  const isLinked = isLink(reading, place) && areNear(reading, place, place + 1)
  if (isLinked) place++
  const number = reading.words[place]
  const date = dateNumber(number)
  if (date === undefined) return undefined
  const last = isOrdinal(reading, place + 1) ? place + 1 : place
  // "November 17:30" and "May 5.5" are no days.
  if (/^[:.]\d|^\p{L}/u.test(reading.text.slice(reading.words[last]?.to ?? 0, (reading.words[last]?.to ?? 0) + 2))) return undefined
  const isSure = last > place || yearBehind(reading, last) !== undefined
  if (!isSure && (isLinked || !isWrittenFirst(reading, at, month, place))) return undefined
  return dated(reading, at, last, month, date)
}

/**
 * True where a month may stand before its date: in a language that writes it there, and unless the number counts what is behind it, as in "march 3
 * miles" and "In May 5 guests came".
 */
const isWrittenFirst = (reading: Reading, at: number, month: ReadonlyArray<Named<number>>, place: number): boolean => {
  if (!month.some(({ language }) => dayWords[language].order.startsWith('m') && reading.likely.includes(language))) return false
  const counted = contentBehind(reading, place)
  return counted === undefined || (isCapital(reading.words[at]) && !(Number(reading.words[place]?.plain) > 1 && counted.endsWith('s')))
}

/** Languages that write months with capitals. */
const withCapitals: ReadonlySet<Language> = new Set(['en', 'de'])

const isCapital = (word: Word | undefined): boolean => /^\p{Lu}/u.test(word?.written ?? '')

/** True for a month in lower case where the text may have a language that writes months with capitals: "march" and "may" are verbs. */
const isVerb = ({ likely, words }: Reading, at: number, month: ReadonlyArray<Named<number>>): boolean =>
  !isCapital(words[at]) && month.some(({ language }) => withCapitals.has(language) && likely.includes(language))

/** Returns the word in lower case directly behind a place, unless it is a function word. */
const contentBehind = ({ likely, text, words }: Reading, at: number): string | undefined => {
  const [one, next] = [words[at], words[at + 1]]
  if (one === undefined || next === undefined || !/^\p{Ll}/u.test(next.written) || text.slice(one.to, next.from) !== ' ') return undefined
  return likely.some((language) => isFunctionWord(next.plain, language)) ? undefined : next.plain
}

/** True for a number that is a part of a longer one or of an identifier: "3.17 November", "v17"; not for the end of a stretch, "16-17 November". */
const isGlued = ({ text, words }: Reading, at: number): boolean => {
  const from = words[at]?.from ?? 0
  const before = text.slice(Math.max(0, from - stretchMost), from)
  return /[\p{L}\p{N}_]$|\d[.,:/-]$/u.test(before) && !/(?<![\p{L}\p{N}_.,:/-])\d{1,2}\.?-$/u.test(before)
}

/** A number with two marks and the sign before it. */
const stretchMost = 5

const dated = (
  reading: Reading,
  first: number,
  last: number,
  [named]: ReadonlyArray<Named<number>>,
  date: number,
): DayMention | undefined => {
  const month = named?.value ?? 0
  const year = yearBehind(reading, last)
  if (!isDate(year?.year, month, date)) return undefined
  const { words } = reading
  // A weekday before it belongs to it: "Tuesday, 17 November".
  const { shortWeekdays, weekdays } = lexicon()
  const weekday = (place: number) => weekdays.has(words[place]?.plain ?? '') || shortWeekdays.has(words[place]?.plain ?? '')
  const begins = areNear(reading, first - 1, first) && weekday(first - 1) ? first - 1 : first
  return {
    from: words[begins]?.from ?? 0,
    to: words[year?.place ?? last]?.to ?? 0,
    meaning: { kind: 'date', year: year?.year, month, date },
  }
}

const yearBehind = (reading: Reading, last: number): { readonly year: number; readonly place: number } | undefined => {
  for (const place of isLink(reading, last + 1) ? [last + 2] : [last + 1]) {
    const { plain = '' } = reading.words[place] ?? {}
    if (/^\d{4}$/.test(plain) && isYear(Number(plain)) && areNear(reading, last, last + 1) && areNear(reading, place - 1, place))
      return { year: Number(plain), place }
  }
  return undefined
}

/**
 * A month without a date, where a year stands behind it or a word before it that stands before months: "in September", "September 2025". Languages that
 * write months in small letters have their names in capitals, so there any short word does. "The March brothers" and "Mai-Baum" have none.
 */
const monthAlone = (reading: Reading, at: number, named: ReadonlyArray<Named<number>> | undefined): DayMention | undefined => {
  const word = reading.words[at]
  const year = yearBehind(reading, at)
  const own = inLikely(named, reading.likely)?.find(
    ({ language }) => !isFunctionWord(word?.plain ?? '', language) && (year !== undefined || isBehindLink(reading, at, language)),
  )
  if (own === undefined || word === undefined || (year === undefined && isCompound(reading, at))) return undefined
  // "We march 3 times a week", "The 10 you may keep".
  const isCounting = /^\d/.test(reading.words[at + 1]?.plain ?? '') || contentBehind(reading, at) !== undefined
  if (year === undefined && isCounting && isVerb(reading, at, [own])) return undefined
  const meaning = { kind: 'month', year: year?.year, month: own.value } as const
  return { from: word.from, to: reading.words[year?.place ?? at]?.to ?? word.to, meaning }
}

const isBehindLink = (reading: Reading, at: number, language: Language): boolean => {
  if (!areNear(reading, at - 1, at)) return false
  const before = reading.words[at - 1]?.plain ?? ''
  if (withCapitals.has(language))
    return dayWords[language].within.split('|').includes(before) || (language === 'en' && isPreposition(before))
  return !isCapital(reading.words[at]) && isLink(reading, at - 1)
}

const isCompound = ({ text, words }: Reading, at: number): boolean => {
  const { from = 0, to = 0 } = words[at] ?? {}
  return /^[-‐]\p{L}/u.test(text.slice(to, to + 2)) || /\p{L}[-‐]$/u.test(text.slice(Math.max(0, from - 2), from))
}

const weekdayAt = (reading: Reading, at: number, named: ReadonlyArray<Named<number>> | undefined): DayMention | undefined => {
  const own = inLikely(named, reading.likely)?.[0]
  const word = reading.words[at]
  return own === undefined || word === undefined
    ? undefined
    : { from: word.from, to: word.to, meaning: { kind: 'weekday', weekday: own.value } }
}

/** The longest phrase whose anchor is the word at a place. */
const phraseAt = (reading: Reading, at: number, phrases: ReadonlyArray<Phrase> | undefined): DayMention | undefined => {
  for (const phrase of phrases ?? []) {
    if (!isRead(phrase.language, reading.likely)) continue
    const found = matched(reading, at - phrase.anchor, phrase)
    if (found !== undefined) return found
  }
  return undefined
}

const matched = (reading: Reading, from: number, { anchor, language, meaning, words: wanted }: Phrase): DayMention | undefined => {
  const { words } = reading
  const last = from + wanted.length - 1
  const [begin, end] = [words[from], words[last]]
  if (begin === undefined || end === undefined) return undefined
  let count: number | undefined
  for (const [i, one] of wanted.entries()) {
    const word = words[from + i]
    if (word === undefined || (i > 0 && !areNear(reading, from + i - 1, from + i))) return undefined
    if (one === '#') {
      count = /^\d{1,3}$/.test(word.plain) ? Number(word.plain) : lexicon().numbers.get(`${language} ${word.plain}`)
      if (count === undefined) return undefined
    } else if (i === anchor ? word.plain !== one : !isForm(word.plain, one)) return undefined
  }
  const said = meaning.kind === 'span' ? counting(meaning, count) : meaning
  if (said === undefined || (said.kind === 'near' && wanted.length === 1 && isOtherWord(reading, from, said, language))) return undefined
  return { from: begin.from, to: end.to, meaning: said }
}

const [stemLeast, endingMost] = [4, 2]

/** True for two forms of one word: "letzten", "letzter". */
const isForm = (one: string, other: string): boolean => {
  if (one === other) return true
  if (Math.min(one.length, other.length) < stemLeast || Math.abs(one.length - other.length) > endingMost) return false
  let same = 0
  while (same < one.length && one[same] === other[same]) same++
  return same >= stemLeast && Math.max(one.length, other.length) - same <= endingMost
}

/**
 * True for a near day that is another word here: a function word of a language that the text may have as well ("hier"), or a part of the
 * day ("am Morgen", "por la mañana").
 */
const isOtherWord = (
  { likely, words }: Reading,
  at: number,
  { isAmbiguous }: { readonly isAmbiguous: boolean },
  language: Language,
): boolean => {
  const { plain = '', written = '' } = words[at] ?? {}
  if (likely.some((other) => other !== language && isFunctionWord(plain, other))) return true
  if (!isAmbiguous) return false
  const before = words[at - 1]
  const isNoun = /^\p{Lu}/u.test(written) && before !== undefined
  return isNoun || (before !== undefined && before.plain.length <= 3 && isFunctionWord(before.plain, language) && language !== 'de')
}
