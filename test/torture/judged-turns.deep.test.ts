/**
 * The same as `judged-turns.test.ts` over a thousand messages.
 *
 * In short: `test/torture/judged-turns.test.ts`
 */
import { expect, test } from 'vitest'
import { judgedTurns } from './judged-turns.ts'

test('INV-191 a thousand messages with a server that does everything wrong', async () => {
  const seed = Number(process.env['CRABTRAIL_SEED'] ?? Math.floor(Math.random() * 2 ** 31))
  process.stdout.write(`seed ${seed}\n`)

  const { faults, outcomes } = await judgedTurns(1_000, seed)

  process.stdout.write(`${JSON.stringify(outcomes)}\n`)
  expect(faults).toEqual([])
})
