/** The Gregorian calendar as whole numbers: a day is the number of days since 1970-01-01. No clock, no time zone, no locale. */

export type Day = number

/** The days that count: 1900-01-01 to 2199-12-31. Other numbers that look like years are no years. */
const [firstYear, lastYear] = [1900, 2199]

export const isYear = (year: number): boolean => Number.isInteger(year) && year >= firstYear && year <= lastYear

const monthLengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const

const isLeap = (year: number): boolean => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0

const monthLength = (year: number, month: number): number => (month === 2 && isLeap(year) ? 29 : (monthLengths[month - 1] ?? 0))

/** Returns the day of a date; undefined for a date that the calendar does not have, or outside of the years that count. */
export const dayOf = (year: number, month: number, date: number): Day | undefined =>
  isYear(year) && Number.isInteger(date) && date >= 1 && date <= monthLength(year, month) ? daysBefore(year, month) + date - 1 : undefined

const longestMonths = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const

/** True for a date that some year has, or that its year may have. */
export const isDate = (year: number | undefined, month: number, date: number): boolean =>
  (year === undefined || isYear(year)) && date >= 1 && date <= (longestMonths[month - 1] ?? 0)

/** Days from 1970-01-01 to the first of a month. */
const daysBefore = (year: number, month: number): Day => {
  const years = year - 1970
  const before = year - 1
  const leaps = Math.floor(before / 4) - Math.floor(before / 100) + Math.floor(before / 400) - 477
  let days = years * 365 + leaps
  for (let one = 1; one < month; one++) days += monthLength(year, one)
  return days
}

export interface CalendarDate {
  readonly year: number
  readonly month: number
  readonly date: number
}

export const dateOf = (day: Day): CalendarDate => {
  let year = 1970 + Math.floor(day / (day < 0 ? 365 : 366))
  while (daysBefore(year + 1, 1) <= day) year++
  let month = 1
  while (month < 12 && daysBefore(year, month + 1) <= day) month++
  return { year, month, date: day - daysBefore(year, month) + 1 }
}

/** Monday is 0. */
export const weekdayOf = (day: Day): number => (((day + 3) % 7) + 7) % 7

/** Returns a day as `2026-11-17`. */
export const isoDay = (day: Day): string => {
  const { date, month, year } = dateOf(day)
  return `${String(year).padStart(4, '0')}-${twoDigits(month)}-${twoDigits(date)}`
}

export const twoDigits = (number: number): string => String(number).padStart(2, '0')

/** Returns the day of a text such as `2026-11-17`; undefined for anything else. */
export const dayOfIso = (text: string): Day | undefined => {
  const [, year, month, date] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? []
  return year === undefined ? undefined : dayOf(Number(year), Number(month), Number(date))
}

const millisecondsADay = 86_400_000

/** 2199-12-31. */
export const lastDay: Day = 84_005

/** Returns the day of a time in UTC, from 1970 to 2199. A clock that stands before or after that has the first or the last of these days. */
export const dayOfTime = (milliseconds: number): Day => Math.min(Math.max(Math.floor(milliseconds / millisecondsADay), 0), lastDay)

/** The days from `first` to `last`, both included. */
export interface DayRange {
  readonly first: Day
  readonly last: Day
}

/** Returns the days of a month. `month` may be below 1 or above 12: it then is one of another year. */
export const monthRange = (year: number, month: number): DayRange | undefined => {
  const own = year + Math.floor((month - 1) / 12)
  const of = ((((month - 1) % 12) + 12) % 12) + 1
  const first = dayOf(own, of, 1)
  return first === undefined ? undefined : { first, last: first + monthLength(own, of) - 1 }
}

/** Returns the week of a day, Monday to Sunday. */
export const weekRange = (day: Day): DayRange => {
  const first = day - weekdayOf(day)
  return { first, last: first + 6 }
}
