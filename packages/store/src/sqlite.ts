/**
 * A store in one SQLite file: log, contents and text index.
 *
 * The engine is synchronous and there is one connection, so every operation is one step and a lock keeps the others waiting. A lock that
 * another program holds blocks this thread: run it where that hurts nobody.
 */
import { statSync } from 'node:fs'
import {
  BrainExists,
  ContentStore,
  EventStore,
  type Head,
  type LockedBrain,
  SearchIndex,
  type StoreUnavailable,
  WrongExpectedPosition,
} from '@crabtrail/core'
import * as Context from 'effect/Context'
import * as Effect from 'effect/Effect'
import * as Layer from 'effect/Layer'
import * as Result from 'effect/Result'
import { ContentTable } from './content-table.ts'
import { EventLog, type Refusal } from './event-log.ts'
import { IndexTables } from './index-tables.ts'
import type { Connection } from './sqlite/connection.ts'
import { walBytes } from './sqlite/database-file.ts'
import { failureOf } from './sqlite/failure.ts'
import { readMeta } from './sqlite/migrate.ts'
import { openConnection, type SqliteOptions } from './sqlite/open.ts'
import { makeTurnstile, type Operation, type Turnstile } from './turnstile.ts'

export type { SqliteOptions } from './sqlite/open.ts'

export const layerSqlite = (options: SqliteOptions): Layer.Layer<EventStore | ContentStore | SearchIndex, StoreUnavailable> => {
  const open = Effect.suspend(() => settle(options.path, () => Result.succeed(openConnection(options))))
  const connected = Effect.acquireRelease(open, (connection) => Effect.sync(() => connection.close()))
  return Layer.effectContext(Effect.map(connected, services))
}

const services = (connection: Connection): Context.Context<EventStore | ContentStore | SearchIndex> => {
  const turnstile = makeTurnstile()
  const contents = new ContentTable(connection)
  const index = new IndexTables(connection)
  const log = new EventLog(connection, contents, index)
  const { ask, tell } = operations(connection, turnstile)
  return Context.make(EventStore, eventStore(connection, log, contents, turnstile)).pipe(
    Context.add(ContentStore, {
      bodies: (brain, refs) => ask(() => contents.bodies(brain, refs)),
      find: (brain, kind, fingerprint) => ask(() => contents.find(brain, kind, fingerprint)),
      findByPrefix: (brain, kind, prefix, limit) => ask(() => contents.findByPrefix(brain, kind, prefix, limit)),
      page: (brain, after, limit) => ask(() => contents.page(brain, after, limit)),
      tombstones: (brain) => ask(() => contents.tombstones(brain)),
      bury: (brain, fingerprints) => tell(() => contents.bury(brain, fingerprints)),
    }),
    Context.add(SearchIndex, {
      statistics: (brain, space, at) => ask(() => index.statistics(brain, space, at)),
      postings: (brain, space, terms, at) => ask(() => index.postings(brain, space, terms, at)),
      rebuild: (brain, changes) => tell(() => index.rebuild(brain, changes)),
      tokeniser: (brain) => ask(() => index.tokeniser(brain)),
      holds: (brain, space, nodes) => ask(() => index.holds(brain, space, nodes)),
      lines: (brain) => ask(() => index.lines(brain)),
    }),
  )
}

const eventStore = (connection: Connection, log: EventLog, contents: ContentTable, turnstile: Turnstile): EventStore['Service'] => {
  const { ask, tell } = operations(connection, turnstile)
  return {
    place: connection.place,
    brains: ask(() => log.brains()),
    brain: (brain) => ask(() => log.brain(brain)),
    append: (append) => tell(() => log.append(append)),
    locked: (brain, body) => {
      const locked: LockedBrain = {
        tail: (from, limit) => ask(() => log.tail(brain, from, limit)),
        find: (kind, fingerprint) => ask(() => contents.find(brain, kind, fingerprint)),
        bodies: (refs) => ask(() => contents.bodies(brain, refs)),
        append: (append) => tell(() => Result.mapError(log.append(append), (refusal) => lostRace(refusal, log.head(brain)))),
      }
      return turnstile.hold(body(locked), {
        enter: () => settle(connection.place, () => Result.succeed(connection.begin())),
        leave: (succeeded) => settle(connection.place, () => Result.succeed(connection.end(succeeded))),
      })
    },
    read: (brain, from, limit) => ask(() => log.read(brain, from, limit)),
    tail: (brain, from, limit) => ask(() => log.tail(brain, from, limit)),
    recorded: (brain, key) => ask(() => log.recorded(brain, key)),
    commands: (brain) => ask(() => log.commands(brain)),
    checkpoint: ask(() => checkpoint(connection)),
    describe: ask(() => describe(connection)),
  }
}

/** Whoever holds the lock has seen the head: that the brain is there already is no news to him. */
const lostRace = (refusal: Refusal, { position }: Head): Exclude<Refusal, BrainExists> =>
  refusal instanceof BrainExists ? new WrongExpectedPosition({ brain: refusal.brain, expected: 0, actual: position }) : refusal

/** Operations pass the turnstile; what the world does to them becomes StoreUnavailable. */
const operations = ({ place }: Connection, turnstile: Turnstile) => ({
  ask: <A>(run: () => A): Effect.Effect<A, StoreUnavailable> => turnstile.pass(() => settle(place, () => Result.succeed(run()))),
  tell: <A, E>(run: () => Result.Result<A, E>): Effect.Effect<A, E | StoreUnavailable> => turnstile.pass(() => settle(place, run)),
})

/** Runs now. The only place where what the engine throws is caught; a cause that is not the world's is a bug and dies. */
const settle = <A, E>(place: string, run: () => Result.Result<A, E>): ReturnType<Operation<A, E | StoreUnavailable>> => {
  try {
    return Effect.fromResult(run())
  } catch (cause) {
    const failure = failureOf(place, cause)
    return failure === undefined ? Effect.die(cause) : Effect.fail(failure)
  }
}

/** Never waits for readers, and does nothing inside a lock, whose pages are not there yet. */
const checkpoint = (connection: Connection): void => {
  if (!connection.engine.inTransaction()) connection.pragma('wal_checkpoint(passive)')
}

const describe = (connection: Connection): Readonly<Record<string, string | number>> => {
  connection.requireInPlace()
  const meta = connection.get(readMeta, {})
  return {
    engine: connection.engine.name,
    path: connection.place,
    format: meta?.format ?? 0,
    minReader: meta?.min_reader ?? 0,
    mode: (statSync(connection.place).mode & 0o777).toString(8).padStart(4, '0'),
    bytes: Number(connection.pragma('page_count')) * Number(connection.pragma('page_size')),
    freeBytes: Number(connection.pragma('freelist_count')) * Number(connection.pragma('page_size')),
    walBytes: walBytes(connection.place),
    journal: String(connection.pragma('journal_mode')),
  }
}
