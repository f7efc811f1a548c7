/** Interface of a database engine, limited to what the store uses. */
import type { SqlValue } from '../statement.ts'

export const engineNames = ['better-sqlite3', 'node:sqlite'] as const
export type EngineName = (typeof engineNames)[number]

/** An open database. */
export interface SqliteEngine {
  readonly name: EngineName
  /** Why the preferred engine is not used, and how to get it. */
  readonly fallback?: string
  /** Errors have the SQLite codes as names, such as `SQLITE_BUSY_SNAPSHOT`, and the messages of SQLite. */
  readonly prepare: (sql: string) => SqlitePrepared
  readonly execute: (sql: string) => void
  readonly inTransaction: () => boolean
  /** Idempotent. */
  readonly close: () => void
}

/** A prepared statement. Integers beyond the exact range of a double are rounded. */
export interface SqlitePrepared {
  readonly all: (values: ReadonlyArray<SqlValue>) => ReadonlyArray<unknown>
  /** Rows as arrays in the order of the columns. */
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
  /** The file must be there. */
  readonly openFile: (path: string, options: EngineOptions) => SqliteEngine
  /** Opens a database from memory, only for reading. */
  readonly openImage: (image: Buffer) => SqliteEngine
}
