import { expect, test } from 'vitest'
import { isAboveError, mean, pairedInterval } from './bootstrap.ts'

test('a gain counts if it is above its standard error', () => {
  expect(isAboveError([0.1, 0.2, 0.1, 0.2])).toBe(true)
  // Mean 0.25, standard error 0.25.
  expect(isAboveError([1, 0, 0, 0])).toBe(false)
  expect(isAboveError([1, 1, 0, 0])).toBe(true)
  expect(isAboveError([-0.1, -0.1])).toBe(false)
  expect(isAboveError([0, 0, 0])).toBe(false)
  expect(isAboveError([])).toBe(false)
})

test('an interval holds the mean, is the same each time, and is 0 to 0 of nothing', () => {
  const differences = Array.from({ length: 50 }, (_, i) => (i % 7) / 10 - 0.2)
  const [low, high] = pairedInterval(differences)

  expect([low < mean(differences), mean(differences) < high]).toEqual([true, true])
  expect(pairedInterval(differences)).toEqual([low, high])
  expect(pairedInterval([])).toEqual([0, 0])
})
