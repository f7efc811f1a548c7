/**
 * A store in one SQLite file: log, contents and text index.
 *
 * The engine is synchronous and has one connection, so each operation is one step, and a lock makes the others wait. Waiting for a lock of
 * another program blocks the thread: run the store in a worker thread where that matters.
 */
import { statSync } from 'node:fs'
import {
  BrainExists,
  ContentStore,
  Counters,
  ErasureStore,
  EventStore,
  type Head,
  type LockedBrain,
  SearchIndex,
  SegmentStore,
  SnapshotStore,
  type StorePorts,
  type StoreUnavailable,
  VectorStore,
  WrongExpectedPosition,
} from '@crabtrail/core'
import * as Context from 'effect/Context'
import * as Effect from 'effect/Effect'
import * as Layer from 'effect/Layer'
import * as Result from 'effect/Result'
import type { Refusal } from './failures/refusal.ts'
import { abandonedParts } from './sqlite/backup/parts.ts'
import { copiesBeside } from './sqlite/backup/seal.ts'
import { failureOf } from './sqlite/engine/failure.ts'
import type { Connection } from './sqlite/file/connection.ts'
import { walBytes } from './sqlite/file/database-file.ts'
import { readMeta } from './sqlite/file/migrate.ts'
import { openConnection, type SqliteOptions } from './sqlite/file/open.ts'
import { ContentTable } from './sqlite/tables/content-table.ts'
import { ErasureFiles, ErasureTables } from './sqlite/tables/erasure-tables.ts'
import { EventLog } from './sqlite/tables/event-log.ts'
import { IndexTables } from './sqlite/tables/index-tables.ts'
import { SegmentTable } from './sqlite/tables/segment-table.ts'
import { SnapshotTable } from './sqlite/tables/snapshot-table.ts'
import { VectorRows } from './sqlite/tables/vector-rows.ts'
import { makeTurnstile, type Operation, type Turnstile } from './turnstile.ts'

export { type Backup, type BackupRequest, backupSqlite } from './sqlite/backup/backup.ts'
export { abandonedParts } from './sqlite/backup/parts.ts'
export { type Restored, type RestoreRequest, restoreSqlite } from './sqlite/backup/restore.ts'
export { type EngineName, engineNames } from './sqlite/engine/engine.ts'
export { CopyRefused } from './sqlite/engine/failure.ts'
export type { SqliteOptions } from './sqlite/file/open.ts'
export { isSqliteFile, listOpenClawSessions, type OpenClawSession, readOpenClawSession } from './sqlite/openclaw-sessions.ts'

export const layerSqlite = (options: SqliteOptions): Layer.Layer<StorePorts, StoreUnavailable> => {
  const open = Effect.suspend(() => settle(options.path, () => Result.succeed(opened(options))))
  const connected = Effect.acquireRelease(open, (connection) => Effect.sync(() => connection.close()))
  return Layer.effectContext(
    Effect.map(Effect.all([connected, Counters]), ([connection, counts]) => {
      connection.waited = (ms) => {
        counts.lockWaits++
        counts.lockWaitMs += ms
      }
      return services(connection)
    }),
  )
}

/** Opens the connection and finishes interrupted erasures as far as possible. A failure to finish does not prevent opening. */
const opened = (options: SqliteOptions): Connection => {
  const connection = openConnection(options)
  if (options.readOnly !== true) new ErasureFiles(connection).finish()
  return connection
}

const services = (connection: Connection): Context.Context<StorePorts> => {
  const turnstile = makeTurnstile(connection.place)
  const contents = new ContentTable(connection)
  const index = new IndexTables(connection)
  const snapshots = new SnapshotTable(connection)
  const segments = new SegmentTable(connection)
  const log = new EventLog(connection, contents, index)
  const vectors = new VectorRows(connection)
  const erasure = new ErasureTables(connection, { contents, index, vectors })
  const { ask, tell } = operations(connection, turnstile)
  return Context.make(EventStore, eventStore(connection, { log, contents, index }, turnstile)).pipe(
    Context.add(ContentStore, contentStore(contents, operations(connection, turnstile))),
    Context.add(SearchIndex, {
      statistics: (brain, space, at) => ask(() => index.statistics(brain, space, at)),
      statisticsOf: (brain, space, nodes, at) => ask(() => index.statisticsOf(brain, space, nodes, at)),
      postings: (brain, space, terms, at) => ask(() => index.postings(brain, space, terms, at)),
      begins: (brain, space, beginnings) => ask(() => index.begins(brain, space, beginnings)),
      rebuild: (brain, changes) => tell(() => index.rebuild(brain, changes)),
      tokeniser: (brain) => ask(() => index.tokeniser(brain)),
      holds: (brain, space, texts) => ask(() => index.holds(brain, space, texts)),
      whole: (brain) => ask(() => index.whole(brain)),
    }),
    Context.add(SegmentStore, {
      find: (brain, keys, notAfter) => ask(() => segments.find(brain, keys, notAfter)),
      read: (brain, first) => ask(() => segments.read(brain, first)),
      write: (brain, record, parts) => tell(() => segments.write(brain, record, parts)),
      drop: (brain) => tell(() => segments.drop(brain)),
    }),
    Context.add(SnapshotStore, {
      list: (brain) => ask(() => snapshots.list(brain)),
      newest: (brain, notAfter) => ask(() => snapshots.newest(brain, notAfter)),
      read: (brain, position) => ask(() => snapshots.read(brain, position)),
      write: (brain, record, data) => tell(() => snapshots.write(brain, record, data)),
      keep: (brain, positions) => tell(() => snapshots.keep(brain, positions)),
    }),
    Context.add(VectorStore, {
      embedders: (brain) => ask(() => vectors.embedders(brain)),
      page: (brain, embedder, after, limit) => ask(() => vectors.page(brain, embedder, after, limit)),
      of: (brain, embedder, nodes) => ask(() => vectors.of(brain, embedder, nodes)),
      put: (brain, embedder, made) => tell(() => vectors.put(brain, embedder, made)),
      remove: (brain, embedder, nodes) => tell(() => vectors.remove(brain, embedder, nodes)),
      drop: (brain, embedder) => tell(() => vectors.drop(brain, embedder)),
    }),
    Context.add(ErasureStore, {
      owned: (brain, owners) => ask(() => erasure.owned(brain, owners)),
      wordsOnlyIn: (brain, nodes) => ask(() => erasure.wordsOnlyIn(brain, nodes)),
      erase: (brain, erasing) => tell(() => erasure.erase(brain, erasing)),
      unbury: (brain, fingerprints) => tell(() => erasure.unbury(brain, fingerprints)),
      finish: ask(() => new ErasureFiles(connection).finish()),
      copies: ask(() => copiesBeside(connection.place)),
      unreached: [],
    }),
  )
}

const contentStore = (contents: ContentTable, { ask, tell }: ReturnType<typeof operations>): ContentStore['Service'] => ({
  bodies: (brain, refs) => ask(() => contents.bodies(brain, refs)),
  find: (brain, kind, fingerprint) => ask(() => contents.find(brain, kind, fingerprint)),
  findAll: (brain, kind, fingerprints) => ask(() => contents.findAll(brain, kind, fingerprints)),
  findByPrefix: (brain, kind, prefix, limit) => ask(() => contents.findByPrefix(brain, kind, prefix, limit)),
  page: (brain, after, limit) => ask(() => contents.page(brain, after, limit)),
  tombstones: (brain) => ask(() => contents.tombstones(brain)),
  bury: (brain, fingerprints) => tell(() => contents.bury(brain, fingerprints)),
})

interface Tables {
  readonly log: EventLog
  readonly contents: ContentTable
  readonly index: IndexTables
}

const eventStore = (connection: Connection, { contents, index, log }: Tables, turnstile: Turnstile): EventStore['Service'] => {
  const { ask, tell } = operations(connection, turnstile)
  return {
    place: connection.place,
    brains: ask(() => log.brains()),
    brain: (brain) => ask(() => log.brain(brain)),
    append: (append) => tell(() => log.append(append)),
    locked: (brain, body) => {
      const locked: LockedBrain = {
        tail: (from, limit, key) => ask(() => log.tail(brain, from, limit, key)),
        find: (kind, fingerprint) => ask(() => contents.find(brain, kind, fingerprint)),
        findAll: (kind, fingerprints) => ask(() => contents.findAll(brain, kind, fingerprints)),
        bodies: (refs) => ask(() => contents.bodies(brain, refs)),
        append: (append) => tell(() => Result.mapError(log.append(append), (refusal) => lostRace(refusal, log.head(brain)))),
      }
      return turnstile.hold(body(locked), {
        enter: () => settle(connection.place, () => Result.succeed(connection.begin())),
        leave: (succeeded) => settle(connection.place, () => Result.succeed(connection.end(succeeded))),
      })
    },
    read: (brain, from, limit, to) => ask(() => log.read(brain, from, limit, to)),
    tail: (brain, from, limit, key) => ask(() => log.tail(brain, from, limit, key)),
    recorded: (brain, key) => ask(() => log.recorded(brain, key)),
    commands: (brain) => ask(() => log.commands(brain)),
    archived: (brain) => ask(() => log.archived(brain)),
    archive: (brain, rows, { rehearsal } = { rehearsal: false }) => tell(() => log.archive(brain, rows, rehearsal)),
    checkpoint: ask(() => checkpoint(connection, index)),
    fault: ask(() => faultOf(connection)),
    intact: 'tables and their indexes agree',
    describe: ask(() => describe(connection)),
  }
}

/** Inside a lock the head is known, so an existing brain is reported as a wrong expected position. */
const lostRace = (refusal: Refusal, { position }: Head): Exclude<Refusal, BrainExists> =>
  refusal instanceof BrainExists ? new WrongExpectedPosition({ brain: refusal.brain, expected: 0, actual: position }) : refusal

/** Operations pass the turnstile; failures of the environment become StoreUnavailable. */
const operations = ({ place }: Connection, turnstile: Turnstile) => ({
  ask: <A>(run: () => A): Effect.Effect<A, StoreUnavailable> => turnstile.pass(() => settle(place, () => Result.succeed(run()))),
  tell: <A, E>(run: () => Result.Result<A, E>): Effect.Effect<A, E | StoreUnavailable> => turnstile.pass(() => settle(place, run)),
})

/**
 * Runs the operation at once. This is the only place that catches errors of the engine; a cause that is not a failure of the environment is
 * a bug and dies.
 */
const settle = <A, E>(place: string, run: () => Result.Result<A, E>): ReturnType<Operation<A, E | StoreUnavailable>> => {
  try {
    return Effect.fromResult(run())
  } catch (cause) {
    const failure = failureOf(place, cause)
    return failure === undefined ? Effect.die(cause) : Effect.fail(failure)
  }
}

/** Copies the write-ahead log back without waiting for readers. Does nothing inside a transaction, whose pages are not in the log yet. */
const checkpoint = (connection: Connection, index: IndexTables): void => {
  if (connection.engine.inTransaction()) return
  connection.pragma('wal_checkpoint(passive)')
  new ErasureFiles(connection).finishBriefly()
  index.dropStale()
}

/** Returns the first fault that the engine finds in the tables and their indexes, or undefined. */
const faultOf = (connection: Connection): string | undefined => {
  connection.requireInPlace()
  const found = String(connection.pragma('integrity_check(1)'))
  return found === 'ok' ? undefined : found
}

const describe = (connection: Connection): Readonly<Record<string, string | number>> => {
  connection.requireInPlace()
  const meta = connection.get(readMeta, {})
  const left = abandonedParts(connection.place)
  return {
    engine: connection.engine.name,
    ...(connection.engine.fallback === undefined ? {} : { fallback: connection.engine.fallback }),
    path: connection.place,
    format: meta?.format ?? 0,
    minReader: meta?.min_reader ?? 0,
    mode: (statSync(connection.place).mode & 0o777).toString(8).padStart(4, '0'),
    bytes: Number(connection.pragma('page_count')) * Number(connection.pragma('page_size')),
    freeBytes: Number(connection.pragma('freelist_count')) * Number(connection.pragma('page_size')),
    snapshotBytes: new SnapshotTable(connection).bytes(),
    walBytes: walBytes(connection.place),
    unfinishedErasures: new ErasureFiles(connection).unfinished().length,
    journal: String(connection.pragma('journal_mode')),
    ...(left.length === 0 ? {} : { leftBehind: left.join(', ') }),
  }
}
