/** Interface of a database engine, limited to what the store uses. */
import type { SqlValue } from '../../statements/statement.ts'

export const engineNames = ['better-sqlite3', 'node:sqlite'] as const
export type EngineName = (typeof engineNames)[number]

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
