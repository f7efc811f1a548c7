/** The days that questions ask for, that texts speak of, and that names of files and headings tell, as days since 1970-01-01 and as terms of the text index. */

import type { Language } from '../languages/function-words.ts'
import {
  type Day,
  type DayRange,
  dateOf,
  dayOf,
  dayOfIso,
  dayOfTime,
  isoDay,
  isYear,
  monthRange,
  twoDigits,
  weekdayOf,
  weekRange,
} from './calendar.ts'
import type { DateMeaning, DayMeaning, DayMention } from './lexicon.ts'
import { dayMentions } from './mentions.ts'

/** Begins the terms of days in the text index. No word has it. */
const daySign = '@'

/** Returns the term of a day, `@2026-11-17`. */
const dayTerm = (day: Day): string => `${daySign}${isoDay(day)}`

/** Returns the day or the stretch that a term or a name stands for, as in 2026-11-17 or 11-17; undefined for a word. */
export const dayOfTerm = (term: string): string | undefined => (term.startsWith(daySign) ? term.slice(daySign.length) : undefined)

/** The term of a day whose year is not known, `@11-17`. */
const yearlessTerm = (month: number, date: number): string => `${daySign}${twoDigits(month)}-${twoDigits(date)}`

/** A longer stretch is no day. */
export const rangeMost = 62
/** Most terms of one stretch: its days, and again without their year. */
const termsMost = 2 * rangeMost

/** Words of a question that say a day. */
export interface AskedDay {
  /** The words, as UTF-16 offsets in the question. */
  readonly from: number
  readonly to: number
  /** Name of the stretch among the words of a question, as in `@2026-11-17`, `@2026-11-16..2026-11-22` and, without a year, `@11-17`. */
  readonly word: string
  /** The terms of the days in it. */
  readonly terms: ReadonlyArray<string>
  /** True where a text with the same words answers as well: "on Tuesday", "in September". */
  readonly keepsWords: boolean
  /** True where the day may be no part of what is asked: "today", "this week". It counts only if some text has it. */
  readonly isOptional: boolean
}

/** Returns the days that a question asks for when it is asked on `today`, in the order of the question. */
export const daysAsked = (question: string, today: Day): ReadonlyArray<AskedDay> =>
  dayMentions(question).flatMap(({ from, meaning, to }): ReadonlyArray<AskedDay> => {
    const terms = askedTerms(meaning, today)
    const word = stretchName(meaning, terms)
    if (word === undefined || terms.length > termsMost) return []
    const isAmbiguous = meaning.kind === 'near' && meaning.isAmbiguous
    return [
      {
        from,
        to,
        word,
        terms,
        keepsWords: meaning.kind === 'weekday' || meaning.kind === 'month' || isAmbiguous,
        isOptional: isAmbiguous || isNow(meaning),
      },
    ]
  })

/** The first day alone is no name: "this week" and "today" begin on one day on a Monday. */
const stretchName = (meaning: DayMeaning, terms: ReadonlyArray<string>): string | undefined => {
  const [first, last] = [terms[0], terms.at(-1)]
  if (meaning.kind === 'date') return meaning.year === undefined ? last : first
  if (first !== undefined && (meaning.kind === 'several' || meaning.kind === 'either')) return daySign + meaning.of.map(dateName).join('|')
  if (first !== undefined && meaning.kind === 'stretch') return `${daySign}${dateName(meaning.first)}..${dateName(meaning.last)}`
  return first === last ? first : `${first}..${last?.slice(daySign.length)}`
}

const dateName = ({ date, month, year }: DateMeaning): string =>
  `${year === undefined ? '' : `${String(year).padStart(4, '0')}-`}${twoDigits(month)}-${twoDigits(date)}`

const isNow = (meaning: DayMeaning): boolean =>
  (meaning.kind === 'near' || meaning.kind === 'near-week' || meaning.kind === 'near-month') && meaning.offset === 0

const askedTerms = (meaning: DayMeaning, today: Day): ReadonlyArray<string> => {
  if (meaning.kind === 'several' || meaning.kind === 'either') return [...new Set(meaning.of.flatMap((date) => askedTerms(date, today)))]
  const ranges = askedRanges(meaning, today)
  if (ranges.some(({ first, last }) => last - first >= rangeMost)) return []
  const days = new Set(ranges.flatMap(daysIn))
  return days.size > rangeMost ? [] : [...[...days].map(dayTerm), ...yearlessTerms(meaning)]
}

/** The terms of texts that leave out the year of a date. */
const yearlessTerms = (meaning: DayMeaning): ReadonlyArray<string> => {
  if (meaning.kind === 'date') return [yearlessTerm(meaning.month, meaning.date)]
  if (meaning.kind !== 'stretch') return []
  const [range] = stretchesIn(meaning, [leapYear])
  return (range === undefined ? [] : daysIn(range)).map((day) => yearlessTerm(dateOf(day).month, dateOf(day).date))
}

const leapYear = 2000

/** Returns the days of a stretch, begun in each of the years where it leaves its own out. */
const stretchesIn = ({ first, last }: Extract<DayMeaning, { kind: 'stretch' }>, years: ReadonlyArray<number>): ReadonlyArray<DayRange> =>
  years.flatMap((year) => {
    const isAhead = first.month < last.month || (first.month === last.month && first.date <= last.date)
    const [from, to] = [
      dayOf(first.year ?? year, first.month, first.date),
      dayOf(last.year ?? (isAhead ? year : year + 1), last.month, last.date),
    ]
    return from === undefined || to === undefined || from > to ? [] : [{ first: from, last: to }]
  })

const daysIn = ({ first, last }: DayRange): ReadonlyArray<Day> => Array.from({ length: last - first + 1 }, (_, i) => first + i)

const oneDay = (day: Day | undefined): ReadonlyArray<DayRange> => (day === undefined ? [] : [{ first: day, last: day }])

const [week, halfWeek, halfMonth] = [7, 3, 15]

/** A year that is left out is that of the last such day or of the next: both count. */
const askedRanges = (meaning: DayMeaning, today: Day): ReadonlyArray<DayRange> => {
  switch (meaning.kind) {
    case 'date': {
      const { date, month, year } = meaning
      if (year !== undefined) return oneDay(dayOf(year, month, date))
      const days = yearsAround(today).flatMap((one) => dayOf(one, month, date) ?? [])
      return [days.findLast((day) => day <= today), days.find((day) => day >= today)].flatMap(oneDay)
    }
    case 'month': {
      const { month, year } = meaning
      const months = (year === undefined ? yearsAround(today) : [year]).flatMap((one) => monthRange(one, month) ?? [])
      if (year !== undefined) return months
      const [past, next] = [months.findLast(({ first }) => first <= today), months.find(({ first }) => first > today)]
      const isThis = past !== undefined && past.last >= today
      return [past, isThis ? undefined : next].filter((range) => range !== undefined)
    }
    case 'several':
    case 'either':
      return meaning.of.flatMap((date) => askedRanges(date, today))
    case 'stretch': {
      if (meaning.first.year !== undefined) return stretchesIn(meaning, [meaning.first.year])
      const stretches = stretchesIn(meaning, yearsAround(today))
      const [past, next] = [stretches.findLast(({ first }) => first <= today), stretches.find(({ first }) => first > today)]
      const lengths = [past, next].reduce((sum, range) => sum + (range === undefined ? 0 : range.last - range.first + 1), 0)
      return [past, past !== undefined && (past.last >= today || lengths > rangeMost) ? undefined : next].filter(
        (range) => range !== undefined,
      )
    }
    case 'weekday-date': {
      const days = [...monthsOf(today)].flatMap(({ month, year }) => dayOf(year, month, meaning.date) ?? [])
      const own = days.filter((day) => weekdayOf(day) === meaning.weekday)
      const found = [own.findLast((day) => day <= today), own.find((day) => day >= today)].flatMap(oneDay)
      return found.length > 0 ? found : askedRanges({ kind: 'weekday', weekday: meaning.weekday }, today)
    }
    case 'weekday':
      return [...oneDay(today - ((weekdayOf(today) - meaning.weekday + week) % week)), ...oneDay(after(meaning.weekday, today - 1))]
    case 'near-weekday':
      // On a Wednesday, "next Friday" may be in two days or in nine.
      return meaning.offset > 0 && !meaning.byWeek
        ? [...oneDay(nearWeekday(meaning, today)), ...oneDay(nearWeekday({ ...meaning, byWeek: true }, today))]
        : oneDay(nearWeekday(meaning, today))
    case 'near':
      return oneDay(today + meaning.offset)
    case 'near-week':
      return [weekRange(today + week * meaning.offset)]
    case 'near-month':
      return [monthRange(dateOf(today).year, dateOf(today).month + meaning.offset)].filter((range) => range !== undefined)
    case 'span':
      return spanRanges(meaning, today)
  }
}

/** The months around a day in which a weekday and a date beside each other are looked for. */
const monthsOf = (today: Day): ReadonlyArray<{ readonly month: number; readonly year: number }> =>
  Array.from({ length: 2 * monthsAround + 1 }, (_, i) => {
    const { month, year } = dateOf(monthRange(dateOf(today).year, dateOf(today).month + i - monthsAround)?.first ?? today)
    return { month, year }
  })

const monthsAround = 3

const yearsAround = (today: Day): ReadonlyArray<number> => {
  const { year } = dateOf(today)
  // A 29 February may be eight years away.
  return Array.from({ length: 17 }, (_, i) => year - 8 + i).filter(isYear)
}

const after = (weekday: number, day: Day): Day => day + 1 + ((weekday - weekdayOf(day + 1) + week) % week)

const nearWeekday = ({ byWeek, offset, weekday }: Extract<DayMeaning, { kind: 'near-weekday' }>, today: Day): Day => {
  if (byWeek || offset === 0) return weekRange(today + week * offset).first + weekday
  return offset > 0 ? after(weekday, today) : after(weekday, today - week - 1)
}

/** "Two weeks ago" is meant roughly: a week around that day; "two months ago" a month. */
const spanRanges = ({ count, unit }: Extract<DayMeaning, { kind: 'span' }>, today: Day): ReadonlyArray<DayRange> => {
  if (unit === 'day') return oneDay(today + count)
  if (unit === 'week') return [{ first: today + week * count - halfWeek, last: today + week * count + halfWeek }]
  const middle = monthsAway(today, count)
  return middle === undefined ? [] : [{ first: middle - halfMonth, last: middle + halfMonth }]
}

const monthsAway = (today: Day, count: number): Day | undefined => {
  const { date, month, year } = dateOf(today)
  const range = monthRange(year, month + count)
  return range === undefined ? undefined : Math.min(range.first + date - 1, range.last)
}

/* Texts. */

/** Most terms of days of one passage. */
const textTermsMost = 64

/**
 * Returns the terms of the days of a passage: its own and those that it speaks of. A year that is left out is the one nearest to its own day; a
 * phrase such as "yesterday" needs an own day.
 */
export const dayTermsOf = (text: string, language: Language, own: Day | undefined): ReadonlyArray<TextDay> => {
  const ownTerm = own === undefined ? undefined : dayTerm(own)
  const terms = new Set(ownTerm === undefined ? [] : [ownTerm])
  for (const { meaning } of dayMentions(text, [language])) for (const term of writtenTerms(meaning, own)) terms.add(term)
  return [...terms].slice(0, textTermsMost).map((term) => ({ term, isOwn: term === ownTerm }))
}

/** A day of a passage as a term of the text index. */
export interface TextDay {
  readonly term: string
  readonly isOwn: boolean
}

const writtenTerms = (meaning: DayMeaning, own: Day | undefined): ReadonlyArray<string> => {
  if (meaning.kind === 'date') {
    const day = dayOfDate(meaning, own)
    return day === undefined ? (meaning.year === undefined ? [yearlessTerm(meaning.month, meaning.date)] : []) : [dayTerm(day)]
  }
  if (meaning.kind === 'several' || meaning.kind === 'either') return meaning.of.flatMap((date) => writtenTerms(date, own))
  if (meaning.kind === 'stretch') return writtenStretch(meaning, own)
  if (own === undefined || meaning.kind === 'month' || meaning.kind === 'weekday' || meaning.kind === 'near-month') return []
  if (meaning.kind === 'near' && meaning.isAmbiguous && meaning.offset === 0) return []
  if (meaning.kind === 'span') return meaning.unit === 'day' ? [dayTerm(own + meaning.count)] : []
  if (meaning.kind === 'near-weekday') return [dayTerm(nearWeekday(meaning, own))]
  if (meaning.kind === 'weekday-date') {
    const days = askedRanges(meaning, own).map(({ first }) => first)
    const [nearest] = days.filter((day) => dateOf(day).date === meaning.date).toSorted((a, b) => Math.abs(a - own) - Math.abs(b - own))
    return nearest === undefined ? [] : [dayTerm(nearest)]
  }
  return askedRanges(meaning, own).flatMap(daysIn).map(dayTerm)
}

/** A stretch that is too long has its ends only. */
const writtenStretch = (meaning: Extract<DayMeaning, { kind: 'stretch' }>, own: Day | undefined): ReadonlyArray<string> => {
  const year = meaning.first.year ?? (own === undefined ? undefined : dateOf(dayOfDate(meaning.first, own) ?? own).year)
  const [range] = stretchesIn(meaning, [year ?? leapYear])
  if (range === undefined || range.last - range.first >= rangeMost)
    return [meaning.first, meaning.last].flatMap((date) => writtenTerms(date, own))
  return year === undefined ? yearlessTerms(meaning) : daysIn(range).map(dayTerm)
}

const dayOfDate = ({ date, month, year }: Extract<DayMeaning, { kind: 'date' }>, own: Day | undefined): Day | undefined => {
  if (year !== undefined) return dayOf(year, month, date)
  if (own === undefined) return undefined
  const days = yearsAround(own).flatMap((one) => dayOf(one, month, date) ?? [])
  return days.toSorted((a, b) => Math.abs(a - own) - Math.abs(b - own) || a - b)[0]
}

const nearKinds: ReadonlySet<DayMeaning['kind']> = new Set(['near', 'near-week', 'near-month', 'near-weekday', 'span'])

/** True for a text with a phrase that has a meaning only together with the day on which it was said. */
export const speaksOfNearDay = (text: string): boolean =>
  dayMentions(text).some(({ meaning }) => nearKinds.has(meaning.kind) && !(meaning.kind === 'near' && meaning.isAmbiguous))

/* Names of files, headings, beginnings of lines. */

/** The places from which the day of a passage is told. */
export interface DaySigns {
  /** Path of its document; `''` for none. */
  readonly path: string
  /** The day that the document gives itself at its top. */
  readonly document?: Day | undefined
  /** Title of the document and headings above, the outermost first. */
  readonly headings: ReadonlyArray<string>
  readonly text: string
  /** The day of a message with a time stamp. */
  readonly said?: Day | undefined
}

/** Returns the own day of a passage: that of its message, its line, the nearest heading, the name of its file or its document. Never below 0. */
export const dayOfPassage = (signs: DaySigns): Day | undefined => {
  const day = signs.said ?? toldDay(signs)
  return day !== undefined && day >= 0 ? day : undefined
}

const toldDay = ({ document, headings, path, text }: DaySigns): Day | undefined => {
  const above: Array<{ readonly day: Day | undefined; readonly year: number | undefined }> = [
    { day: dayOfPath(path) ?? document, year: yearIn(path) },
  ]
  for (const heading of headings) {
    const before = above.at(-1)
    const day = dayOfName(heading, before?.day, before?.year)
    above.push({ day: day ?? before?.day, year: day === undefined ? (yearIn(heading) ?? before?.year) : dateOf(day).year })
  }
  const nearest = above.at(-1)
  return dayOfLine(text, nearest?.day, nearest?.year) ?? nearest?.day
}

/** The part of a name that is read, in UTF-16 units. */
const nameMost = 400
/** A date without marks; a time of day may follow: 20261117, 202611171430, 20261117143055. */
const compact = /(?<!\d)((?:19|2[01])\d\d)(\d{2})(\d{2})(?:(?:[01]\d|2[0-3])[0-5]\d(?:[0-5]\d)?)?(?!\d)/g
/** Matches a date in dots only where its numbers have two digits: "2026.9.6" is a version. */
const inFolders = /(?<!\d)(\d{4})(?:[-/_]|\.(?=\d\d\.\d\d(?!\d)))(\d{1,2})[-/_.](\d{1,2})(?!\d)/g

/** Returns the latest day in the path of a file: `2026-11-17.md`, `2026-11-17-1430.md`, `20261117.md`, `202611171430.md`, `weekly-2026-11-17.md`, `2026/11/17.md`. */
export const dayOfPath = (path: string): Day | undefined => {
  const end = path.slice(-nameMost)
  const name = end.slice(end.lastIndexOf('/') + 1)
  for (const [part, pattern] of [
    [name, inFolders],
    [name, compact],
    [end, inFolders],
  ] as const) {
    const day = latest([...part.matchAll(pattern)].map(([, year, month, date]) => dayOf(Number(year), Number(month), Number(date))))
    if (day !== undefined) return day
  }
  return dayOfName(name.replace(/\.[^.]*$/, '').replace(/[-_]/g, ' '), undefined, yearIn(end))
}

const latest = (days: ReadonlyArray<Day | undefined>): Day | undefined =>
  days.filter((day) => day !== undefined).toSorted((a, b) => b - a)[0]

const yearIn = (name: string): number | undefined => {
  const [year] = /(?<!\d)(?:19|2[01])\d\d(?!\d)/.exec(name.slice(-nameMost)) ?? []
  return year === undefined ? undefined : Number(year)
}

/** Returns the latest day that a heading or a name tells. A year that it leaves out is nearest to `near`, or `year`; else it tells none. */
const dayOfName = (name: string, near: Day | undefined, year: number | undefined): Day | undefined =>
  latest(dayMentions(name.slice(0, nameMost)).map((mention) => dayOfMention(mention, near, year)))

const dayOfMention = (mention: DayMention, near: Day | undefined, year: number | undefined): Day | undefined => {
  const meaning = oneDateOf(mention.meaning)
  if (meaning === undefined) return undefined
  const own = dayOfDate(meaning, near)
  return own ?? (year === undefined ? undefined : dayOf(year, meaning.month, meaning.date))
}

/** The last of several dates; of a date that may be one of two, the one in the order of its language. */
const oneDateOf = (meaning: DayMeaning): DateMeaning | undefined => {
  switch (meaning.kind) {
    case 'date':
      return meaning
    case 'either':
      return meaning.of[0]
    case 'several':
      return meaning.of.at(-1)
    case 'stretch':
      return meaning.last
    default:
      return undefined
  }
}

/** Marks before the first word of a line: bullets, quotes, emphasis, cells of a table. */
const marks = /^[\s*_#>|[(•–\-+`"'“„«]*/u

const dayOfLine = (text: string, near: Day | undefined, year: number | undefined): Day | undefined => {
  const begin = text.slice(0, nameMost)
  const from = marks.exec(begin)?.[0].length ?? 0
  const line = begin.slice(from).split('\n', 1)[0] ?? ''
  const [mention] = dayMentions(line)
  return mention === undefined || mention.from > 0 ? undefined : dayOfMention(mention, near, year)
}

/** Seconds since 1970 that are a time from 2001 to 2199. */
const [leastSeconds, mostSeconds] = [1e9, 7_258_118_400]

/**
 * Returns the day of a time stamp: an ISO time such as `2026-05-04T09:00:10.000Z`, also without marks (`20260504T0900`), seconds or milliseconds since 1970, or a date in words such
 * as "1:56 pm on 8 May, 2023". Undefined for anything else.
 */
export const dayOfStamp = (stamp: string): Day | undefined => {
  if (/^\d{4}-\d{2}-\d{2}(?:$|[T ])/.test(stamp)) return dayOfIso(stamp.slice(0, 10))
  const [bare] = stamp.matchAll(compact)
  if (bare?.index === 0) return dayOf(Number(bare[1]), Number(bare[2]), Number(bare[3]))
  const number = /^\d+(?:\.\d+)?$/.test(stamp) ? Number(stamp) : undefined
  if (number === undefined) return dayOfName(stamp, undefined, undefined)
  if (number >= leastSeconds && number < mostSeconds) return dayOfTime(number * 1_000)
  return number >= leastSeconds * 1_000 && number < mostSeconds * 1_000 ? dayOfTime(number) : undefined
}
