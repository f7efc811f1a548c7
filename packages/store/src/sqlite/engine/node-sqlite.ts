/** The SQLite engine of Node. It is available wherever this program runs and replaces better-sqlite3 if that cannot be loaded. */
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import type { SqlValue } from '../../statements/statement.ts'
import type { LoadedEngine, SqliteEngine, SqlitePrepared } from './engine.ts'
import { codeOf } from './failure.ts'

const name = 'node:sqlite'

/**
 * Loads the engine. Throws if Node was built without it. It is no static import, so that a process with the other engine does not load it.
 */
export const loadNodeSqlite = (): LoadedEngine => {
  const sqlite = process.getBuiltinModule('node:sqlite')
  if (sqlite === undefined) throw new Error('this Node was built without it')
  return {
    name,
    // Without a timeout it would not wait for locks, and with a plain path it would create a missing file.
    openFile: (path, { busyTimeoutMs, readOnly }) =>
      engineOver(told(() => new sqlite.DatabaseSync(readOnly ? path : existing(path), { readOnly, timeout: busyTimeoutMs }))),
    openImage: (image) => engineOver(told(() => imageOf(new sqlite.DatabaseSync(':memory:'), image))),
  }
}

const existing = (path: string): URL => {
  const url = pathToFileURL(path)
  url.searchParams.set('mode', 'rw')
  return url
}

/** Error of Node versions that cannot open a database from memory, some of 25 and 26. */
class ImageUnknown extends Error {
  override readonly name = 'ImageUnknown'
}

/** Opens an image of a database. An empty image is skipped, because it cannot be loaded. */
const imageOf = (database: DatabaseSync, image: Buffer): DatabaseSync => {
  if (typeof database.deserialize !== 'function') throw new ImageUnknown(process.version)
  if (image.length > 0) database.deserialize(image)
  database.exec('pragma query_only = on')
  return database
}

const engineOver = (database: DatabaseSync): SqliteEngine => ({
  name,
  prepare: (sql) => prepared(told(() => database.prepare(sql))),
  execute: (sql) => told(() => database.exec(sql)),
  inTransaction: () => database.isOpen && database.isTransaction,
  close: () => {
    if (database.isOpen) database.close()
  },
})

type Row = ReadonlyArray<SqlValue>

const prepared = (statement: StatementSync): SqlitePrepared => {
  statement.setReturnArrays(true)
  let columns: ReadonlyArray<string> | undefined
  /** Makes the object of a row. The objects of the engine have no prototype and take half as long again. */
  const objectOf = (row: Row): Record<string, SqlValue> => {
    columns ??= statement.columns().map((column) => column.name)
    const object: Record<string, SqlValue> = {}
    for (let i = 0; i < columns.length; i++) object[columns[i] ?? ''] = row[i] ?? null
    return object
  }
  const rows: SqlitePrepared['rows'] = (values) => read(statement, () => statement.all(...values))
  return {
    rows,
    all: (values) => rows(values).map(objectOf),
    get: (values) => {
      const [row] = read(statement, () => [statement.get(...values)])
      return row === undefined ? undefined : objectOf(row)
    },
    run: (values) => told(() => Number(statement.run(...values).changes)),
  }
}

/**
 * Reads rows. The engine refuses a number that is too large to be exact. Only damage produces one, and both engines must return the same
 * value for it.
 */
const read = (statement: StatementSync, run: () => ReadonlyArray<unknown>): ReadonlyArray<Row> => {
  try {
    return rowsOf(run())
  } catch (cause) {
    if (codeOf(cause) !== 'ERR_OUT_OF_RANGE') throw named(cause)
  }
  statement.setReadBigInts(true)
  try {
    return rowsOf(told(run)).map((row) => row.map((value) => (typeof value === 'bigint' ? Number(value) : value)))
  } finally {
    statement.setReadBigInts(false)
  }
}

/** Removes the undefined row that `get` gives if it finds none. */
const rowsOf = (found: ReadonlyArray<unknown>): ReadonlyArray<Row> => found.filter((row): row is Row => row !== undefined)

const told = <A>(run: () => A): A => {
  try {
    return run()
  } catch (cause) {
    throw named(cause)
  }
}

class SqliteFailure extends Error {
  readonly code: string

  constructor(cause: Error, code: string) {
    super(cause.message, { cause })
    this.code = code
  }
}

const named = (cause: unknown): unknown =>
  cause instanceof Error && 'errcode' in cause && typeof cause.errcode === 'number'
    ? new SqliteFailure(cause, resultName(cause.errcode))
    : cause

/* SQLite's names of its results. The low byte is the kind, the rest says more about it. */

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
