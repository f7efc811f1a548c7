/**
 * Measures what a turn costs by the number of brains in the database, which is filled with copies of a real brain.
 *
 * The copies are made by the server: every row of the brain again under another number. Every step is measured in the same way: a process
 * that has warmed up on another brain, its first turn in a brain that it does not know, and ten more there. A small database of the same
 * server takes turns with it, so that a ratio compares turns of the same minute.
 */
import { statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { BrainKey } from '@crabtrail/core'
import * as Effect from 'effect/Effect'
import { Client } from 'pg'
import { postgresStore } from '../contracts/postgres-stores.ts'
import type { PostgresServer } from '../src/postgres.ts'
import { corpus } from './corpus.ts'
import { percentile } from './measure.ts'
import { type OpenMemory, openMemoryOver } from './memory.ts'
import { heading, number, say, table } from './print.ts'
import { random } from './random.ts'

const sizes = { documents: 3, sections: 16 }
const lived = 20
const samples = 12
const turnsEach = 10
const warmUp = 20
const brainsACopy = 50
const longestFillMs = 15 * 60_000
const [source, other] = [BrainKey.make('local/main/default'), BrainKey.make('local/other/default')]

export const postgresFillBench = async (server: PostgresServer, gigabytes: number): Promise<void> => {
  const url = await server.createDatabase()
  const { documents, questions } = corpus(sizes.documents, sizes.sections, lived + warmUp + samples * (1 + turnsEach))
  const small = await server.createDatabase()
  for (const at of [url, small]) {
    for (const brain of [source, other]) await live(at, brain, documents, questions.slice(0, lived))
  }
  const client = new Client({ connectionString: url })
  await client.connect()
  const bytesABrain = await brainBytes(client)
  const { bavail, bsize } = statfsSync(tmpdir())
  const goal = Math.min(gigabytes * 1e9, (bavail * bsize) / 2)
  const most = Math.max(100, Math.floor(goal / bytesABrain))
  const rows: Array<ReadonlyArray<string>> = []
  const until = performance.now() + longestFillMs
  for (const wanted of [1, 100, most]) {
    const brains = await copied(client, wanted, until)
    const { beside, filled } = await measured(url, small, brains, questions.slice(lived))
    rows.push(line(brains, await databaseBytes(client), filled, beside))
  }
  await client.end()
  heading(`a turn (recall and its record) by the number of brains, ${sizes.documents * sizes.sections} notes and ${lived} turns each`)
  table([['brains', 'GB', 'warm p50 (ms)', 'p95', '÷ small', 'first turn in a brain p50 (ms)', '÷ small'], ...rows])
  say('÷ small: by the same turns in a database of two brains, which take turns with these')
  say(
    `asked for ${number(goal / 1e9)} GB at ${number(bytesABrain / 1e6)} MB a brain; ${samples} brains measured in each step, ${turnsEach} warm turns each`,
  )
  say('the files are in the cache of the operating system as far as its memory reaches; `pnpm bench postgres 10` fills 10 GB')
}

interface Cost {
  readonly warm: ReadonlyArray<number>
  readonly first: ReadonlyArray<number>
}

const line = (brains: number, bytes: number, { first, warm }: Cost, small: Cost): ReadonlyArray<string> => [
  number(brains),
  number(bytes / 1e9),
  ...[0.5, 0.95].map((share) => number(percentile(warm, share))),
  number(percentile(warm, 0.5) / percentile(small.warm, 0.5)),
  number(percentile(first, 0.5)),
  number(percentile(first, 0.5) / percentile(small.first, 0.5)),
]

/** A brain with notes, turns, verdicts, a snapshot and an index of its log. */
const live = async (
  url: string,
  brain: BrainKey,
  documents: ReturnType<typeof corpus>['documents'],
  questions: ReadonlyArray<string>,
): Promise<void> => {
  const { close, memory } = await openMemoryOver(postgresStore(url))
  await Effect.runPromise(memory.init({ brain }))
  await Effect.runPromise(memory.ingest({ brain, documents }))
  for (const [i, question] of questions.entries()) {
    const { items, turn } = await Effect.runPromise(memory.recall({ brain, question, session: 'desk' }))
    const node = items[0]?.node
    if (i % 4 === 0 && node !== undefined && turn !== null) {
      await Effect.runPromise(memory.feedback({ brain, verdict: 'used', turn, nodes: [node] }))
    }
  }
  await Effect.runPromise(memory.upkeep({}))
  await close()
}

const measured = async (url: string, small: string, brains: number, questions: ReadonlyArray<string>) => {
  const costs = { filled: { warm: [], first: [] }, beside: { warm: [], first: [] } } as Record<
    'filled' | 'beside',
    Record<keyof Cost, number[]>
  >
  const { shuffled } = random(61)
  for (let i = 0; i < samples; i++) {
    const own = questions.slice(warmUp + i * (1 + turnsEach), warmUp + (i + 1) * (1 + turnsEach))
    const pair = { filled: await openMemoryOver(postgresStore(url)), beside: await openMemoryOver(postgresStore(small)) }
    const places = { filled: copyKey(Math.floor((i * brains) / samples)), beside: source }
    for (const question of questions.slice(0, warmUp)) {
      for (const name of ['filled', 'beside'] as const) await timed(pair[name].memory, other, question)
    }
    for (const [turn, question] of own.entries()) {
      for (const name of shuffled(['filled', 'beside'] as const)) {
        costs[name][turn === 0 ? 'first' : 'warm'].push(await timed(pair[name].memory, places[name], question))
      }
    }
    await pair.filled.close()
    await pair.beside.close()
  }
  return costs
}

const timed = async (memory: OpenMemory['memory'], brain: BrainKey, question: string): Promise<number> => {
  const from = performance.now()
  await Effect.runPromise(memory.recall({ brain, question, session: 'desk' }))
  return performance.now() - from
}

/** The source itself, then its copies. */
const copyKey = (copy: number): BrainKey => (copy === 0 ? source : BrainKey.make(`local/copy-${copy}/default`))

/** Copies the source until there are so many of it, or until the time is over. Returns how many there are. */
const copied = async (client: Client, wanted: number, until: number): Promise<number> => {
  const tables = await tablesOfBrains(client)
  const { rows } = await client.query<{ count: string }>("select count(*) from crabtrail.brains where key like 'local/copy-%'")
  let copies = Number(rows[0]?.count)
  // The rows are copied from others of the same database: losing the last of them in a crash would be no loss.
  await client.query('set synchronous_commit = off')
  while (copies + 1 < wanted && performance.now() < until) {
    const to = Math.min(wanted - 1, copies + brainsACopy)
    await client.query('begin')
    await client.query(
      `insert into crabtrail.brains (id, key, fingerprint_key, position, hash, at, epoch) overriding system value
       select 1000 + copy, 'local/copy-' || copy || '/default', fingerprint_key, position, hash, at, epoch
       from crabtrail.brains, generate_series($1::int, $2::int) as copy where key = $3`,
      [copies + 1, to, source],
    )
    for (const { columns, name } of tables) {
      await client.query(
        `insert into crabtrail.${name} (brain, ${columns}) select 1000 + copy, ${columns}
         from generate_series($1::int, $2::int) as copy, crabtrail.${name}
         where brain = (select id from crabtrail.brains where key = $3)`,
        [copies + 1, to, source],
      )
    }
    await client.query('commit')
    copies = to
  }
  await client.query('reset synchronous_commit')
  await client.query('vacuum (analyze)')
  await client.query('checkpoint')
  return copies + 1
}

const tablesOfBrains = async (client: Client) => {
  const { rows } = await client.query<{ name: string; columns: string }>(`
    select c.relname as name, string_agg(quote_ident(a.attname), ', ' order by a.attnum) filter (where a.attname <> 'brain') as columns
    from pg_class as c join pg_attribute as a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'crabtrail'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    group by c.oid, c.relname having bool_or(a.attname = 'brain') order by c.oid`)
  return rows
}

const databaseBytes = async (client: Client): Promise<number> => {
  const { rows } = await client.query<{ bytes: string }>('select pg_database_size(current_database()) as bytes')
  return Number(rows[0]?.bytes)
}

/** Bytes that one more brain takes: what the first few copies took. */
const brainBytes = async (client: Client): Promise<number> => {
  const before = await databaseBytes(client)
  const tables = await tablesOfBrains(client)
  await client.query('begin')
  const copies = 20
  for (const { columns, name } of tables) {
    await client.query(
      `insert into crabtrail.${name} (brain, ${columns}) select -copy, ${columns} from generate_series(1, $1::int) as copy, crabtrail.${name}
       where brain = (select id from crabtrail.brains where key = $2)`,
      [copies, source],
    )
  }
  const after = await databaseBytes(client)
  await client.query('rollback')
  await client.query('vacuum')
  return (after - before) / copies
}
