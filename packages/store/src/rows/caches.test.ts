import { expect, test } from 'vitest'
import { fitsSegments } from './caches.ts'

const segment = (first: number, last: number) => ({ first, last })
const known = [segment(1, 4), segment(5, 6), segment(7, 9)]

test.each([
  [segment(10, 12), true, 'behind the last'],
  [segment(11, 12), false, 'behind a gap'],
  [segment(7, 12), true, 'longer than the last'],
  [segment(5, 9), true, 'two as one'],
  [segment(1, 12), true, 'all as one'],
  [segment(5, 6), true, 'one again'],
  [segment(6, 9), false, 'from within one'],
  [segment(5, 8), false, 'up to within one'],
  [segment(7, 8), false, 'shorter than one'],
  [segment(0, 9), false, 'from before the log'],
])('a segment %o fits beside others: %s, %s', (one, fits) => {
  expect(fitsSegments(known, one)).toBe(fits)
})

test('the first segment begins with the log', () => {
  expect(fitsSegments([], segment(1, 9))).toBe(true)
  expect(fitsSegments([], segment(2, 9))).toBe(false)
})
