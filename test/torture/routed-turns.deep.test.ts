/**
 * The same as `routed-turns.test.ts` over a thousand turns.
 *
 * In short: `test/torture/routed-turns.test.ts`
 */
import { expect, test } from 'vitest'
import { routedTurns } from './routed-turns.ts'

test('INV-34 a thousand turns with a server that does everything wrong', async () => {
  const seed = Number(process.env['CRABTRAIL_SEED'] ?? Math.floor(Math.random() * 2 ** 31))
  process.stdout.write(`seed ${seed}\n`)

  const { faults, outcomes } = await routedTurns(1_000, seed)

  process.stdout.write(`${JSON.stringify(outcomes)}\n`)
  expect(faults).toEqual([])
})
