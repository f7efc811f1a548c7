/**
 * A memory in PostgreSQL behind PgBouncer keeps the contract, and two processes lose nothing there.
 *
 * In short: `test/contracts/runs/postgres.test.ts`
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { erasureStoreChecks } from '../contracts/erasure-store-contract.ts'
import { appendChecks } from '../contracts/event-store-appends.ts'
import { lockChecks } from '../contracts/lock-contract.ts'
import { postgresStores } from '../contracts/postgres-stores.ts'
import { temporaryFolder } from '../contracts/temporary-folder.ts'
import { runs } from '../properties/runs.ts'
import { type Pooler, pgbouncerVersion, startPgbouncer } from '../src/pgbouncer.ts'
import { sharedPostgres } from '../src/shared-postgres.ts'
import { playTeam } from './postgres-team.ts'
import { inspectTeam, teamLine } from './postgres-team-left.ts'

const version = pgbouncerVersion()
if (version === undefined) process.stderr.write('Tests with PgBouncer are skipped: pgbouncer is not on the path\n')

const { describePostgres, server } = sharedPostgres()
const folder = temporaryFolder()

describe.skipIf(version === undefined)(`through ${version} in transaction mode`, () => {
  describePostgres.each(['', 'prepare=false'])('with the parameters "%s"', (query) => {
    let pooler: Pooler
    const through = (url: string) => `${pooler.through(url)}${query === '' ? '' : `&${query}`}`
    beforeAll(async () => {
      pooler = await startPgbouncer(server(), 3)
    })
    afterAll(() => pooler.stop())

    const makeLayer = postgresStores(server, through)
    test.each([...appendChecks, ...lockChecks, ...erasureStoreChecks])('$title', ({ run }) => run(makeLayer))

    test('INV-40 INV-28 two processes lose nothing that was acknowledged, record each signal once, and meet no error', async () => {
      process.stdout.write(`seed ${runs.seed}\n`)
      const told = await playTeam({ server: server(), folder, seed: runs.seed, processes: 2, brains: 2, turns: 200, kills: 0, through })
      const left = await inspectTeam(told)

      process.stdout.write(`${teamLine(told, left)}\n`)
      expect(told.met.map(({ turnMs }) => turnMs.length)).toEqual([100, 100])
    }, 180_000)
  })
})
