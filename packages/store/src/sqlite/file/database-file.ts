/**
 * Prepares the file before the engine opens it: creates it with the right mode, and recognises a foreign file without writing a byte.
 *
 * A store's file has its id in the header from its first commit on, so the header decides. If another connection may have the file open,
 * the engine reads the header: opening and closing such a file directly would drop the locks of this process on it.
 */

import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  realpathSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { unavailable } from '../../failures.ts'
import type { SqlValue } from '../../statements/statement.ts'
import { chosenEngine } from '../engine/chosen-engine.ts'
import type { LoadedEngine } from '../engine/engine.ts'
import { codeOf } from '../engine/failure.ts'
import type { Connection, Guard } from './connection.ts'
import { requireOurId } from './migrate.ts'

const folderMode = 0o700
const fileMode = 0o600
const othersMode = 0o077

/** Ensures that `path` has an empty file or one of a store, which only its owner may read. Throws if something prevents that. */
export const prepareFile = (path: string, busyTimeoutMs: number, engine: LoadedEngine = chosenEngine()): void => {
  const found = statusOf(path)
  if (found === undefined) return createFile(path)
  requireFile(path, found)
  if (found.size === 0) chmodSync(path, fileMode)
  else {
    requireOurs(path, busyTimeoutMs, engine)
    for (const file of filesOf(path)) closeToOthers(file)
  }
}

/** Throws unless the file exists and is ours, for a connection that only reads. */
export const requireOwnFile = (path: string, busyTimeoutMs: number, engine: LoadedEngine = chosenEngine()): void => {
  const found = statusOf(path)
  if (found === undefined) throw unavailable(path, 'not-found', 'there is no such file: check the path')
  requireFile(path, found)
  if (found.size > 0) requireOurs(path, busyTimeoutMs, engine)
}

/** Returns the bytes of the write-ahead log. It is beside the file itself, not beside a link to it. */
export const walBytes = (path: string): number => statusOf(`${realpathSync(path)}-wal`)?.size ?? 0

/** Suffixes of the files that the engine keeps beside a database. */
export const suffixes = ['-wal', '-shm', '-journal'] as const

const filesOf = (path: string): ReadonlyArray<string> => ['', ...suffixes].map((suffix) => realpathSync(path) + suffix)

/** Refuses a path that ends with white space: the engine would cut the white space off and open another file. */
export const requireEngineName = (path: string): void => {
  if (path !== path.trim()) throw unavailable(path, 'not-found', 'a name that ends in white space cannot be opened: choose another')
}

const statusOf = (path: string): Stats | undefined => statSync(path, { throwIfNoEntry: false })

const requireFile = (path: string, found: Stats): void => {
  if (found.isDirectory()) throw unavailable(path, 'not-a-database', 'it is a folder: name a file in it')
  if (!found.isFile()) throw unavailable(path, 'not-a-database', 'it is not a regular file: choose another path')
}

/**
 * Removes the access of other users if this user owns the file: a copy has the mode that its copier gave it. Only the owner can be sure
 * that nobody else is meant to read it.
 */
const closeToOthers = (path: string): void => {
  const found = statusOf(path)
  if (found !== undefined && (found.mode & othersMode) !== 0 && found.uid === process.geteuid?.()) {
    chmodSync(path, found.mode & 0o777 & ~othersMode)
  }
}

/** Creates the file. SQLite gives -wal and -shm the mode of the database, so this mode decides for all three. */
export const createFile = (path: string): void => {
  const folder = dirname(path)
  makeFolder(folder)
  try {
    closeSync(openSync(path, 'wx', fileMode))
  } catch (cause) {
    if (codeOf(cause) !== 'EEXIST') throw cause
    if (!existsSync(path)) throw unavailable(path, 'not-found', 'it is a link to a file that is not there: choose another path')
    return
  }
  syncFolder(folder)
}

/** Makes folders one at a time: on a read-only disk, the recursive mkdir of Node reports a missing folder instead. */
const makeFolder = (folder: string): void => {
  if (existsSync(folder)) return
  makeFolder(dirname(folder))
  try {
    mkdirSync(folder, { mode: folderMode })
  } catch (cause) {
    if (codeOf(cause) !== 'EEXIST') throw cause
  }
}

/** Flushes a folder, so that the name of a file survives a power loss like the commits in it. */
const syncFolder = (folder: string): void => {
  if (process.platform === 'win32') return
  const handle = openSync(folder, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

const requireOurs = (path: string, busyTimeoutMs: number, engine: LoadedEngine): void => {
  const mayBeOpen = filesOf(path).some((file, i) => i > 0 && existsSync(file))
  requireOurId(path, mayBeOpen ? (idByEngine(path, busyTimeoutMs, engine) ?? idByHeader(path)) : idByHeader(path))
}

/** Errors of a file that the engine cannot read without writing, or that is no database; in both cases nobody has the file open. */
const unreadable = ['SQLITE_READONLY_ROLLBACK', 'SQLITE_READONLY_DIRECTORY', 'SQLITE_CANTOPEN', 'SQLITE_NOTADB']

/** Returns the id in the header, or undefined if the engine cannot read the file. */
const idByEngine = (path: string, busyTimeoutMs: number, engine: LoadedEngine): SqlValue | undefined => {
  const database = engine.openFile(path, { busyTimeoutMs, readOnly: true })
  try {
    return database.prepare('pragma application_id').rows([])[0]?.[0]
  } catch (cause) {
    if (unreadable.includes(codeOf(cause))) return undefined
    throw cause
  } finally {
    database.close()
  }
}

const magic = 'SQLite format 3\0'
const idOffset = 68
const headerLength = 100

/** Returns the first bytes of a file, zeros behind its end. The file must be open by no connection of this process. */
export const headerOf = (path: string, flags: string | number = 'r'): Buffer => {
  const header = Buffer.alloc(headerLength)
  const handle = openSync(path, flags)
  try {
    readSync(handle, header, 0, headerLength, 0)
  } finally {
    closeSync(handle)
  }
  return header
}

/** True for the header of a file that SQLite wrote. */
export const isOfSqlite = (header: Buffer): boolean => header.toString('latin1', 0, magic.length) === magic

export const idByHeader = (path: string): number => {
  const header = headerOf(path)
  if (isOfSqlite(header)) return header.readUInt32BE(idOffset)
  throw unavailable(path, 'not-a-database', 'it is not a database and was left as it is: choose another path')
}

/*
 * A whole database file in memory, for a file that can only be read: on a disk or in a folder that this user cannot write to, the engine
 * cannot share memory with other readers, which WAL mode needs.
 */

export interface FileImage {
  readonly bytes: Buffer
  /** Throws if the file has changed since the image was read. */
  readonly requireSame: Guard
}

/** Reads a database file into memory. Throws StoreUnavailable or the error of the file system. */
export const readImage = (path: string): FileImage => {
  const before = stateOf(path)
  const requireSame = () => {
    if (stateOf(path) !== before) throw unavailable(path, 'moved', 'it was written to while it was read: try again')
  }
  if (walBytes(path) > 0) throw unavailable(path, 'read-only', aheadOfFile)
  const bytes = readFileSync(path)
  requireSame()
  return { bytes: outOfWal(bytes), requireSame }
}

const aheadOfFile =
  'its newest commits lie in the -wal file beside it, and that cannot be read where nothing can be written: copy both to another folder'

const stateOf = (path: string): string => {
  const { dev, ino, mtimeNs, size } = statSync(path, { bigint: true })
  return [dev, ino, mtimeNs, size, walBytes(path)].join(' ')
}

/** Offsets of the two header bytes for write and read mode: 2 with a write-ahead log, as in every store in use; 1 without, as in every backup. */
const modeOffsets = [18, 19]

/** True if a program used the file as a store since a backup was made: a backup is only read. */
export const isInUseAsStore = (header: Buffer): boolean => modeOffsets.every((offset) => header[offset] === 2)

const outOfWal = (bytes: Buffer): Buffer => {
  for (const offset of modeOffsets) if (bytes.length > offset) bytes[offset] = 1
  return bytes
}

/* Moves a finished file to its place, where nothing exists or in place of a file that was checked before. */

/** Puts the file at `place`. Returns false, and keeps `file`, if something exists there, even if it was made just now. */
export const putNew = (file: string, place: string): boolean => {
  try {
    linkSync(file, place)
    rmSync(file)
  } catch (cause) {
    if (codeOf(cause) === 'EEXIST') return false
    if (!withoutLinks.has(codeOf(cause))) throw cause
    if (existsSync(place)) return false
    renameSync(file, place)
  }
  syncFolder(dirname(place))
  return true
}

export const putOver = (file: string, place: string): void => {
  renameSync(file, place)
  syncFolder(dirname(place))
}

/** Gives a file a second name, so that it remains when another file replaces it. Without hard links it is moved. */
export const keepAs = (place: string, aside: string): void => {
  try {
    linkSync(place, aside)
  } catch (cause) {
    if (!withoutLinks.has(codeOf(cause))) throw cause
    renameSync(place, aside)
  }
}

/** Returns the file that a link leads to, or the path itself if nothing exists there. */
export const fileAt = (path: string): string => (existsSync(path) ? realpathSync(path) : path)

export const isSameFile = (one: string, other: string): boolean => {
  const [here, there] = [one, other].map((path) => statSync(path, { bigint: true, throwIfNoEntry: false }))
  return here !== undefined && there !== undefined && here.dev === there.dev && here.ino === there.ino
}

/** Returns the existing files that the engine keeps beside a database in use or after a crash. */
export const besides = (path: string): ReadonlyArray<string> => suffixes.map((suffix) => path + suffix).filter((file) => existsSync(file))

/** Error codes of file systems without hard links. */
const withoutLinks: ReadonlySet<string> = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'])

/** True if a store, or a file that the engine left beside one, exists. */
export const isThere = (store: string): boolean => existsSync(store) || besides(store).length > 0

/*
 * Detects a database file that was cut short, where the engine does not: it takes an empty file for a new one, and the missing part of the
 * last page for zeros.
 */

/**
 * Throws if the file is empty and its write-ahead log is not. It must run before the file is opened, because opening would drop the log. A
 * file has its tables before it gets a log.
 */
export const requireNotEmptied = (place: string): void => {
  // The log is checked first: a program that creates the file meanwhile writes to it before there is a log.
  const log = sizeOf(place, '-wal')
  if (log !== undefined && log > 0 && sizeOf(place) === 0) throw unavailable(place, 'corrupt', cutShort('it is empty, and its -wal is not'))
}

/** Throws if the last page is cut short. If the log is not empty, it may contain the end of the file. */
export const requireWholePages = (connection: Connection): void => {
  const { place } = connection
  const bytes = sizeOf(place) ?? 0
  if (bytes % Number(connection.pragma('page_size')) === 0 || (sizeOf(place, '-wal') ?? 0) > 0) return
  throw unavailable(place, 'corrupt', cutShort(`its last page is cut short at ${bytes} bytes`))
}

const cutShort = (how: string): string => `the database is damaged (${how}): restore a copy of it, or import an export into a new file`

/** Returns the size of the file or of one beside it. These are beside the file itself, not beside a link to it. */
const sizeOf = (place: string, suffix = ''): number | undefined => {
  try {
    return statSync(realpathSync(place) + suffix, { throwIfNoEntry: false })?.size
  } catch {
    // The engine reports why the file cannot be read.
    return undefined
  }
}
