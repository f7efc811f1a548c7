/**
 * Six faults that are planted around the memory are each found within 200 simulated weeks, and the week that finds one has none without it.
 *
 * In short: `test/simulation/simulation.test.ts`
 */
import { expect, test } from 'vitest'
import type { FaultName } from './faults.ts'
import { simulated, wholeNumber } from './seeds.ts'

/** What each planted fault may break first, and within how many seeds it has to be found. */
const names: ReadonlyArray<FaultName> = ['lostWakeUp', 'skippedFsync', 'wrongOrder', 'staleCache', 'leak', 'unattended']
const seedsMost = 200

test.each(names)('the planted fault %s is found', async (fault) => {
  const from = wholeNumber('CRABTRAIL_SEED', 1)
  const found = (await simulated({ from, count: seedsMost, fault, untilFailure: true })).at(-1)
  const { failure, seed = 0 } = found ?? {}
  process.stdout.write(`${fault}: found by seed ${seed} at step ${failure?.step} (${failure?.act}): ${failure?.detail}\n`)
  expect(failure?.invariant).not.toBe('nothing fails unexpectedly')
  expect(failure).toBeDefined()
  // Without the fault the same week is as it should be.
  expect((await simulated({ from: seed }))[0]?.failure).toBeUndefined()
})
