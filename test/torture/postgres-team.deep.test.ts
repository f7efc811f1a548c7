/**
 * Eight processes with 64 brains and a shared one, whose server is killed three times, lose nothing that was acknowledged.
 *
 * In short: `test/torture/kill.test.ts`
 */
import { expect, test } from 'vitest'
import { temporaryFolder } from '../contracts/temporary-folder.ts'
import { runs } from '../properties/runs.ts'
import { sharedPostgres } from '../src/shared-postgres.ts'
import { playTeam } from './postgres-team.ts'
import { inspectTeam, teamLine } from './postgres-team-left.ts'

const { describePostgres, server } = sharedPostgres()
const folder = temporaryFolder()

describePostgres('eight processes with 64 brains and one that they share, whose server is killed three times', () => {
  test('INV-40 INV-28 lose nothing that was acknowledged, record and learn each signal once, and meet no error', async () => {
    process.stdout.write(`seed ${runs.seed}\n`)
    const told = await playTeam({ server: server(), folder, seed: runs.seed, processes: 8, brains: 8, turns: 20_000, kills: 3 })
    const left = await inspectTeam(told)

    process.stdout.write(`${teamLine(told, left)}\n`)
    expect(told.kills).toHaveLength(3)
    expect(told.met.map(({ turnMs }) => turnMs.length)).toEqual(told.met.map(() => 2_500))
  })
})
