/** Finds dates in digits: 2026-11-17, 2026/11/17, 17.11.2026, 17.11.26, 17.11., 17/11/2026, 11/17/2026. In English 03/04/2026 may be either day. */

import { isFunctionWord, type Language } from '../languages/function-words.ts'
import { fold, lower } from '../languages/unicode.ts'
import { onFirstUse } from '../on-first-use.ts'
import { isDate, isYear } from './calendar.ts'
import { dayWords } from './day-words.ts'
import { type DateMeaning, type DayMention, lexicon } from './lexicon.ts'

const yearFirst = /(?<![\p{L}\p{N}.-])(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?![\p{N}]|[-/.]\d)/gu
/** A hyphen before it belongs to a stretch, "16.-24.11.2026", or to something else. */
const yearLast = /(?<![\p{L}\p{N}./]|(?<!\d\.)-)(\d{1,2})([-/.])\s?(\d{1,2})\2\s?(\d{4}|\d{2})(?![\p{L}\p{N}]|[-/.]\d)/gu
const noYear = /(?<![\p{L}\p{N}.,/]|(?<!\d\.)-)(\d{1,2})\.\s?(\d{1,2})\.(?!\s?\p{N})/gu

/** `likely` gives the languages that the text may have. */
export const numericDates = (text: string, likely: () => ReadonlyArray<Language>): ReadonlyArray<DayMention> => {
  const found: Array<DayMention> = []
  const put = (index: number, length: number, year: number | undefined, month: number, date: number) => {
    if (isDate(year, month, date)) found.push({ from: index, to: index + length, meaning: { kind: 'date', year, month, date } })
  }
  const isSaid = onFirstUse(() => dottedIn(text, likely()))
  for (const { 0: all, 1: year, 2: mark, 3: month = '', 4: date = '', index } of text.matchAll(yearFirst))
    if (mark !== '.' || isPadded(month, date)) put(index, all.length, Number(year), Number(month), Number(date))
  for (const { 0: all, 1: one = '', 2: mark, 3: two = '', 4: last = '', index } of text.matchAll(yearLast)) {
    if (last.length === 2 && !(mark === '.' && isPadded(one, two) && isSaid()(index, true) && !hasYear(text, index))) continue
    const year = last.length === 2 ? 2000 + Number(last) : Number(last)
    const [a, b] = [Number(one), Number(two)]
    const isEither = mark !== '.' && a <= 12 && b <= 12 && a !== b && likely().some((language) => dayWords[language].order.startsWith('m'))
    const monthFirst = mark === '/' && (b > 12 || (a <= 12 && dayWords[likely()[0] ?? 'en'].order.startsWith('m')))
    if (isEither) {
      const of = [dateIn(year, a, b), dateIn(year, b, a)]
      if (isYear(year)) found.push({ from: index, to: index + all.length, meaning: { kind: 'either', of: monthFirst ? of : of.reverse() } })
    } else if (monthFirst) put(index, all.length, year, a, b)
    else put(index, all.length, year, b, a)
  }
  for (const { 0: all, 1: date = '', 2: month = '', index } of text.matchAll(noYear))
    if (isSaid()(index, isPadded(date, month))) put(index, all.length, undefined, Number(month), Number(date))
  return found
}

const dateIn = (year: number, month: number, date: number): DateMeaning => ({ kind: 'date', year, month, date })

const isPadded = (...numbers: ReadonlyArray<string>): boolean => numbers.every(({ length }) => length === 2)

/** A word directly before a place. */
const wordBefore = /\p{L}+(?=\.?\s*$)/u
const wordMost = 24

/**
 * Returns whether dotted numbers without a whole year are a date: in a language that writes dates so, behind a function word or a weekday, and if
 * `mayBegin` also where no word or a colon stands before. Behind any other word they may be a version: "Ubuntu 22.04.03".
 */
const dottedIn = (text: string, likely: ReadonlyArray<Language>) => {
  const dotted = likely.filter((language) => dayWords[language].dotted === 'yes')
  const { shortWeekdays, weekdays } = lexicon()
  return (index: number, mayBegin: boolean): boolean => {
    if (dotted.length === 0) return false
    const word = lower(fold(wordBefore.exec(text.slice(Math.max(0, index - wordMost), index))?.[0] ?? ''))
    if (word === '') return mayBegin
    return weekdays.has(word) || shortWeekdays.has(word) || dotted.some((language) => isFunctionWord(word, language))
  }
}

/** True where the line has a year: then "12.10.23 (2024-03-01)" is no date. */
const hasYear = (text: string, index: number): boolean =>
  /(?<!\d)(?:19|2[01])\d\d(?!\d)/.test(text.slice(text.lastIndexOf('\n', index) + 1).split('\n', 1)[0] ?? '')
