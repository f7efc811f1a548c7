import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { momentOf } from './moments.ts'

describe('the moment of a record', () => {
  test('is what the calendar says, from milliseconds and from seconds', () => {
    fc.assert(
      fc.property(fc.integer({ min: 100_000_000_000, max: 253_402_300_799_999 }), (ms) => {
        expect(momentOf(ms)).toBe(new Date(ms).toISOString())
      }),
    )
    for (const day of ['1970-01-02', '1972-02-29', '1999-12-31', '2000-02-29', '2000-03-01', '2100-02-28', '2100-03-01'])
      expect(momentOf(Date.parse(day) / 1_000)).toBe(`${day}T00:00:00.000Z`)
    expect(momentOf(1_714_557_600.25)).toBe('2024-05-01T10:00:00.250Z')
  })

  test.each(['2024-05-01', '2024-05-01T10:00:00.123456Z', '2024-05-01 10:00:00+02:00', '2024-05-01T10:00'])(
    'is %s as it stands',
    (text) => {
      expect(momentOf(` ${text} `)).toBe(text)
    },
  )

  test.each([['yesterday'], ['2024-05-01T10:00:00Z; rm'], ['05/01/2024'], [-1], [0], [Number.NaN], [1e300], [null], [{}]])(
    'is not %j',
    (value) => {
      expect(momentOf(value)).toBeUndefined()
    },
  )
})
