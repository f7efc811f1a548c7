/** The engine: what the store uses of better-sqlite3, and nothing else, so that another engine is one file. */
import Database from 'better-sqlite3'
import type { SqlValue } from '../statement.ts'

export interface SqliteEngine {
  readonly name: string
  readonly prepare: (sql: string) => SqlitePrepared
  readonly execute: (sql: string) => void
  readonly inTransaction: () => boolean
  readonly close: () => void
}

export interface SqlitePrepared {
  readonly all: (values: ReadonlyArray<SqlValue>) => ReadonlyArray<unknown>
  /** Rows as arrays in the order of the columns. */
  readonly rows: (values: ReadonlyArray<SqlValue>) => ReadonlyArray<ReadonlyArray<SqlValue>>
  readonly get: (values: ReadonlyArray<SqlValue>) => unknown
  /** How many rows were written. */
  readonly run: (values: ReadonlyArray<SqlValue>) => number
}

export interface EngineOptions {
  readonly busyTimeoutMs: number
  readonly readOnly: boolean
}

/** The addon itself is loaded here, not by the import. */
export const openEngine = (path: string, { busyTimeoutMs, readOnly }: EngineOptions): SqliteEngine =>
  engineOver(new Database(path, { timeout: busyTimeoutMs, readonly: readOnly, fileMustExist: true }))

/** A whole database that lies in memory, for reading alone. */
export const openImage = (image: Buffer): SqliteEngine => engineOver(new Database(image, { readonly: true }))

const engineOver = (database: Database.Database): SqliteEngine => ({
  name: 'better-sqlite3',
  prepare: (sql) => prepared(database, sql),
  execute: (sql) => {
    database.exec(sql)
  },
  inTransaction: () => database.inTransaction,
  close: () => {
    database.close()
  },
})

const prepared = (database: Database.Database, sql: string): SqlitePrepared => {
  const statement = database.prepare<Array<ReadonlyArray<SqlValue>>>(sql)
  let arrays: Database.Statement<Array<ReadonlyArray<SqlValue>>, ReadonlyArray<SqlValue>> | undefined
  return {
    all: (values) => statement.all(values),
    rows: (values) => {
      arrays ??= database.prepare<Array<ReadonlyArray<SqlValue>>, ReadonlyArray<SqlValue>>(sql).raw()
      return arrays.all(values)
    },
    get: (values) => statement.get(values),
    run: (values) => statement.run(values).changes,
  }
}
