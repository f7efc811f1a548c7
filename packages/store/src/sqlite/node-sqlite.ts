/** The SQLite engine of Node. It is available wherever this program runs and replaces better-sqlite3 if that cannot be loaded. */
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import type { SqlValue } from '../statement.ts'
import { type LoadedEngine, resultName, type SqliteEngine, type SqlitePrepared } from './engine.ts'

import { codeOf } from './failure.ts'

const name = 'node:sqlite'

/** Throws where Node was built without it. Not an import: who has the other engine does not load this one. */
export const loadNodeSqlite = (): LoadedEngine => {
  const sqlite = process.getBuiltinModule('node:sqlite')
  if (sqlite === undefined) throw new Error('this Node was built without it')
  return {
    name,
    // Without a busy timeout of ours it would wait for nobody, and by its name alone it would make a file that is not there.
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

/** Some versions of Node 25 and 26 cannot take over a database that lies in memory. */
class ImageUnknown extends Error {
  override readonly name = 'ImageUnknown'
}

/** An empty database has no bytes, which is none that can be taken over. */
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
  /** The objects that it makes itself have no prototype and take half as long again. */
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

/** It gives no number that is too large to be exact. Only damage makes one, and then both engines are to say the same of it. */
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

/** There is none where `get` found nothing. */
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
