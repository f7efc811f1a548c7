/**
 * Joins dates that are said together: "from 16 to 24 November", "16, 17 and 24 November", "Tuesday the 17th", "Tuesday, 17.11.2026". A number that
 * shares the month of a date beside it belongs to that date.
 */

import { isFunctionWord, type Language } from '../languages/function-words.ts'
import { fold, lower } from '../languages/unicode.ts'
import { onFirstUse } from '../on-first-use.ts'
import { isDate } from './calendar.ts'
import { dayWords } from './day-words.ts'
import { type DateMeaning, type DayMeaning, type DayMention, numberOf } from './lexicon.ts'

type Joint = 'stretch' | 'and' | 'or' | 'comma'

/** `likely` gives the languages that the text may have. Expects the mentions in the order of the text, none within another. */
export const joinedDays = (
  text: string,
  mentions: ReadonlyArray<DayMention>,
  likely: () => ReadonlyArray<Language>,
): ReadonlyArray<DayMention> => {
  const joined: Array<DayMention> = []
  for (const one of mentions) {
    const mention = withNumbers(text, withOrdinal(text, one, likely), likely)
    const before = joined.at(-1)
    const both = before === undefined ? undefined : joinedPair(text, before, mention, likely)
    if (both === undefined) joined.push(mention)
    else joined[joined.length - 1] = both
  }
  return joined
}

/* Two mentions side by side. */

const sideMost = 24

const joinedPair = (text: string, left: DayMention, right: DayMention, likely: () => ReadonlyArray<Language>): DayMention | undefined => {
  if (right.from < left.to) {
    const meaning = left.meaning.kind === 'weekday-date' && isDated(right.meaning) ? right.meaning : left.meaning
    return { from: left.from, to: Math.max(left.to, right.to), meaning }
  }
  const gap = text.slice(left.to, right.from)
  if (gap.length > sideMost || gap.includes('\n')) return undefined
  const place = { from: left.from, to: right.to }
  if (isWeekday(left.meaning) && isDated(right.meaning) && isBeside(gap, likely)) return { ...place, meaning: right.meaning }
  if (isDated(left.meaning) && isWeekday(right.meaning) && /^\s?[(,]?\s?$/.test(gap)) return { ...place, meaning: left.meaning }
  if (left.meaning.kind !== 'date' || right.meaning.kind !== 'date') return undefined
  const joint = jointOf(gap, likely)
  if (joint === undefined || joint === 'comma') return undefined
  const opening = joint === 'and' ? betweenBegins(text, left.from, gap, likely) : undefined
  const isStretch = joint === 'stretch' || opening !== undefined
  const meaning = isStretch ? stretchOf(left.meaning, right.meaning) : severalOf([left.meaning, right.meaning])
  return meaning === undefined ? undefined : { from: opening ?? left.from, to: right.to, meaning }
}

const isWeekday = ({ kind }: DayMeaning): boolean => kind === 'weekday' || kind === 'near-weekday'

const isDated = ({ kind }: DayMeaning): boolean => kind === 'date' || kind === 'either' || kind === 'several'

/** True for text between a weekday and its date: "Tuesday, 17 November", "Dienstag, den 17. November", "Tuesday (2026-11-17". */
const isBeside = (gap: string, likely: () => ReadonlyArray<Language>): boolean => {
  const [, word] = /^[,.]?\s?(?:\(|(\p{Ll}{1,3})\s)?$/u.exec(gap) ?? [gap, gap]
  return word === undefined || isFunction(word, likely)
}

/** A date takes the year of the other where it lacks one; of dates in the wrong order the year between changes. */
const stretchOf = (first: DateMeaning, last: DateMeaning): DayMeaning | undefined => {
  const isAhead = first.month < last.month || (first.month === last.month && first.date < last.date)
  const years =
    first.year === undefined && last.year !== undefined
      ? [isAhead ? last.year : last.year - 1, last.year]
      : last.year === undefined && first.year !== undefined
        ? [first.year, isAhead ? first.year : first.year + 1]
        : [first.year, last.year]
  const [begin, end] = years
  if (begin !== undefined && end !== undefined && (begin > end || (begin === end && !isAhead))) return undefined
  if (first.month === last.month && first.date === last.date && begin === end) return undefined
  return { kind: 'stretch', first: { ...first, year: begin }, last: { ...last, year: end } }
}

const severalOf = (dates: ReadonlyArray<DateMeaning>): DayMeaning => {
  const year = dates.find((date) => date.year !== undefined)?.year
  return { kind: 'several', of: dates.map((date) => ({ ...date, year: date.year ?? year })) }
}

/* A weekday with a number beside it. */

const ordinalBehind = /^,?\s(?:(\p{Ll}{1,4})\s)?(\d{1,2})(\.|\p{Ll}{1,2}(?!\p{L}))?(?![\p{L}\p{N}:]|[.,/-]\d)(\s\p{L}+)?/u

/** "Tuesday the 17th", "Dienstag, den 17.", "mardi 17": without a mark of order the number stands directly behind, and nothing that it counts. */
const withOrdinal = (text: string, mention: DayMention, likely: () => ReadonlyArray<Language>): DayMention => {
  const { meaning } = mention
  if (meaning.kind !== 'weekday') return mention
  const found = ordinalBehind.exec(text.slice(mention.to, mention.to + 2 * sideMost))
  if (found === null) return mention
  const [all, link, number, mark, next = ''] = found
  const date = Number(number)
  if (date < 1 || date > 31 || (link !== undefined && (mark === undefined || isTime(link, likely)))) return mention
  if (mark === undefined && next !== '' && !isFunction(next.trim(), likely)) return mention
  const to = mention.to + all.length - next.length
  return { from: mention.from, to, meaning: { kind: 'weekday-date', weekday: meaning.weekday, date } }
}

/* Numbers that share the month of a date. */

const joint = String.raw`\s?(?:[-–—~～]|\.{2,3}|…)\s?|(?:,\s)?(?:\s?(?<=\s)[\p{L}'’]+){1,3}\s|,\s`
const numberBefore = new RegExp(String.raw`(?<![\p{L}\p{N}_:/$€£#+-]|\d[.,])(\d{1,2})(\.|\p{Ll}{1,2}(?!\p{L}))?(${joint})$`, 'u')
const numberBehind = new RegExp(
  String.raw`^(${joint})(\d{1,2})(\p{Ll}{1,2}(?!\p{L}))?(?![\p{L}\p{N}:/%]|[.,-]\d)(,? \d{4}(?!\d))?(\s\p{Ll}+)?`,
  'u',
)
const spacelessBehind = /^(?:(\s?[~～\-–—]\s?)|([、\u3040-\u30ff\u4e00-\u9fff]{1,3}?))(\d{1,2}|[一二三四五六七八九十]{1,3})\s?(?:日|号|號)/u
const numbersMost = 8

const withNumbers = (text: string, mention: DayMention, likely: () => ReadonlyArray<Language>): DayMention => {
  const { from, meaning, to } = mention
  if (meaning.kind !== 'date') return mention
  const said = text.slice(from, to)
  const begins = /^\d{1,2}(?=\p{L}{0,2}(?:\s|\.))/u.exec(said)?.[0]
  if (begins !== undefined && Number(begins) === meaning.date) return withNumbersBefore(text, mention, meaning, likely)
  const ends = /(?<=[\p{L}.]\s)\d{1,2}(?=\p{L}{0,2}$)/u.exec(said)?.[0]
  if (ends !== undefined && Number(ends) === meaning.date) return withNumberBehind(text, mention, meaning, likely)
  return /[日号號]$/u.test(said) ? withSpacelessBehind(text, mention, meaning) : mention
}

const withNumbersBefore = (text: string, mention: DayMention, date: DateMeaning, likely: () => ReadonlyArray<Language>): DayMention => {
  const isNumeric = !/\p{L}/u.test(text.slice(mention.from, mention.to))
  const several: Array<DateMeaning> = [date]
  let from = mention.from
  while (several.length < numbersMost) {
    const found = numberBefore.exec(text.slice(Math.max(0, from - 2 * sideMost), from))
    if (found === null) break
    const [all, number, mark, gap = ''] = found
    const own = { ...date, date: Number(number) }
    const kind = jointOf(gap, likely)
    const place = from - all.length
    if (kind === undefined || !isDate(own.year, own.month, own.date) || (isNumeric && mark !== '.')) break
    const opening = kind === 'and' ? betweenBegins(text, place, gap, likely) : undefined
    if (kind === 'stretch' || opening !== undefined) {
      // "I have 3 on 24 November": a bare number begins a stretch behind a function word only.
      const isSure = kind === 'and' || mark !== undefined || !/\p{L}/u.test(gap) || opensStretch(text, place, likely)
      const meaning = several.length === 1 && isSure && own.date < date.date ? stretchOf(own, date) : undefined
      return meaning === undefined ? mention : { from: opening ?? place, to: mention.to, meaning }
    }
    if (kind === 'comma' && several.length === 1) break
    several.unshift(own)
    from = place
  }
  return several.length === 1 ? mention : { from, to: mention.to, meaning: severalOf(several) }
}

const withNumberBehind = (text: string, mention: DayMention, date: DateMeaning, likely: () => ReadonlyArray<Language>): DayMention => {
  const found = numberBehind.exec(text.slice(mention.to, mention.to + 2 * sideMost))
  if (found === null) return mention
  const [all, gap = '', number, , year, next = ''] = found
  const kind = jointOf(gap, likely)
  const own = { ...date, date: Number(number), year: year === undefined ? date.year : Number(/\d{4}/.exec(year)?.[0]) }
  const isCounting = year === undefined && next !== '' && !isFunction(next.trim(), likely)
  if (kind === undefined || kind === 'comma' || isCounting || own.date <= date.date || !isDate(own.year, own.month, own.date))
    return mention
  const opening = kind === 'and' ? betweenBegins(text, mention.from, gap, likely) : undefined
  const isStretch = kind === 'stretch' || opening !== undefined
  const meaning = isStretch ? stretchOf({ ...date, year: own.year }, own) : severalOf([date, own])
  return meaning === undefined ? mention : { from: opening ?? mention.from, to: mention.to + all.length - next.length, meaning }
}

const withSpacelessBehind = (text: string, mention: DayMention, date: DateMeaning): DayMention => {
  const found = spacelessBehind.exec(text.slice(mention.to, mention.to + sideMost))
  if (found === null) return mention
  const [all, , word = '', number = ''] = found
  const own = { ...date, date: numberOf(number) ?? 0 }
  if (own.date <= date.date || !isDate(own.year, own.month, own.date)) return mention
  const meaning = spacelessJoins().has(word) ? severalOf([date, own]) : stretchOf(date, own)
  return meaning === undefined ? mention : { from: mention.from, to: mention.to + all.length, meaning }
}

/* The words between. */

const isFunction = (word: string, likely: () => ReadonlyArray<Language>): boolean => {
  const plain = lower(fold(word))
  return isFunctionWord(plain, 'en') || likely().some((language) => isFunctionWord(plain, language))
}

const isOf = (field: 'and' | 'or' | 'at' | 'within', word: string, likely: () => ReadonlyArray<Language>): boolean =>
  likely().some((language) => dayWords[language][field].split('|').includes(word))

/** True for a word before a time: "Tuesday at the 5th" is none of a date. */
const isTime = (word: string, likely: () => ReadonlyArray<Language>): boolean => isOf('at', lower(fold(word)), likely)

const spacelessJoins = onFirstUse((): ReadonlySet<string> => new Set([dayWords.ja, dayWords.zh].flatMap(({ and, or }) => [and, or])))

const jointOf = (gap: string, likely: () => ReadonlyArray<Language>): Joint | undefined => {
  const plain = lower(fold(gap)).trim()
  if (/^(?:[-–—~～]|\.{2,3}|…)$/u.test(plain)) return 'stretch'
  if (plain === ',') return 'comma'
  if (/^[\u3040-\u30ff\u4e00-\u9fff、]{1,3}$/u.test(plain)) return spacelessJoins().has(plain) ? 'or' : 'stretch'
  const words = plain.replace(/^, /, '').split(/[\s'’]+/)
  const [first = ''] = words
  // "on November 16 at 20", "3 of 24 November".
  const isAlone = words.length === 1 && (isOf('within', first, likely) || first === dayWords.en.at)
  if (isAlone) return undefined
  if (isOf('or', first, likely) && words.length <= 2) return 'or'
  if (isOf('and', first, likely) && words.length <= 2) return 'and'
  const isRange = words.length <= 3 && words.every((word) => /^\p{Ll}+$/u.test(word) && isFunction(word, likely))
  return isRange ? 'stretch' : undefined
}

const linkMost = 3

/**
 * Returns where "between 16 and 24" begins; undefined for "on 16 and 24". A word that is longer than "on" stands before the first date, or the
 * short one is an article and stands before the second as well.
 */
const betweenBegins = (text: string, at: number, gap: string, likely: () => ReadonlyArray<Language>): number | undefined => {
  const [all = '', word] = /(\p{L}+)\s$/u.exec(text.slice(Math.max(0, at - sideMost), at)) ?? []
  if (word === undefined || (/^\p{Lu}/u.test(word) && at > all.length)) return undefined
  if (word.length > linkMost || !isFunction(word, likely)) return at - all.length
  return lower(gap).trim().split(/\s+/).at(-1) === lower(word) ? at : undefined
}

const opensStretch = (text: string, at: number, likely: () => ReadonlyArray<Language>): boolean => {
  const [, word] = /(\p{L}+)\s$/u.exec(text.slice(Math.max(0, at - sideMost), at)) ?? []
  return word !== undefined && isFunction(word, likely)
}
