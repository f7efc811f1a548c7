/** The appends of recorded turns in PostgreSQL: through the store's door, by the bare driver in two ways, and their events by Emmett's store. */
import { type Cryptography, EventStore } from '@crabtrail/core'
import * as Effect from 'effect/Effect'
import * as ManagedRuntime from 'effect/ManagedRuntime'
import { postgresStore } from '../contracts/postgres-stores.ts'
import type { PostgresServer } from '../src/postgres.ts'
import { openBare, type ReadyAppend, readyAppend } from './bare-postgres.ts'
import { installedEmmett } from './installed-emmett.ts'
import { interleave, type Rounds, ratio, spread, type Variant } from './measure.ts'
import { heading, say, spreadText, table } from './print.ts'
import { type RecordedAppend, type RecordedTurns, rowAgain } from './recorded-turns.ts'

const rounds = 10
const warmUp = 2
const variants = ['crabtrail', 'one', 'hand', 'emmett'] as const
type Name = (typeof variants)[number]
const titles: Readonly<Record<Name, string>> = {
  crabtrail: 'crabtrail',
  one: 'pg, one statement',
  hand: 'pg, by hand',
  emmett: 'emmett',
}

export const postgresAppendBench = async (server: PostgresServer, crypto: Cryptography['Service'], recorded: RecordedTurns) => {
  const share = Math.floor(recorded.turns.length / (rounds + warmUp))
  const contenders = await opened(server, crypto, recorded, share)
  const taken = await interleave(contenders.variants, rounds, warmUp)
  await contenders.close()
  const events = recorded.turns.reduce((sum, one) => sum + one.events.length, 0) / recorded.turns.length
  heading(`append of recorded turns, ${rounds} rounds of ${share} commits, ${Math.round(events)} events a commit on average`)
  table([
    ['', 'commits /s', 'ms a commit', 'crabtrail ÷ it', 'by CPU time of the client'],
    ...variants.filter((name) => taken[name] !== undefined).map((name) => line(name, taken, share)),
  ])
  say('crabtrail: canonical body, sha256 chain, then EventStore.append: head, commit, contents, text index and key of the command')
  say('pg: the same rows in the same tables, JSON.stringify for the body, all else ready-made; prepared statements; one connection')
  say('by hand: begin, update of the head, an insert for each table, commit; one statement: all of it in one round trip')
  say('the target of 0.6 is held against both; emmett: the events alone, a row each, no contents, no index, no key')
}

const line = (name: Name, taken: Rounds<Name>, share: number): ReadonlyArray<string> => [
  titles[name],
  spreadText(spread(taken[name].wall.map((ms) => (share * 1_000) / ms))),
  spreadText(spread(taken[name].wall.map((ms) => ms / share))),
  ...(['wall', 'cpu'] as const).map((by) => (name === 'crabtrail' ? '1' : spreadText(ratio(taken.crabtrail, taken[name], by)))),
]

interface Contenders {
  readonly variants: ReadonlyArray<Variant<Name>>
  readonly close: () => Promise<void>
}

const opened = async (
  server: PostgresServer,
  crypto: Cryptography['Service'],
  { before, turns }: RecordedTurns,
  share: number,
): Promise<Contenders> => {
  const slice = <T>(all: ReadonlyArray<T>, round: number) => all.slice(round * share, (round + 1) * share)
  const ready = turns.map(readyAppend)
  const store = await openAppends(await server.createDatabase(), crypto, before)
  const one = await openFilled(server, crypto, before)
  const hand = await openFilled(server, crypto, before)
  const emmett = await openEmmett(await server.createDatabase())
  const bare = (write: (ready: ReadyAppend, body: string) => Promise<void>) => async (round: number) => {
    const known = slice(ready, round)
    for (const [i, { events }] of slice(turns, round).entries()) {
      const own = known[i]
      if (own !== undefined) await write(own, JSON.stringify(events))
    }
  }
  return {
    variants: [
      { name: 'crabtrail', run: (round) => store.append(slice(turns, round)) },
      { name: 'one', run: bare(one.inOne) },
      { name: 'hand', run: bare(hand.byHand) },
      ...(emmett === undefined ? [] : [{ name: 'emmett' as const, run: (round: number) => emmett.append(slice(turns, round)) }]),
    ],
    close: async () => {
      await Promise.all([store.close(), one.close(), hand.close(), emmett?.close()])
    },
  }
}

/** The store's door, with a brain that has the notes. */
const openAppends = async (url: string, crypto: Cryptography['Service'], before: ReadonlyArray<RecordedAppend>) => {
  const runtime = ManagedRuntime.make(postgresStore(url))
  const append = (appends: ReadonlyArray<RecordedAppend>) =>
    runtime.runPromise(
      Effect.gen(function* () {
        const { append } = yield* EventStore
        for (const one of appends) yield* append({ ...one.append, row: rowAgain(crypto, one) })
      }),
    )
  await append(before)
  return { append, close: () => runtime.dispose() }
}

/** The bare driver over tables that the store made and filled with the notes. */
const openFilled = async (server: PostgresServer, crypto: Cryptography['Service'], before: ReadonlyArray<RecordedAppend>) => {
  const url = await server.createDatabase()
  await (await openAppends(url, crypto, before)).close()
  return openBare(url)
}

/** Part of Emmett that is used, as its types say. */
interface Emmett {
  readonly getPostgreSQLEventStore: (url: string) => {
    readonly schema: { readonly migrate: () => Promise<unknown> }
    readonly appendToStream: (
      stream: string,
      events: ReadonlyArray<object>,
      options: object,
    ) => Promise<{ readonly nextExpectedStreamVersion: bigint }>
    readonly close: () => Promise<void>
  }
}

const openEmmett = async (url: string) => {
  const notice = "installing Emmett's PostgreSQL store"
  const emmett = installedEmmett<Emmett>('emmett-postgresql', '@event-driven-io/emmett-postgresql', notice)
  if (emmett === undefined) return void say('Emmett is left out: npm cannot install it here')
  say(`Emmett ${emmett.version}, with the pool that it makes itself; it expects the position that it appends at`)
  const store = emmett.getPostgreSQLEventStore(url)
  await store.schema.migrate()
  let version: bigint | undefined
  return {
    append: async (appends: ReadonlyArray<RecordedAppend>) => {
      for (const { events } of appends) {
        const messages = events.map(({ type, ...data }) => ({ type, data }))
        const expected = version === undefined ? {} : { expectedStreamVersion: version }
        version = (await store.appendToStream('brain', messages, expected)).nextExpectedStreamVersion
      }
    },
    close: () => store.close(),
  }
}
