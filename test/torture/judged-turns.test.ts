import { expect, test } from 'vitest'
import { judgedTurns } from './judged-turns.ts'

const turns = Number(process.env['CRABTRAIL_RUNS'] ?? 32)
const seed = Number(process.env['CRABTRAIL_SEED'] ?? Math.floor(Math.random() * 2 ** 31))

test('INV-191 at most one call a message and task, within the budget of the day, whatever the server does, and a log that needs no server', async () => {
  process.stdout.write(`seed ${seed}\n`)

  const { faults, outcomes } = await judgedTurns(turns, seed)

  process.stdout.write(`${turns} messages: ${JSON.stringify(outcomes)}\n`)
  expect(faults).toEqual([])
  expect(outcomes['waits']).toBeGreaterThan(0)
})
