import fc from 'fast-check'
import { expect, test } from 'vitest'
import { leastOfBest } from './walk.ts'

const scored = (scores: ReadonlyArray<number>) => scores.map((score) => ({ score }))

test('the least of the best is where sorting puts it, also among equals', () => {
  const numbers = fc.array(fc.oneof(fc.integer({ min: 0, max: 5 }), fc.integer()), { minLength: 1, maxLength: 200 })
  fc.assert(
    fc.property(numbers, fc.nat(), (given, place) => {
      const count = 1 + (place % given.length)

      expect(leastOfBest(scored(given), count)).toBe(given.toSorted((a, b) => b - a)[count - 1])
    }),
    { numRuns: 500 },
  )
})

test('of more than there are, everything is among the best', () => {
  expect(leastOfBest(scored([3, 1]), 5)).toBe(Number.NEGATIVE_INFINITY)
})
