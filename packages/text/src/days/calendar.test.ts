import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dateOf, dayOf, dayOfIso, dayOfTime, isoDay, lastDay, monthRange, weekdayOf, weekRange } from './calendar.ts'

const [first, last] = [dayOf(1900, 1, 1) ?? 0, dayOf(2199, 12, 31) ?? 0]
const anyDay = fc.integer({ min: first, max: last })

describe('the calendar', () => {
  it('agrees with the calendar of the engine on every day from 1900 to 2199', () => {
    for (let day = first; day <= last; day++) {
      const expected = new Date(day * 86_400_000)
      const { date, month, year } = dateOf(day)

      if (isoDay(day) !== expected.toISOString().slice(0, 10) || dayOf(year, month, date) !== day)
        expect(isoDay(day)).toBe(expected.toISOString())
      if ((expected.getUTCDay() + 6) % 7 !== weekdayOf(day)) expect(weekdayOf(day)).toBe(expected.getUTCDay())
    }
  })

  it('reads back what it writes', () => {
    fc.assert(fc.property(anyDay, (day) => dayOfIso(isoDay(day)) === day))
  })

  it.each([
    [2026, 2, 29],
    [2026, 13, 1],
    [2026, 4, 31],
    [1899, 12, 31],
    [2200, 1, 1],
    [2026, 1, 0],
    [2026, 1, 1.5],
  ])('has no day %i-%i-%i', (year, month, date) => {
    expect(dayOf(year, month, date)).toBeUndefined()
  })

  it('takes a week from Monday to Sunday, and the months of other years', () => {
    const day = dayOfIso('2026-11-28') ?? 0
    const range = ({ first: from, last: to }: { readonly first: number; readonly last: number }) => `${isoDay(from)} ${isoDay(to)}`

    expect(range(weekRange(day))).toBe('2026-11-23 2026-11-29')
    expect(range(monthRange(2026, 13) ?? { first: 0, last: 0 })).toBe('2027-01-01 2027-01-31')
    expect(range(monthRange(2024, -10) ?? { first: 0, last: 0 })).toBe('2023-02-01 2023-02-28')
    expect([dayOfTime(-1), dayOfTime(8.64e15)]).toEqual([0, lastDay])
  })
})
