/**
 * The same requests get the same answers from PostgreSQL as from the store in memory.
 *
 * In short: `test/properties/equal-stores.test.ts`
 */
import { test } from 'vitest'
import { placeAt, postgresStore } from '../contracts/postgres-stores.ts'
import { equalBeside } from '../models/equal-stores.ts'
import { over } from '../models/store-player.ts'
import { sharedPostgres } from '../src/shared-postgres.ts'

// With the settings of a server that loses nothing, doctor finds nothing either.
const { describePostgres, server } = sharedPostgres({ settings: { fsync: 'on' } })

describePostgres('a memory in PostgreSQL', () => {
  const { run, title } = equalBeside('PostgreSQL', 10, async () => {
    const url = await server().createDatabase()
    return [over(postgresStore(url, 'pool=2'), placeAt(url))]
  })

  test(title, () => run(1))
})
