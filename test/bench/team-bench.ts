/**
 * Measures what gateways of one team brain in PostgreSQL cost each other: learners without leases, and commits that notify.
 *
 * Learning: each gateway learns after its own turns, or one of them learns for all, as a lease would have it. Notifying: a commit alone, with
 * a notification behind it, and with one inside of its transaction.
 */
import { layerMemory, layerRedactor, Memory, type MemoryHere } from '@crabtrail/core'
import { layerCryptography } from '@crabtrail/store'
import * as Context from 'effect/Context'
import * as Effect from 'effect/Effect'
import * as Layer from 'effect/Layer'
import * as Scope from 'effect/Scope'
import { Client } from 'pg'
import { postgresStore } from '../contracts/postgres-stores.ts'
import { countedRaces } from '../src/counted-races.ts'
import { type PostgresServer, startPostgres } from '../src/postgres.ts'
import { harbourNotes, harbourSentence } from '../torture/harbour-words.ts'
import { interleave, ratio, spread } from './measure.ts'
import { heading, number, say, spreadText, table } from './print.ts'
import { random } from './random.ts'

const gateways = 4
const turnsEach = 100
const rounds = 5
const commitsEach = 150

export const teamBench = async (): Promise<void> => {
  const server = await startPostgres({ settings: { fsync: 'on', synchronous_commit: 'on' } })
  try {
    await learners(server)
    await notifications(server)
  } finally {
    await server.stop()
  }
}

const brain = 'acme/team/handbook'

interface Met {
  conflicts: number
  locks: number
}

interface Gateway {
  readonly memory: MemoryHere
  readonly met: Met
}

const openGateway = async (url: string, scope: Scope.Scope): Promise<Gateway> => {
  const met = { conflicts: 0, locks: 0 }
  const store = Layer.effectContext(Effect.map(Layer.build(postgresStore(url, 'pool=2')), countedRaces(met)))
  const layer = layerMemory.pipe(Layer.provide([store, layerCryptography, layerRedactor]))
  return { memory: Context.get(await Effect.runPromise(Layer.buildWithScope(layer, scope)), Memory), met }
}

/** Turns of all gateways at the same time, each judged by its end. `learns`: the gateways that learn after their turns. */
const turnsOf = async (url: string, learns: (gateway: number) => boolean) => {
  const scope = Effect.runSync(Scope.make())
  const all = await Promise.all(Array.from({ length: gateways }, () => openGateway(url, scope)))
  const chance = random(5)
  const [first] = all
  if (first === undefined) throw new Error('there are no gateways')
  await Effect.runPromise(first.memory.init({ brain }))
  await Effect.runPromise(first.memory.ingest({ brain, documents: harbourNotes(chance) }))
  let left = 0
  const began = performance.now()
  await Promise.all(
    all.map(async ({ memory }, gateway) => {
      for (let turn = 0; turn < turnsEach; turn++) {
        const speaker = { brain, session: `gateway ${gateway}`, key: `${gateway} ${turn}` } as const
        const answer = await Effect.runPromise(memory.recall({ ...speaker, question: `${harbourSentence(chance)}?` }))
        if (answer.turn === undefined || answer.turn === null) continue
        const end = { turn: answer.turn, outcome: 'success', durationMs: 5, key: `${gateway} ${turn} end` } as const
        await Effect.runPromise(memory.complete({ ...speaker, ...end }))
        if (learns(gateway)) left = (await Effect.runPromise(memory.learn({ brain }))).backlog
      }
    }),
  )
  const ms = performance.now() - began
  await Effect.runPromise(Scope.close(scope, Effect.void as never))
  const sum = (count: keyof Met) => all.reduce((total, { met }) => total + met[count], 0)
  return { ms: ms / (gateways * turnsEach), conflicts: sum('conflicts'), locks: sum('locks'), left }
}

const learners = async (server: PostgresServer): Promise<void> => {
  heading(`${gateways} gateways on one brain, ${turnsEach} turns each without a pause`)
  const ways = {
    'each learns after its turns': () => true,
    'one learns for all': (gateway: number) => gateway === 0,
    'none learns': () => false,
  }
  const taken = new Map<string, Array<Awaited<ReturnType<typeof turnsOf>>>>()
  for (let round = 0; round < rounds; round++)
    for (const [name, learns] of Object.entries(ways))
      taken.set(name, [...(taken.get(name) ?? []), await turnsOf(await server.createDatabase(), learns)])
  const column = (name: string, of: 'ms' | 'conflicts' | 'locks') => spreadText(spread((taken.get(name) ?? []).map((one) => one[of])))
  table([
    ['', 'ms a turn', 'lost races', 'locks taken'],
    ...[...taken.keys()].map((name) => [name, column(name, 'ms'), column(name, 'conflicts'), column(name, 'locks')]),
  ])
}

const notifications = async (server: PostgresServer): Promise<void> => {
  heading(`8 connections that commit ${commitsEach} times each`)
  const url = await server.createDatabase()
  const clients = await Promise.all(
    Array.from({ length: 8 }, async () => {
      const client = new Client({ connectionString: url })
      await client.connect()
      return client
    }),
  )
  await clients[0]?.query('create table facts (at bigint generated always as identity, body text)')
  const body = 'x'.repeat(2_000)
  const commit = 'insert into facts (body) values ($1)'
  const all = (one: (client: Client) => Promise<unknown>) => async () => {
    await Promise.all(
      clients.map(async (client) => {
        for (let at = 0; at < commitsEach; at++) await one(client)
      }),
    )
  }
  const taken = await interleave(
    [
      { name: 'alone', run: all((client) => client.query(commit, [body])) },
      {
        name: 'behind',
        run: all(async (client) => {
          await client.query(commit, [body])
          await client.query("select pg_notify('facts', '1')")
        }),
      },
      { name: 'inside', run: all((client) => client.query(`with told as (${commit} returning pg_notify('facts', '1')) select 1`, [body])) },
    ],
    rounds,
    1,
  )
  const aSecond = (name: keyof typeof taken) => number((8 * commitsEach * 1_000) / spread(taken[name].wall).median)
  say(`a commit alone: ${aSecond('alone')} a second`)
  say(`with a notification behind it: ${aSecond('behind')} a second, ${spreadText(ratio(taken.behind, taken.alone, 'wall'))} of it`)
  say(`with one inside of it: ${aSecond('inside')} a second, ${spreadText(ratio(taken.inside, taken.alone, 'wall'))} of it`)
  await Promise.all(clients.map((client) => client.end()))
}
