/** Opens a database file the way the store needs it, whatever the engine's own defaults are. */
import { resolve } from 'node:path'
import { openEngine } from './better-sqlite3.ts'
import { Connection } from './connection.ts'
import { prepareFile, requireOwnFile } from './database-file.ts'
import { failureOf, unavailable } from './failure.ts'
import { migrate, requireFormat } from './migrate.ts'

export interface SqliteOptions {
  readonly path: string
  /** How long a write waits for another program's before it fails as locked. */
  readonly busyTimeoutMs?: number
  /** Never writes a byte of the database; the file must be there. */
  readonly readOnly?: boolean
}

const busyTimeoutDefaultMs = 5_000
/** A write-ahead log of this many pages (64 MB) is copied back even when nobody asks; otherwise that happens off the path of a turn. */
const walPagesMax = 16_384
const walBytesMax = 67_108_864
/** How long to wait between two tries to change the journal mode, which does not wait by itself. */
const retryPauseMs = 5

/** Throws StoreUnavailable. */
export const openConnection = ({ path, busyTimeoutMs = busyTimeoutDefaultMs, readOnly = false }: SqliteOptions): Connection => {
  const place = resolve(path)
  let connection: Connection | undefined
  try {
    if (readOnly) requireOwnFile(place, busyTimeoutMs)
    else prepareFile(place, busyTimeoutMs)
    connection = new Connection(place, openEngine(place, { busyTimeoutMs, readOnly }))
    if (readOnly) requireFormat(connection)
    else prepare(connection, busyTimeoutMs)
    return connection
  } catch (cause) {
    connection?.close()
    throw failureOf(place, cause) ?? cause
  }
}

/** The id of our files must be in the main file, not only in a write-ahead log: so the tables come first and WAL mode second. */
const prepare = (connection: Connection, busyTimeoutMs: number): void => {
  connection.engine.execute('pragma secure_delete = on')
  migrate(connection)
  enterWal(connection, 1 + Math.ceil(busyTimeoutMs / retryPauseMs), pauseBriefly)
  connection.engine.execute(`pragma wal_autocheckpoint = ${walPagesMax}; pragma journal_size_limit = ${walBytesMax}`)
  connection.synchronize('process')
}

/** Somebody else may be at the same change, or reading: then it is tried again after a pause, for which the engine has no patience of its own. */
export const enterWal = (connection: Connection, triesMax: number, pause: () => void): void => {
  for (let tries = 1; connection.pragma('journal_mode') !== 'wal'; tries++) {
    try {
      if (connection.pragma('journal_mode = wal') === 'wal') return
      throw unavailable(connection.place, 'io', 'its file system cannot share memory, which the write-ahead log needs: choose a local disk')
    } catch (cause) {
      if (failureOf(connection.place, cause)?.reason !== 'locked' || tries >= triesMax) throw cause
      pause()
    }
  }
}

const pauseBriefly = (): void => {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, retryPauseMs)
}
