/**
 * A thousand simulated weeks of a household and its agents, each driven by a seed: whatever fails, crashes or races, nothing that always holds breaks.
 *
 * In short: `test/simulation/simulation.test.ts`
 */
import { expect, test } from 'vitest'
import { failuresOf, inShort, simulatedInTwo, wholeNumber } from './seeds.ts'

test('nothing that always holds breaks in a thousand simulated weeks', async () => {
  const count = wholeNumber('CRABTRAIL_SEEDS', 1_000)
  const told = await simulatedInTwo({ from: wholeNumber('CRABTRAIL_SEED', 1), count })
  process.stdout.write(inShort(told))
  expect(failuresOf(told)).toEqual([])
  expect(told).toHaveLength(count)
})
