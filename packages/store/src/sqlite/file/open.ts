/** Opens a database file with the settings that the store needs, independent of the defaults of the engine. */
import { accessSync, constants, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { unavailable } from '../../failures.ts'
import { chosenEngine } from '../engine/chosen-engine.ts'
import type { EngineName, LoadedEngine } from '../engine/engine.ts'
import { codeOf, failureOf } from '../engine/failure.ts'
import { Connection, guardFile } from './connection.ts'
import { prepareFile, readImage, requireEngineName, requireNotEmptied, requireOwnFile, requireWholePages } from './database-file.ts'
import { migrate, requireFormat, requireStore } from './migrate.ts'

export interface SqliteOptions {
  readonly path: string
  /** Milliseconds that a write waits for another program before it fails as locked. */
  readonly busyTimeoutMs?: number
  /** True to never write a byte of the database; the file must exist. */
  readonly readOnly?: boolean
  /** Engine for this file; by default the engine of this process. No other engine may have the file open in this process. */
  readonly engine?: EngineName
}

const busyTimeoutDefaultMs = 5_000
/** Pages (64 MB) after which the write-ahead log is copied back in any case; normally that happens after a turn. */
const walPagesMax = 16_384
const walBytesMax = 67_108_864
/** Pages are cached up to 16 MB. */
const cachePragma = 'pragma cache_size = -16000'
/** Milliseconds between two attempts to change the journal mode; the engine does not wait for that. */
const retryPauseMs = 5

/** Opens the file of a store. Throws StoreUnavailable. */
export const openConnection = ({ readOnly = false, ...options }: SqliteOptions): Connection =>
  opening(options, (file) => (readOnly ? openToRead(file) : openToWrite(file)))

/** Opens a file only for reading, even in an older format. Throws StoreUnavailable. */
export const openToCopy = (path: string): Connection => opening({ path }, (file) => openToRead(file, requireStore))

interface Opening {
  readonly engine: LoadedEngine
  readonly place: string
  readonly busyTimeoutMs: number
}

const opening = (options: Omit<SqliteOptions, 'readOnly'>, open: (file: Opening) => Connection): Connection => {
  const { busyTimeoutMs = busyTimeoutDefaultMs, engine, path } = options
  const place = resolve(path)
  let hasChanges = false
  try {
    // This is checked first, because the engine deletes changes that it cannot read.
    hasChanges = (statSync(`${place}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0
    requireEngineName(place)
    requireNotEmptied(place)
    return open({ engine: chosenEngine(engine), place, busyTimeoutMs })
  } catch (cause) {
    throw onFilesBeside(place, cause) ?? (hasChanges ? withChangesBeside(place, cause) : undefined) ?? failureOf(place, cause) ?? cause
  }
}

const openToWrite = (file: Opening): Connection => {
  const { busyTimeoutMs, engine, place } = file
  prepareFile(place, busyTimeoutMs, engine)
  return opened(attach(file, false), (connection) => prepare(connection, busyTimeoutMs))
}

const openToRead = (file: Opening, accept: (connection: Connection) => void = requireFormat): Connection => {
  const { busyTimeoutMs, engine, place } = file
  const prepared = (connection: Connection): void => {
    requireWholePages(connection)
    accept(connection)
    connection.engine.execute(cachePragma)
  }
  requireOwnFile(place, busyTimeoutMs, engine)
  try {
    return opened(attach(file, true), prepared)
  } catch (cause) {
    if (!wantsToWrite.test(codeOf(cause))) throw cause
    const { bytes, requireSame } = readImage(place)
    return opened(new Connection(place, engine.openImage(bytes), requireSame), prepared)
  }
}

/** Errors of the engine for a file in WAL mode if it cannot create the files beside it. */
const wantsToWrite = /^SQLITE_(READONLY_DIRECTORY|CANTOPEN)/

/** Guards the file before it is opened, so that a replacement in between is noticed. */
const attach = ({ busyTimeoutMs, engine, place }: Opening, readOnly: boolean): Connection => {
  const guard = guardFile(place)
  return new Connection(place, engine.openFile(place, { busyTimeoutMs, readOnly }), guard)
}

const opened = (connection: Connection, prepared: (connection: Connection) => void): Connection => {
  try {
    prepared(connection)
    return connection
  } catch (cause) {
    connection.close()
    throw cause
  }
}

/**
 * Prepares a connection that writes. The id must be in the main file, not only in a write-ahead log, so the tables are created before WAL
 * mode is entered.
 */
const prepare = (connection: Connection, busyTimeoutMs: number): void => {
  requireWholePages(connection)
  connection.engine.execute('pragma secure_delete = on')
  migrate(connection)
  enterWal(connection, 1 + Math.ceil(busyTimeoutMs / retryPauseMs), pauseBriefly)
  connection.engine.execute(`pragma wal_autocheckpoint = ${walPagesMax}; pragma journal_size_limit = ${walBytesMax}`)
  connection.engine.execute(cachePragma)
  connection.synchronize('process')
  // From its first read on the connection holds the file, so that a restore can notice it (`backup/restore.ts`).
  connection.pragma('schema_version')
}

/**
 * Enters WAL mode. Another program may be doing the same, or reading: then it tries again after a pause, because the engine does not wait
 * for this change.
 */
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

/**
 * Returns the failure for the files beside a database. The file itself was read before, so an unnamed file that the engine cannot open is
 * one of those.
 */
const onFilesBeside = (place: string, cause: unknown) => {
  if (!codeOf(cause).startsWith('SQLITE_CANTOPEN')) return undefined
  return unavailable(place, 'read-only', isOnReadOnlyDisk(place) ? readOnlyDisk : unopenedBeside, { cause })
}

/**
 * Adds a hint to a damage if a write-ahead log was there before: a file that replaced one in use is read with the changes of the old one.
 */
const withChangesBeside = (place: string, cause: unknown) => {
  const failure = failureOf(place, cause)
  if (failure?.reason !== 'corrupt') return undefined
  const hint = `if the file took the place of another one that was in use, ${place}-wal and ${place}-shm belong to that one: end every program that has it open, move both aside, and open it again`
  return unavailable(place, 'corrupt', `${failure.detail}; ${hint}`, { cause })
}

const readOnlyDisk = 'its disk can only be read: copy the file to another disk, or only read it'
const unopenedBeside =
  'the files -wal and -shm beside it cannot be made, read or written: allow that in its folder, or copy the file to another one'

const isOnReadOnlyDisk = (place: string): boolean => {
  try {
    accessSync(place, constants.W_OK)
    return false
  } catch (refused) {
    return codeOf(refused) === 'EROFS'
  }
}
