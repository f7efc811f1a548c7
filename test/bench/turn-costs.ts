/**
 * Measures what one turn costs in PostgreSQL: processor time in client and server, statements, write-ahead log, and the bytes that it leaves in each
 * kind of table. `pnpm bench turn-costs` writes the numbers to `turn-costs.json`, from which the sizes for a fleet are computed.
 */
import { writeFileSync } from 'node:fs'
import { BrainKey } from '@crabtrail/core'
import * as Effect from 'effect/Effect'
import { Client } from 'pg'
import { postgresStore } from '../contracts/postgres-stores.ts'
import { startCutProxy } from '../src/cut-proxy.ts'
import type { PostgresServer } from '../src/postgres.ts'
import { serverCpu } from '../src/server-cpu.ts'
import { brainKey } from './bench-brain.ts'
import { corpus } from './corpus.ts'
import { percentile } from './measure.ts'
import { type OpenMemory, openMemoryOver } from './memory.ts'
import { heading, number, say, table } from './print.ts'

const notes = { documents: 25, sections: 40 }
const warmUp = 200
const turns = 1_000
const turnsPerVerdict = 5
const turnsPerUpkeep = 40
const counted = 100
const coldTurns = 40
const openedBrains = 20
const quantiles = 20

export interface TurnCosts {
  readonly notes: number
  readonly turns: number
  /** Milliseconds of processor time a turn. */
  readonly clientMs: number
  readonly serverMs: number
  readonly statements: number
  readonly roundTrips: number
  readonly commits: number
  readonly walBytes: number
  /** The same where every turn is the first after a checkpoint on its pages, which are written to it whole. */
  readonly walBytesCold: number
  /** Bytes a turn, with the indexes of the tables. */
  readonly bytes: Readonly<Record<Family, number>>
  /** Bytes that the brain had before its first turn. */
  readonly bytesBefore: Readonly<Record<Family, number>>
  /** Bytes of memory that an open brain takes in a client. */
  readonly heapABrain: number
  /** Milliseconds of a turn with nothing beside it, from the least to the most, at equal shares. */
  readonly turnMs: ReadonlyArray<number>
}

export type Family = 'log' | 'contents' | 'index' | 'snapshots' | 'segments'

const families: Readonly<Record<Family, string>> = {
  log: 'brains|commits|commands',
  contents: 'contents|tombstones',
  index: 'postings|documents|index_statistics',
  snapshots: 'snapshots|snapshot_blocks',
  segments: 'log_segments|log_segment_parts',
}

export const turnCosts = async (server: PostgresServer): Promise<TurnCosts> => {
  const { documents, questions } = corpus(notes.documents, notes.sections, warmUp + turns + counted)
  const url = await server.createDatabase()
  const client = new Client({ connectionString: url })
  const open = await openMemoryOver(postgresStore(url))
  await client.connect()
  await Effect.runPromise(open.memory.ingest({ documents }))
  const bytesBefore = await bytesOf(client)
  for (const [i, question] of questions.slice(0, warmUp).entries()) await turn(open, question, i)
  await client.query('vacuum analyze')
  await client.query('checkpoint')
  const [before, wal, processor] = [await bytesOf(client), await walOf(client), serverCpu()]
  processor.begin(server.pid)
  const cpu = process.cpuUsage()
  const times: Array<number> = []
  for (const [i, question] of questions.slice(warmUp, -counted).entries()) {
    const from = performance.now()
    await turn(open, question, warmUp + i)
    times.push(performance.now() - from)
    if (i % turnsPerUpkeep === 0) await Effect.runPromise(open.memory.upkeep({}))
  }
  const { system, user } = process.cpuUsage(cpu)
  processor.end(server.pid)
  const after = await bytesOf(client)
  const [lastWal, head] = [
    await walOf(client),
    await client.query<{ commits: string }>('select count(*) as commits from crabtrail.commits'),
  ]
  const walBytesCold = await coldWal(client, open, questions.slice(warmUp, warmUp + coldTurns))
  await open.close()
  const told = await countedStatements(server, url, questions.slice(-counted))
  const heapABrain = await heapOf(server, documents)
  await client.end()
  const each = (all: number) => Math.round((all / turns) * 1_000) / 1_000
  const by = (bytes: (family: Family) => number) =>
    Object.fromEntries(Object.keys(families).map((family) => [family, Math.round(bytes(family as Family))])) as Record<Family, number>
  return {
    notes: notes.documents * notes.sections,
    turns,
    clientMs: each((user + system) / 1_000),
    serverMs: each(processor.ms ?? Number.NaN),
    ...told,
    commits: Math.round((Number(head.rows[0]?.commits) / (warmUp + turns)) * 100) / 100,
    walBytes: Math.round((lastWal - wal) / turns),
    walBytesCold,
    bytes: by((family) => (after[family] - before[family]) / turns),
    bytesBefore: by((family) => bytesBefore[family]),
    heapABrain,
    turnMs: Array.from({ length: quantiles + 1 }, (_, i) => Math.round(percentile(times, i / quantiles) * 1_000) / 1_000),
  }
}

/** A recall with its record, every fifth with a verdict. */
const turn = async ({ memory }: OpenMemory, question: string, i: number): Promise<void> => {
  const { items, turn } = await Effect.runPromise(
    memory.recall({ brain: brainKey, question, session: `session ${Math.floor(i / turnsPerUpkeep)}`, key: `${i}` }),
  )
  const node = items[0]?.node
  if (i % turnsPerVerdict > 0 || node === undefined || turn === null) return
  await Effect.runPromise(memory.feedback({ brain: brainKey, verdict: 'used', turn, nodes: [node] }))
}

const bytesOf = async (client: Client): Promise<Record<Family, number>> => {
  const sizes: Array<readonly [string, number]> = []
  for (const [family, names] of Object.entries(families)) {
    const { rows } = await client.query<{ bytes: string }>(
      `select sum(pg_total_relation_size(oid)) as bytes from pg_class
       where relnamespace = 'crabtrail'::regnamespace and relkind = 'r' and relname ~ $1`,
      [`^(${names})(_\\d+)?$`],
    )
    sizes.push([family, Number(rows[0]?.bytes)])
  }
  return Object.fromEntries(sizes) as Record<Family, number>
}

const walOf = async (client: Client): Promise<number> => {
  const { rows } = await client.query<{ bytes: string }>("select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0') as bytes")
  return Number(rows[0]?.bytes)
}

const coldWal = async (client: Client, open: OpenMemory, questions: ReadonlyArray<string>): Promise<number> => {
  let bytes = 0
  for (const [i, question] of questions.entries()) {
    await client.query('checkpoint')
    const before = await walOf(client)
    await turn(open, question, 2 * (warmUp + turns) + i)
    bytes += (await walOf(client)) - before
  }
  return Math.round(bytes / questions.length)
}

/** Statements and round trips a turn, verdicts included, counted between client and server. */
const countedStatements = async (server: PostgresServer, url: string, questions: ReadonlyArray<string>) => {
  const proxy = await startCutProxy({ path: server.socketPath })
  const open = await openMemoryOver(postgresStore(proxy.through(url)))
  const half = questions.length / 2
  for (const [i, question] of questions.entries()) {
    if (i === half) proxy.resetCounts()
    await turn(open, question, warmUp + turns + i)
  }
  const { roundTrips, statements } = proxy.counts()
  await open.close()
  await proxy.close()
  return { statements: statements / half, roundTrips: roundTrips / half }
}

/** Memory that a client holds for each brain that it has answered for. */
const heapOf = async (server: PostgresServer, documents: ReturnType<typeof corpus>['documents']): Promise<number> => {
  const url = await server.createDatabase()
  const brains = Array.from({ length: openedBrains }, (_, i) => BrainKey.make(`local/heap-${i}/default`))
  const writer = await openMemoryOver(postgresStore(url))
  for (const brain of brains) {
    await Effect.runPromise(writer.memory.init({ brain }))
    await Effect.runPromise(writer.memory.ingest({ brain, documents }))
  }
  await Effect.runPromise(writer.memory.upkeep({}))
  await writer.close()
  const { close, memory } = await openMemoryOver(postgresStore(url))
  const ask = (brain: BrainKey) => Effect.runPromise(memory.recall({ brain, question: 'How is this looked after?', record: false }))
  const [first = brains[0], ...others] = brains
  if (first !== undefined) await ask(first)
  const before = heldBytes()
  for (const brain of others) await ask(brain)
  const held = heldBytes() - before
  await close()
  return Math.round(held / others.length)
}

const heldBytes = (): number => {
  globalThis.gc?.()
  const { arrayBuffers, heapUsed } = process.memoryUsage()
  return heapUsed + arrayBuffers
}

export const writeTurnCosts = (costs: TurnCosts): void =>
  writeFileSync(new URL('turn-costs.json', import.meta.url), `${JSON.stringify(costs, undefined, 2)}\n`)

export const printTurnCosts = (costs: TurnCosts): void => {
  heading(`what a turn costs, ${number(costs.notes)} notes, ${number(costs.turns)} turns, one at a time, every fifth with a verdict`)
  table([
    ['processor time of the client (ms)', number(costs.clientMs)],
    ['processor time of the server (ms)', number(costs.serverMs)],
    ['turn p50, p95 (ms)', `${number(costs.turnMs[quantiles / 2] ?? 0)}, ${number(costs.turnMs[quantiles - 1] ?? 0)}`],
    ['statements, round trips, commits', [costs.statements, costs.roundTrips, costs.commits].map(number).join(', ')],
    ['write-ahead log (bytes)', number(costs.walBytes)],
    ['write-ahead log, the first turn after a checkpoint (bytes)', number(costs.walBytesCold)],
    ...Object.entries(costs.bytes).map(([family, bytes]) => [`${family} (bytes)`, number(bytes)]),
    ['memory of an open brain in a client (bytes)', number(costs.heapABrain)],
  ])
  say('processor time and write-ahead log include the upkeep after every fortieth turn; bytes are those of tables and their indexes')
}
