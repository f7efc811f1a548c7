/**
 * The rows that PostgreSQL reads for an append and for a question: a few, however large the brain is, in a database that was never analysed.
 *
 * In short: `test/contracts/runs/postgres.test.ts`
 */
import { ContentStore, EventStore, SearchIndex } from '@crabtrail/core'
import * as Effect from 'effect/Effect'
import * as ManagedRuntime from 'effect/ManagedRuntime'
import { Client } from 'pg'
import { expect, test } from 'vitest'
import { corpus } from '../bench/corpus.ts'
import { recordedTurns } from '../bench/recorded-turns.ts'
import { postgresStore } from '../contracts/postgres-stores.ts'
import { sharedPostgres } from '../src/shared-postgres.ts'

// A plan is made once for all brains, and here before the planner knows anything about the tables.
const { describePostgres, server } = sharedPostgres({ settings: { autovacuum: 'off' } })

describePostgres('a large brain in a young database', () => {
  test('costs an append and a question a few rows', async () => {
    const { before, turns } = await recordedTurns(corpus(10, 40, 20))
    const url = await server().createDatabase()
    await storing(
      url,
      Effect.forEach(before, ({ append }) => Effect.flatMap(EventStore, (events) => events.append(append))),
    )
    const client = new Client({ connectionString: url })
    await client.connect()
    const [brain, texts] = [before[0]?.append.brain, await countOf(client, 'crabtrail.documents')]
    if (brain === undefined) throw new Error('there is no brain')

    const appended = await rowsRead(client, () =>
      storing(
        url,
        Effect.forEach(turns, ({ append }) => Effect.flatMap(EventStore, (events) => events.append(append))),
      ),
    )
    const terms = before.flatMap(({ append }) => append.index).flatMap((change) => (change.change === 'add' ? change.terms : []))
    const asked = await rowsRead(client, () =>
      storing(
        url,
        Effect.flatMap(SearchIndex, (index) => index.postings(brain, 'document', [...new Set(terms)].slice(0, 5))),
      ),
    )
    const refs = before.flatMap(({ append }) => append.contents.map(({ ref }) => ref))
    const read = await rowsRead(client, () =>
      storing(
        url,
        Effect.flatMap(ContentStore, ({ bodies }) => bodies(brain, refs.slice(0, 5))),
      ),
    )
    const named = before.flatMap(({ append }) => append.contents).filter(({ kind }) => kind === 'node-id')
    const found = await rowsRead(client, () =>
      storing(
        url,
        Effect.flatMap(ContentStore, ({ findAll }) =>
          findAll(
            brain,
            'node-id',
            named.slice(0, 5).map(({ fingerprint }) => fingerprint),
          ),
        ),
      ),
    )
    await client.end()

    expect(texts).toBeGreaterThan(700)
    expect(appended.documents).toBeLessThan(turns.length)
    expect(asked.postings).toBeLessThan(100)
    expect(read.contents).toBeLessThan(20)
    expect(found.contents).toBeLessThan(20)
  })
})

/** Runs an effect over a store that is opened for it alone. */
const storing = async <A, E>(url: string, effect: Effect.Effect<A, E, EventStore | SearchIndex | ContentStore>): Promise<A> => {
  const runtime = ManagedRuntime.make(postgresStore(url))
  try {
    return await runtime.runPromise(effect)
  } finally {
    await runtime.dispose()
  }
}

type Read = Readonly<Record<'documents' | 'postings' | 'contents', number>>

/** Rows that the server read in each table meanwhile. Its processes report them at the latest when they end. */
const rowsRead = async (client: Client, use: () => Promise<unknown>): Promise<Read> => {
  const before = await reported(client)
  await use()
  const after = await reported(client)
  return {
    documents: after.documents - before.documents,
    postings: after.postings - before.postings,
    contents: after.contents - before.contents,
  }
}

const reported = async (client: Client): Promise<Read> => {
  while ((await countOf(client, 'pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()')) > 0);
  const { rows } = await client.query<{ name: keyof Read; rows: string }>(`
    select split_part(relname, '_', 1) as name, sum(seq_tup_read + idx_tup_fetch) as rows from pg_stat_user_tables
    where relname ~ '^(documents|postings|contents)_' group by 1`)
  return Object.fromEntries(rows.map(({ name, rows }) => [name, Number(rows)])) as unknown as Read
}

const countOf = async (client: Client, rows: string): Promise<number> => {
  const found = await client.query<{ count: string }>(`select count(*) from ${rows}`)
  return Number(found.rows[0]?.count)
}
