/** Tells of every statement that better-sqlite3 runs in this process, so that a process can end itself at a chosen one. */
import Database from 'better-sqlite3'

export type Moment = 'before' | 'after'

export const watchStatements = (at: (moment: Moment, sql: string) => void): void => {
  const { exec, prepare } = Database.prototype
  Database.prototype.exec = function (this: Database.Database, sql: string) {
    at('before', sql)
    const done = exec.call(this, sql)
    at('after', sql)
    return done
  }
  Database.prototype.prepare = function (this: Database.Database, sql: string) {
    const prepared = prepare.call(this, sql)
    for (const method of ['run', 'get', 'all'] as const) {
      const original = prepared[method]
      Object.defineProperty(prepared, method, {
        value: (...given: ReadonlyArray<unknown>) => {
          at('before', sql)
          const done = Reflect.apply(original, prepared, given)
          at('after', sql)
          return done
        },
      })
    }
    return prepared
  } as typeof prepare
}
