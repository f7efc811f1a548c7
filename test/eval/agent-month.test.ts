import { expect, test } from 'vitest'
import { playMonth } from './agent-month.ts'
import { bootstrapped } from './bootstrap.ts'
import { settingsOf } from './outcome-settings.ts'

const weights = { succeeded: 0.5, failed: -0.5, undone: -0.5, restored: -0.5, askedAgain: -0.2, usedLater: 0.2, rate: 'conscious' }
const size = { days: 4, turnsADay: 10, taught: 5, untaught: 3 }
const sum = (numbers: ReadonlyArray<number>) => numbers.reduce((all, one) => all + one, 0)

/** Lower bounds on a few days of the month that docs/results/outcomes.md measures. */
test('an agent at work finds the right notes better by outcomes that nobody said, the others no worse, and the same every time', async () => {
  const seeds = [11, 12, 13]
  const off = await Promise.all(seeds.map((seed) => playMonth(seed, {}, size)))
  const on = await Promise.all(seeds.map((seed) => playMonth(seed, settingsOf(weights), size)))
  const again = [await playMonth(11, settingsOf(weights), size), ...on.slice(1)]
  const all = (months: typeof on, of: 'taught' | 'untaught') => months.reduce((whole, month) => whole + sum(month[of]), 0)

  expect(off.map(({ observed }) => observed)).toEqual([0, 0, 0])
  for (const { observed } of on) expect(observed).toBeGreaterThan(10)
  expect(all(on, 'taught')).toBeGreaterThan(all(off, 'taught'))
  expect(all(on, 'untaught')).toBeGreaterThanOrEqual(all(off, 'untaught') - 0.01 * seeds.length * size.untaught)
  expect(again).toEqual(on)
})

test('the interval of a mean is the same every time and holds the mean', () => {
  const interval = bootstrapped([1, 2, 3, 4, 5, 6])

  expect(interval).toEqual(bootstrapped([1, 2, 3, 4, 5, 6]))
  expect(interval.mean).toBe(3.5)
  expect(interval.low).toBeGreaterThan(1.5)
  expect(interval.high).toBeLessThan(5.5)
  expect(bootstrapped([2, 2])).toEqual({ mean: 2, low: 2, high: 2 })
})
