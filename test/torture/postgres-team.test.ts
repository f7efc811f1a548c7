import { expect, test } from 'vitest'
import { temporaryFolder } from '../contracts/temporary-folder.ts'
import { runs } from '../properties/runs.ts'
import { sharedPostgres } from '../src/shared-postgres.ts'
import { playTeam } from './postgres-team.ts'
import { inspectTeam, teamLine } from './postgres-team-left.ts'

const { describePostgres, server } = sharedPostgres()
const folder = temporaryFolder()

describePostgres('two processes whose server is killed and comes back', () => {
  test('INV-40 INV-28 lose nothing that was acknowledged, record and learn each signal once, and meet no error', async () => {
    process.stdout.write(`seed ${runs.seed}\n`)
    const told = await playTeam({ server: server(), folder, seed: runs.seed, processes: 2, brains: 3, turns: 300, kills: 1 })
    const left = await inspectTeam(told)

    process.stdout.write(`${teamLine(told, left)}\n`)
    expect(told.kills).toHaveLength(1)
    expect(told.met.map(({ turnMs }) => turnMs.length)).toEqual([150, 150])
  }, 180_000)
})
