/** A database as the store uses it, whichever program reads and writes it: what every engine gives, and nothing more. */
import type { SqlValue } from '../statement.ts'

export const engineNames = ['better-sqlite3', 'node:sqlite'] as const
export type EngineName = (typeof engineNames)[number]

/** An open database. */
export interface SqliteEngine {
  readonly name: EngineName
  /** Why it is not the engine that is tried first, and what to do about that. */
  readonly fallback?: string
  /** Failures have the codes of SQLite by name, `SQLITE_BUSY_SNAPSHOT`, and its words. */
  readonly prepare: (sql: string) => SqlitePrepared
  readonly execute: (sql: string) => void
  readonly inTransaction: () => boolean
  /** Done twice it does nothing. */
  readonly close: () => void
}

/** Numbers that are too large to be exact are rounded. */
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

/** An engine that is loaded and ready to open databases. */
export interface LoadedEngine {
  readonly name: EngineName
  /** The file must be there. */
  readonly openFile: (path: string, options: EngineOptions) => SqliteEngine
  /** A whole database that lies in memory, for reading alone. */
  readonly openImage: (image: Buffer) => SqliteEngine
}
