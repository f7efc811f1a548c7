/**
 * A process that does one thing to a store and ends itself by SIGKILL just before the database is given its n-th statement.
 *
 * Arguments: database file, what to do, n; 0: do it to the end and tell how many statements that takes. Every commit is told as soon as it
 * is acknowledged.
 */
import { layerSqlite } from '@crabtrail/store/sqlite'
import Database from 'better-sqlite3'
import * as Effect from 'effect/Effect'
import * as Layer from 'effect/Layer'
import { type Deed, doDeed } from './deeds.ts'
import { tell, telling } from './telling.ts'

const [, , path = '', deed = '', at = '0'] = process.argv
let statements = 0
const count = (): void => {
  if (++statements === Number(at)) process.kill(process.pid, 'SIGKILL')
}

type Engine = Database.Database

/** Counts in front of the engine itself, so that nothing of ours is left out. */
const countStatements = (): void => {
  const { exec, prepare } = Database.prototype
  Database.prototype.exec = function (this: Engine, sql) {
    count()
    return exec.call(this, sql)
  }
  Database.prototype.prepare = function (this: Engine, sql: string) {
    const statement = prepare.call(this, sql)
    for (const name of ['run', 'get', 'all'] as const) {
      const run = statement[name]
      Object.defineProperty(statement, name, {
        value: (...values: ReadonlyArray<unknown>) => {
          count()
          return Reflect.apply(run, statement, values)
        },
      })
    }
    return statement
  } as typeof prepare
}

countStatements()
await doDeed(Layer.effectContext(Effect.map(Layer.build(layerSqlite({ path, engine: 'better-sqlite3' })), telling)), deed as Deed)
tell({ statements })
