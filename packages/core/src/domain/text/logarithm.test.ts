import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { naturalLogarithm } from './logarithm.ts'

describe('the natural logarithm', () => {
  test.each([
    [1, 0],
    [2, Math.LN2],
    [0.5, -Math.LN2],
    [10, Math.LN10],
    [1_000_000, 6 * Math.LN10],
  ])('of %d is %d', (x, expected) => {
    expect(naturalLogarithm(x)).toBeCloseTo(expected, 14)
  })

  test('agrees with the engine to the last places', () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-300, max: 1e300, noNaN: true }), (x) => {
        expect(Math.abs(naturalLogarithm(x) - Math.log(x))).toBeLessThanOrEqual(1e-15 * Math.max(1, Math.abs(Math.log(x))))
      }),
    )
  })
})
