import { describe, expect, test } from 'vitest'
import { adjust, clamp, decay, nano, one, printNano, roundHalfAway, units } from './strength.ts'

const balanced = { min: -950_000_000, max: 950_000_000 }

describe('the one rounding', () => {
  test.each([
    [0.5, 1],
    [-0.5, -1],
    [1.5, 2],
    [2.5, 3],
    [-2.5, -3],
    [2.4999, 2],
    [-0.4, 0],
    // The largest number below a half, and a whole number whose half no double can hold: adding a half would round both up.
    [0.49999999999999994, 0],
    [2 ** 52 + 1, 2 ** 52 + 1],
    [Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
    [Number.MIN_SAFE_INTEGER, Number.MIN_SAFE_INTEGER],
  ])('%d is %d', (value, rounded) => {
    expect(roundHalfAway(value)).toBe(rounded)
  })

  test('never gives minus zero', () => {
    for (const value of [-0, -0.1, -0.49]) expect(Object.is(roundHalfAway(value), 0)).toBe(true)
  })
})

describe('units and nano-units', () => {
  test.each([
    [0.95, 950_000_000],
    [-0.000_000_001_4, -1],
    [1 / 3, 333_333_333],
    [0.07, 70_000_000],
  ])('%d units are %d', (given, expected) => {
    expect(nano(given)).toBe(expected)
  })

  test.each([
    [0, '0'],
    [1, '0.000000001'],
    [-1, '-0.000000001'],
    [300_000_000, '0.3'],
    [-950_000_000, '-0.95'],
    [10 * one, '10'],
    [one + 1, '1.000000001'],
  ])('%d is printed as %s, and back', (value, printed) => {
    expect(printNano(value)).toBe(printed)
    expect(nano(Number(printed))).toBe(value)
    expect(units(value)).toBe(Number(printed))
  })
})

describe('moving a strength', () => {
  test('stops at the bounds', () => {
    expect(adjust(900_000_000, 100_000_000, balanced)).toBe(950_000_000)
    expect(adjust(-900_000_000, -100_000_000, balanced)).toBe(-950_000_000)
  })

  test('within the bounds is exact', () => {
    expect(adjust(333_333_333, -1, balanced)).toBe(333_333_332)
  })

  test('clamping brings what lies outside to the nearest bound, and gives no minus zero', () => {
    expect(clamp(-1, { min: 50_000_000, max: 950_000_000 })).toBe(50_000_000)
    expect(Object.is(clamp(-0, balanced), 0)).toBe(true)
  })
})

describe('decay', () => {
  test('multiplies and rounds, on both sides of zero', () => {
    expect(decay(333_333_333, 500_000_000, 0)).toBe(166_666_667)
    expect(decay(-333_333_333, 500_000_000, 0)).toBe(-166_666_667)
  })

  test('stops at its floor', () => {
    expect(decay(500_000_000, 100_000_000, 300_000_000)).toBe(300_000_000)
    expect(decay(-500_000_000, 100_000_000, 300_000_000)).toBe(-300_000_000)
  })

  test('leaves alone what is below its floor already', () => {
    expect(decay(200_000_000, 100_000_000, 300_000_000)).toBe(200_000_000)
  })

  test('by the factor one changes nothing, however large the strength', () => {
    for (const strength of [1, -1, 2 ** 52 + 1, Number.MAX_SAFE_INTEGER]) expect(decay(strength, one, 0)).toBe(strength)
  })

  test('to nothing is zero, not minus zero', () => {
    expect(Object.is(decay(-1, 400_000_000, 0), 0)).toBe(true)
  })
})
