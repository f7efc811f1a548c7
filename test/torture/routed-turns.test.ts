import { expect, test } from 'vitest'
import { routedTurns } from './routed-turns.ts'

const turns = Number(process.env['CRABTRAIL_RUNS'] ?? 36)
const seed = Number(process.env['CRABTRAIL_SEED'] ?? Math.floor(Math.random() * 2 ** 31))

test('INV-34 at most one call a turn, no turn past its deadline, and a log that needs no server, whatever the server does', async () => {
  process.stdout.write(`seed ${seed}\n`)

  const { faults, outcomes } = await routedTurns(turns, seed)

  process.stdout.write(`${turns} turns: ${JSON.stringify(outcomes)}\n`)
  expect(faults).toEqual([])
  expect(outcomes['answered']).toBeGreaterThan(0)
  expect(outcomes['timeout']).toBeGreaterThan(0)
})
