/** Reads a time as people write it: a day, or a day and a time of day, in UTC unless it says otherwise. */

const written = /^(\d{4})-(\d\d)-(\d\d)(?:T(\d\d):(\d\d)(?::(\d\d)(?:\.\d{1,9})?)?(Z|[+-](\d\d):(\d\d))?)?$/

/** Milliseconds UTC; `undefined` for what is no time, a day that no calendar has included. */
export const readTime = (text: string): number | undefined => {
  const found = written.exec(text)
  if (found === null) return undefined
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = found.slice(1, 7).map((part) => Number(part ?? 0))
  const [aheadHours = 0, aheadMinutes = 0] = found.slice(8).map((part) => Number(part ?? 0))
  const isDay = month >= 1 && month <= 12 && day >= 1 && day <= daysOf(year, month)
  if (!isDay || hour > 23 || minute > 59 || second > 59 || aheadHours > 23 || aheadMinutes > 59) return undefined
  return Date.parse(found[7] === undefined && text.includes('T') ? `${text}Z` : text)
}

const daysOf = (year: number, month: number): number => {
  if (month !== 2) return [4, 6, 9, 11].includes(month) ? 30 : 31
  return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28
}
