/** Recalls over PostgreSQL beside SQLite on the same notes, one round trip, the trips of a turn, and the cost of a recorded turn. */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import * as Effect from 'effect/Effect'
import { Client } from 'pg'
import { postgresStore } from '../contracts/postgres-stores.ts'
import { startCutProxy } from '../src/cut-proxy.ts'
import type { PostgresServer } from '../src/postgres.ts'
import { brainKey } from './bench-brain.ts'
import { corpus } from './corpus.ts'
import { percentile } from './measure.ts'
import { type OpenMemory, openMemory, openMemoryOver } from './memory.ts'
import { heading, number, percentiles, say, table } from './print.ts'
import { random } from './random.ts'

const sizes = [1_000, 10_000]
const sections = 40
const judged = 50
const warmUp = 100
const asked = 300
const trips = 50

const stores = ['postgres', 'sqlite'] as const
type Store = (typeof stores)[number]
const ways = ['recorded', 'look'] as const
type Way = (typeof ways)[number]

export const postgresRecallBench = async (server: PostgresServer, folder: string): Promise<void> => {
  const trip = await roundTrip(server)
  const lines = [['', 'p50', 'p95', 'p99', 'min', 'max']]
  const verdicts = [['', 'p50 ÷ SQLite', 'round trips, median and most', '2 x SQLite + trips (ms)', 'measured (ms)', '']]
  const known: Array<string> = []
  for (const notes of sizes) {
    const { counts, taken } = await measured(server, join(folder, `${notes}.db`), notes)
    known.push(`${number(notes)} notes ${counts.known.median}, ${counts.known.most}`)
    for (const way of ways) {
      for (const store of stores) lines.push([`${number(notes)} notes, ${way}, ${store}`, ...percentiles(taken[way][store])])
      const [own, other] = stores.map((store) => percentile(taken[way][store], 0.5))
      const limit = 2 * (other ?? 0) + counts[way].median * trip
      const verdict = (own ?? 0) <= limit ? 'met' : 'not met'
      const share = number((own ?? 0) / (other ?? 1))
      verdicts.push([
        `${number(notes)} notes, ${way}`,
        share,
        `${counts[way].median}, ${counts[way].most}`,
        number(limit),
        number(own ?? 0),
        verdict,
      ])
    }
  }
  heading(`recalls over PostgreSQL and SQLite, the same notes, ${asked} questions in shuffled order, warm (ms)`)
  table(lines)
  say()
  table(verdicts)
  say(`one round trip, a prepared \`select 1\` by the bare driver: p50 ${number(trip)} ms; the limit takes the median of the trips`)
  say(`round trips of a recorded turn whose words and passages are known, median and most: ${known.join('; ')}; target: at most 4`)
  say('a turn that PostgreSQL recorded survives a power loss here; one in SQLite survives the end of the process')
}

const roundTrip = async (server: PostgresServer): Promise<number> => {
  const client = new Client({ connectionString: server.url() })
  await client.connect()
  const times: Array<number> = []
  for (let i = 0; i < 2_000; i++) {
    const from = performance.now()
    await client.query({ name: 'one', text: 'select 1' })
    times.push(performance.now() - from)
  }
  await client.end()
  return percentile(times.slice(500), 0.5)
}

const measured = async (server: PostgresServer, path: string, notes: number) => {
  const { documents, questions } = corpus(notes / sections, sections, judged + warmUp + asked + trips)
  const url = await server.createDatabase()
  const open = { postgres: await openMemoryOver(postgresStore(url)), sqlite: await openMemory(path) }
  for (const store of stores) await prepared(open[store], documents, questions.slice(0, judged + warmUp))
  const taken = { recorded: { postgres: [], sqlite: [] }, look: { postgres: [], sqlite: [] } } as Record<Way, Record<Store, Array<number>>>
  const { shuffled } = random(59)
  for (const [i, question] of questions.slice(judged + warmUp, -trips).entries()) {
    for (const way of shuffled(ways)) {
      for (const store of shuffled(stores)) taken[way][store].push(await timed(open[store], question, way, i))
    }
  }
  for (const store of stores) await open[store].close()
  rmSync(path, { force: true })
  return { taken, counts: await countedTrips(server, url, questions) }
}

/** Reads the notes in, judges some questions, and asks others to be warm. */
const prepared = async (
  { memory }: OpenMemory,
  documents: Parameters<OpenMemory['memory']['ingest']>[0]['documents'],
  questions: ReadonlyArray<string>,
) => {
  await Effect.runPromise(memory.ingest({ documents }))
  for (const [i, question] of questions.entries()) {
    const { items, turn } = await Effect.runPromise(memory.recall({ brain: brainKey, question }))
    const node = items[0]?.node
    if (i < judged && node !== undefined && turn !== null)
      await Effect.runPromise(memory.feedback({ verdict: 'used', turn, nodes: [node] }))
  }
}

const timed = async ({ memory }: OpenMemory, question: string, way: Way, i: number): Promise<number> => {
  const from = performance.now()
  await Effect.runPromise(memory.recall(requestOf(question, way, i)))
  return performance.now() - from
}

/** Names its brain, as a host does: otherwise the store is asked first which brains it has. */
const requestOf = (question: string, way: Way, i: number) =>
  way === 'recorded' ? { brain: brainKey, question, session: 'desk', key: `turn ${i}` } : { brain: brainKey, question, record: false }

interface Trips {
  readonly median: number
  readonly most: number
}

/**
 * Round trips of a warm recall, counted between client and server. `known`: a recorded one whose question was asked before, so
 * that their postings are known.
 */
const countedTrips = async (
  server: PostgresServer,
  url: string,
  questions: ReadonlyArray<string>,
): Promise<Readonly<Record<Way | 'known', Trips>>> => {
  const proxy = await startCutProxy({ path: server.socketPath })
  const { close, memory } = await openMemoryOver(postgresStore(proxy.through(url)))
  for (const question of questions.slice(judged, judged + warmUp))
    await Effect.runPromise(memory.recall({ brain: brainKey, question, session: 'desk' }))
  const count = async (request: Parameters<typeof memory.recall>[0]) => {
    proxy.resetCounts()
    await Effect.runPromise(memory.recall(request))
    return proxy.counts().roundTrips
  }
  const counts = { recorded: [] as number[], known: [] as number[], look: [] as number[] }
  for (const [i, question] of questions.slice(-trips).entries()) {
    counts.recorded.push(await count(requestOf(question, 'recorded', asked + i)))
    counts.known.push(await count(requestOf(question, 'recorded', asked + trips + i)))
    counts.look.push(await count(requestOf(question, 'look', i)))
  }
  await close()
  await proxy.close()
  const of = (all: ReadonlyArray<number>) => ({ median: percentile(all, 0.5), most: Math.max(...all) })
  return { recorded: of(counts.recorded), known: of(counts.known), look: of(counts.look) }
}
