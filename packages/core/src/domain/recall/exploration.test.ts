import { expect, test } from 'vitest'
import { explorationOf } from './exploration.ts'

const settings = (amount: number, seed = 1) => ({ exploration: { amount, halfTurns: 100, seed } })

test('of nothing is none', () => {
  expect(explorationOf(settings(0), 1)).toBeUndefined()
})

test('gets less with every turn: half is left after as many as the profile says, and at last nothing', () => {
  expect([0, 100, 200, 900].map((turn) => explorationOf(settings(0.4), turn)?.amount)).toEqual([
    400_000_000, 200_000_000, 133_333_333, 40_000_000,
  ])
  expect(explorationOf(settings(0.000_000_001), 10_000)).toBeUndefined()
})

test('is drawn from another number in every turn and by every seed, a whole one below 2³²', () => {
  const numbers = [1, 2, 3].flatMap((turn) => [1, 2].map((seed) => explorationOf(settings(0.4, seed), turn)?.drawnFrom ?? -1))

  expect(new Set(numbers).size).toBe(6)
  for (const number of numbers) expect(number === number >>> 0).toBe(true)
  expect(explorationOf(settings(0.4), 1)).toEqual(explorationOf(settings(0.4), 1))
})
