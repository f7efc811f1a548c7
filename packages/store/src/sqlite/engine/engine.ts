/** Interface of a database engine, limited to what the store uses. */
import type { SqlValue } from '../../statements/statement.ts'

/* SQLite's names of its results, for an engine that knows them as numbers. The low byte is the kind, the rest says more about it. */

/** Names of the kinds of results, by number from 0 on. */
const kinds = (
  'OK ERROR INTERNAL PERM ABORT BUSY LOCKED NOMEM READONLY INTERRUPT IOERR CORRUPT NOTFOUND FULL CANTOPEN PROTOCOL EMPTY SCHEMA ' +
  'TOOBIG CONSTRAINT MISMATCH MISUSE NOLFS AUTH FORMAT RANGE NOTADB NOTICE WARNING'
).split(' ')

/** Names of the details of a kind, by number from 1 on. */
const details: Readonly<Record<string, ReadonlyArray<string>>> = {
  ERROR: ['MISSING_COLLSEQ', 'RETRY', 'SNAPSHOT', 'RESERVESIZE', 'KEY', 'UNABLE'],
  ABORT: ['', 'ROLLBACK'],
  BUSY: ['RECOVERY', 'SNAPSHOT', 'TIMEOUT'],
  LOCKED: ['SHAREDCACHE', 'VTAB'],
  READONLY: ['RECOVERY', 'CANTLOCK', 'ROLLBACK', 'DBMOVED', 'CANTINIT', 'DIRECTORY'],
  IOERR: (
    'READ SHORT_READ WRITE FSYNC DIR_FSYNC TRUNCATE FSTAT UNLOCK RDLOCK DELETE BLOCKED NOMEM ACCESS CHECKRESERVEDLOCK LOCK CLOSE ' +
    'DIR_CLOSE SHMOPEN SHMSIZE SHMLOCK SHMMAP SEEK DELETE_NOENT MMAP GETTEMPPATH CONVPATH VNODE AUTH BEGIN_ATOMIC COMMIT_ATOMIC ' +
    'ROLLBACK_ATOMIC DATA CORRUPTFS IN_PAGE BADKEY CODEC'
  ).split(' '),
  CORRUPT: ['VTAB', 'SEQUENCE', 'INDEX'],
  CANTOPEN: ['NOTEMPDIR', 'ISDIR', 'FULLPATH', 'CONVPATH', 'DIRTYWAL', 'SYMLINK'],
  CONSTRAINT: 'CHECK COMMITHOOK FOREIGNKEY FUNCTION NOTNULL PRIMARYKEY TRIGGER UNIQUE VTAB ROWID PINNED DATATYPE'.split(' '),
  AUTH: ['USER'],
  NOTICE: ['RECOVER_WAL', 'RECOVER_ROLLBACK', 'RBU'],
  WARNING: ['AUTOINDEX'],
}

/** Returns the name of a result: `SQLITE_BUSY_SNAPSHOT` for 517. A result that is newer than this program has the name of its kind. */
export const resultName = (result: number): string => {
  const kind = kinds[result & 0xff] ?? 'ERROR'
  const detail = details[kind]?.[(result >> 8) - 1]
  return detail ? `SQLITE_${kind}_${detail}` : `SQLITE_${kind}`
}

export const engineNames = ['better-sqlite3', 'node:sqlite'] as const
export type EngineName = (typeof engineNames)[number]

/** An open database. */
export interface SqliteEngine {
  readonly name: EngineName
  /** Reason why the preferred engine is not used, and how to get it. */
  readonly fallback?: string
  /** Prepares a statement. Errors have the SQLite codes as names, such as `SQLITE_BUSY_SNAPSHOT`, and the messages of SQLite. */
  readonly prepare: (sql: string) => SqlitePrepared
  readonly execute: (sql: string) => void
  readonly inTransaction: () => boolean
  /** Closes the database. It is idempotent. */
  readonly close: () => void
}

/** A prepared statement. Integers beyond the exact range of a double are rounded. */
export interface SqlitePrepared {
  readonly all: (values: ReadonlyArray<SqlValue>) => ReadonlyArray<unknown>
  /** Returns the rows as arrays in the order of the columns. */
  readonly rows: (values: ReadonlyArray<SqlValue>) => ReadonlyArray<ReadonlyArray<SqlValue>>
  readonly get: (values: ReadonlyArray<SqlValue>) => unknown
  /** Returns the number of rows written. */
  readonly run: (values: ReadonlyArray<SqlValue>) => number
}

export interface EngineOptions {
  readonly busyTimeoutMs: number
  readonly readOnly: boolean
}

/** An engine that is loaded and ready to open databases. */
export interface LoadedEngine {
  readonly name: EngineName
  /** Opens a file, which must exist. */
  readonly openFile: (path: string, options: EngineOptions) => SqliteEngine
  /** Opens a database from memory, only for reading. */
  readonly openImage: (image: Buffer) => SqliteEngine
}
