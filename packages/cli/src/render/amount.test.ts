import { describe, expect, test } from 'vitest'
import { amount, change, score, step } from './amount.ts'
import { pageOf } from './page.ts'

const page = pageOf(undefined, false)

describe('a strength', () => {
  test.each([
    [0, '0'],
    [0.6, '0.6'],
    [-0.25, '-0.25'],
    [0.1234567, '0.123'],
    [10, '10'],
    [100, '100'],
    [0.0004, '0.0004'],
    [-0.000000001, '-0.000000001'],
    [-0.0000000001, '0'],
  ])('%d reads %s', (value, text) => {
    expect(amount(value)).toBe(text)
  })

  test('says its sign as a step', () => {
    expect([step(0.6), step(-0.6), step(0)]).toEqual(['+0.6', '-0.6', '0'])
  })
})

test('a score has three places', () => {
  expect([score(1), score(0.81249)]).toEqual(['1.000', '0.812'])
})

describe('a change', () => {
  test.each([
    [0, 0.6, '0 → 0.6 ▲'],
    [0.6, -0.25, '0.6 → -0.25 ▼'],
    [0.6, 0.6, '0.6 → 0.6 ='],
    [0.6, 0.60001, '0.6 → 0.60001 ▲'],
    [0.123456, 0.123457, '0.123456 → 0.123457 ▲'],
  ])('from %d to %d reads %s', (from, to, text) => {
    expect(change(from, to, page)).toBe(text)
  })

  test('is green upwards and red downwards', () => {
    const colored = pageOf(80, true)

    expect(change(0, 1, colored)).toBe('\u001b[32m0 → 1 ▲\u001b[39m')
    expect(change(1, 0, colored)).toBe('\u001b[31m1 → 0 ▼\u001b[39m')
  })
})
