/**
 * What is recorded after a lost race is what is recorded by whoever asks afterwards, whoever wrote what meanwhile: in every store, with every command.
 *
 * In short: `test/properties/lost-races.test.ts`
 */
import { join } from 'node:path'
import { layerSqlite } from '@crabtrail/store/sqlite'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { postgresStores } from '../contracts/postgres-stores.ts'
import { temporaryFolder } from '../contracts/temporary-folder.ts'
import { knownRaces, lostRaces, race, sameAsAfter } from '../models/lost-races.ts'
import { sharedPostgres } from '../src/shared-postgres.ts'

const folder = temporaryFolder()
let made = 0

describe('commands that race', () => {
  test.each([
    lostRaces('a store in memory', 100),
    lostRaces('a store in a file', 30, () => ({ layer: layerSqlite({ path: join(folder, `race-${made++}.db`) }) })),
  ])('$title', ({ run }) => run(10))

  test('every command that is raced meets others, once and until it takes the lock', async () => {
    const [asked, met] = [new Set<string>(), new Set<string>()]
    let locked = 0
    for (const one of fc.sample(race, { numRuns: 1_000, seed: 1 })) {
      asked.add(one.raced.method)
      const others = await sameAsAfter(one)
      if (others > 0) met.add(one.raced.method)
      if (others > 1) locked++
    }

    expect([...met].sort()).toEqual([...asked].sort())
    expect(locked).toBeGreaterThan(30)
  })
})

const { describePostgres, server } = sharedPostgres()

describePostgres('commands that race in PostgreSQL', () => {
  const stores = postgresStores(server)
  const { run, title } = lostRaces('PostgreSQL', 100, () => ({ layer: stores() }), knownRaces)

  test(title, () => run(1))
})
