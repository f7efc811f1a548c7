/** The engine of the package better-sqlite3. Its native part is built for one kind of machine and may be missing. */
import { createRequire } from 'node:module'
import type Database from 'better-sqlite3'
import type { SqlValue } from '../../statements/statement.ts'
import type { LoadedEngine, SqliteEngine, SqlitePrepared } from './engine.ts'

const require = createRequire(import.meta.url)
const name = 'better-sqlite3'

/**
 * Loads the engine. Throws if the package or its native part cannot be loaded. It is no static import, because that would end the whole
 * program.
 */
export const loadBetterSqlite3 = (): LoadedEngine => {
  const open: typeof Database = require('better-sqlite3')
  // The package loads its native part with the first database.
  new open(':memory:').close()
  return {
    name,
    openFile: (path, { busyTimeoutMs, readOnly }) =>
      engineOver(new open(path, { timeout: busyTimeoutMs, readonly: readOnly, fileMustExist: true })),
    openImage: (image) => engineOver(new open(image, { readonly: true })),
  }
}

const engineOver = (database: Database.Database): SqliteEngine => ({
  name,
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
