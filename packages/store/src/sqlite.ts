/**
 * A store in one SQLite file: log, contents and text index.
 *
 * The engine is synchronous and has one connection, so each operation is one step, and a lock makes the others wait. Waiting for a lock of
 * another program blocks the thread: run the store in a worker thread where that matters.
 */
import { statSync } from 'node:fs'
import { Counters, type StorePorts, type StoreUnavailable } from '@crabtrail/core'
import type * as Context from 'effect/Context'
import * as Effect from 'effect/Effect'
import * as Layer from 'effect/Layer'
import { abandonedParts } from './sqlite/backup/parts.ts'
import { copiesBeside } from './sqlite/backup/seal.ts'
import { attempt, failureOf } from './sqlite/engine/failure.ts'
import type { Connection } from './sqlite/file/connection.ts'
import { walBytes } from './sqlite/file/database-file.ts'
import { readMeta } from './sqlite/file/migrate.ts'
import { openConnection, type SqliteOptions } from './sqlite/file/open.ts'
import { segmentTable, snapshotTable, vectorTable } from './sqlite/tables/cache-tables.ts'
import { contentTable } from './sqlite/tables/content-table.ts'
import { erasureTables, finishBriefly, finishErasures, unfinishedErasures } from './sqlite/tables/erasure-tables.ts'
import { EventLog } from './sqlite/tables/event-log.ts'
import { IndexTables } from './sqlite/tables/index-tables.ts'
import { snapshotReads } from './statements/shared-statements.ts'
import { directStore } from './turnstile.ts'

export { type Backup, type BackupRequest, backupSqlite } from './sqlite/backup/backup.ts'
export { abandonedParts } from './sqlite/backup/parts.ts'
export { type Restored, type RestoreRequest, restoreSqlite } from './sqlite/backup/restore.ts'
export { type EngineName, engineNames } from './sqlite/engine/engine.ts'
export { CopyRefused } from './sqlite/engine/failure.ts'
export type { SqliteOptions } from './sqlite/file/open.ts'
export { isSqliteFile, listOpenClawSessions, type OpenClawSession, readOpenClawSession } from './sqlite/openclaw-sessions.ts'

export const layerSqlite = (options: SqliteOptions): Layer.Layer<StorePorts, StoreUnavailable> => {
  const open = Effect.catchTag(
    attempt(options.path, () => opened(options)),
    'CopyRefused',
    Effect.die,
  )
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
  if (options.readOnly !== true) finishErasures(connection)
  return connection
}

const services = (connection: Connection): Context.Context<StorePorts> => {
  const { place } = connection
  const index = new IndexTables(connection)
  return directStore({
    place,
    failureOf: (cause) => failureOf(place, cause),
    begin: () => connection.begin(),
    end: (keep) => connection.end(keep),
    log: new EventLog(connection, index),
    contents: contentTable(connection),
    index,
    segments: segmentTable(connection),
    snapshots: snapshotTable(connection),
    vectors: vectorTable(connection),
    erasure: erasureTables(connection, { index }),
    facts: (ask) => ({
      checkpoint: ask(() => checkpoint(connection, index)),
      fault: ask(() => faultOf(connection)),
      intact: 'tables and their indexes agree',
      describe: ask(() => describe(connection)),
    }),
    files: (ask) => ({ finish: ask(() => finishErasures(connection)), copies: ask(() => copiesBeside(place)) }),
  })
}

/** Copies the write-ahead log back without waiting for readers. Does nothing inside a transaction, whose pages are not in the log yet. */
const checkpoint = (connection: Connection, index: IndexTables): void => {
  if (connection.engine.inTransaction()) return
  connection.pragma('wal_checkpoint(passive)')
  finishBriefly(connection)
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
    bytes: connection.bytes,
    freeBytes: Number(connection.pragma('freelist_count')) * Number(connection.pragma('page_size')),
    snapshotBytes: connection.get(snapshotReads.bytes, {})?.bytes ?? 0,
    walBytes: walBytes(connection.place),
    unfinishedErasures: unfinishedErasures(connection).length,
    journal: String(connection.pragma('journal_mode')),
    ...(left.length === 0 ? {} : { leftBehind: left.join(', ') }),
  }
}
