/**
 * The file before the engine touches it: makes it with the right mode, and recognises what is not ours without writing a byte.
 *
 * A file of ours has its id in the header from its first commit on, so a look at the header decides. Where another connection may have
 * the file open the engine looks, reading only: to open and close such a file by hand would drop the locks of this process on it.
 */
import { chmodSync, closeSync, existsSync, fsyncSync, mkdirSync, openSync, readSync, type Stats, statSync } from 'node:fs'
import { dirname } from 'node:path'
import type { SqlValue } from '../statement.ts'
import { openEngine } from './better-sqlite3.ts'
import { unavailable } from './failure.ts'
import { applicationId, foreignDetail } from './migrate.ts'

const folderMode = 0o700
const fileMode = 0o600

/** Leaves an empty file or one of ours at `path`. Throws what stands in the way. */
export const prepareFile = (path: string, busyTimeoutMs: number): void => {
  const found = statusOf(path)
  if (found === undefined) createFile(path)
  else {
    requireFile(path, found)
    if (found.size === 0) chmodSync(path, fileMode)
    else requireOurs(path, busyTimeoutMs)
  }
}

/** For reading alone: the file must be there and ours. */
export const requireOwnFile = (path: string, busyTimeoutMs: number): void => {
  const found = statusOf(path)
  if (found === undefined) throw unavailable(path, 'not-found', 'there is no such file: check the path')
  requireFile(path, found)
  if (found.size > 0) requireOurs(path, busyTimeoutMs)
}

const statusOf = (path: string): Stats | undefined => statSync(path, { throwIfNoEntry: false })

const requireFile = (path: string, found: Stats): void => {
  if (found.isDirectory()) throw unavailable(path, 'not-a-database', 'it is a folder: name a file in it')
  if (!found.isFile()) throw unavailable(path, 'not-a-database', 'it is not a regular file: choose another path')
}

/** SQLite gives -wal and -shm the mode of the database, so making it before SQLite does settles all three. */
const createFile = (path: string): void => {
  const folder = dirname(path)
  mkdirSync(folder, { recursive: true, mode: folderMode })
  try {
    closeSync(openSync(path, 'wx', fileMode))
  } catch (cause) {
    if (!(cause instanceof Error && 'code' in cause && cause.code === 'EEXIST')) throw cause
    if (!existsSync(path)) throw unavailable(path, 'not-found', 'it is a link to a file that is not there: choose another path')
    return
  }
  if (process.platform !== 'win32') syncFolder(folder)
}

/** So that the file's name survives a power loss as the commits in it do. */
const syncFolder = (folder: string): void => {
  const handle = openSync(folder, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

const requireOurs = (path: string, busyTimeoutMs: number): void => {
  const mayBeOpen = ['-wal', '-shm', '-journal'].some((suffix) => existsSync(path + suffix))
  const id = mayBeOpen ? (idByEngine(path, busyTimeoutMs) ?? idByHeader(path)) : idByHeader(path)
  if (id !== applicationId) throw unavailable(path, 'foreign', foreignDetail)
}

/** Undefined where a transaction was cut off and the engine would have to write to read: then nobody has the file open either. */
const idByEngine = (path: string, busyTimeoutMs: number): SqlValue | undefined => {
  const engine = openEngine(path, { busyTimeoutMs, readOnly: true })
  try {
    return engine.prepare('pragma application_id').rows([])[0]?.[0]
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'SQLITE_READONLY_ROLLBACK') return undefined
    throw cause
  } finally {
    engine.close()
  }
}

const magic = 'SQLite format 3\0'
const idOffset = 68
const headerLength = 100

const idByHeader = (path: string): number => {
  const header = Buffer.alloc(headerLength)
  const handle = openSync(path, 'r')
  try {
    readSync(handle, header, 0, headerLength, 0)
  } finally {
    closeSync(handle)
  }
  if (header.toString('latin1', 0, magic.length) !== magic) {
    throw unavailable(path, 'not-a-database', 'it is not a database and was left as it is: choose another path')
  }
  return header.readUInt32BE(idOffset)
}
