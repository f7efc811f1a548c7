/**
 * Names in PostgreSQL are found by their beginnings without a look at the others.
 *
 * In short: `test/contracts/runs/postgres.test.ts`
 */
import { ContentStore, EventStore } from '@crabtrail/core'
import { Client } from 'pg'
import { expect, test } from 'vitest'
import { findNames } from '../../packages/store/src/postgres/tables/postgres-contents.ts'
import { kindAbbreviated, kindCode } from '../../packages/store/src/rows/columns.ts'
import { openStore } from '../models/open-store.ts'
import { sharedPostgres } from '../src/shared-postgres.ts'
import { postgresStore } from './postgres-stores.ts'
import { append, brain, content, row } from './sample-log.ts'

const { describePostgres, server } = sharedPostgres()

const names = 20_000
const kind = kindCode(kindAbbreviated)

interface Plan {
  readonly 'Shared Hit Blocks': number
  readonly 'Shared Read Blocks': number
}

describePostgres('names in PostgreSQL', () => {
  test('are found by their beginnings without a look at the others, wherever they lie among them', async () => {
    const url = await server().createDatabase()
    const store = openStore({ layer: postgresStore(url, 'pool=2') })
    await store.run(EventStore.use((log) => log.append(append(row()))))
    const client = new Client({ connectionString: url })
    await client.connect()
    await client.query(`
      insert into crabtrail.contents (brain, ref, position, place, kind, owner, number, salt, body, fingerprint)
      select b.id, sha256(i::text::bytea), 1, i, ${kind}, 0, i, '\\x00', 'docs/' || lpad(i::text, 7, '0') || '.md', '\\x00'
      from crabtrail.brains as b, generate_series(1, ${names}) as i`)
    await client.query('vacuum analyze crabtrail.contents')
    await client.query('set plan_cache_mode = force_generic_plan')
    // The pages of the catalogue are read once, with the first plan.
    for (const low of ['docs/0000001', 'docs/0000001', 'docs/0010000', 'docs/0019999', 'docs/0020000']) {
      const asked = { brain, kind, low, high: `${low}/`, limit: 10 }
      const { rows } = await client.query<{ 'QUERY PLAN': ReadonlyArray<{ readonly Plan: Plan }> }>(
        `explain (analyze, buffers, format json) ${findNames.sql}`,
        [...findNames.bind(asked)],
      )
      const plan = rows[0]?.['QUERY PLAN'][0]?.Plan
      expect((plan?.['Shared Hit Blocks'] ?? Infinity) + (plan?.['Shared Read Blocks'] ?? Infinity)).toBeLessThan(20)
    }
    await client.end()
    await store.close()
  })

  test('are found also where no text can come after those with the beginning', async () => {
    const store = openStore({ layer: postgresStore(await server().createDatabase(), 'pool=2') })
    const bodies = ['a', '\u{10FFFF}'.repeat(300), '\u{10FFFF}b', '\u{10FFFE}']
    const contents = bodies.map((body, number) => content({ kind: kindAbbreviated, body, number }))
    await store.run(EventStore.use((log) => log.append(append(row(), { contents }))))
    const found = (prefix: string) => store.run(ContentStore.use((held) => held.findByPrefix(brain, kindAbbreviated, prefix, 10)))

    expect((await found('\u{10FFFF}')).map(({ number }) => number)).toEqual([2, 1])
    expect((await found('\u{10FFFF}'.repeat(250))).map(({ number }) => number)).toEqual([1])
    expect((await found('')).map(({ number }) => number)).toEqual([0, 3, 2, 1])
    await store.close()
  })
})
