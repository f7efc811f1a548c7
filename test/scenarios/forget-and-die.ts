/**
 * A process that forgets a memory and is killed in the middle, without a chance to put anything in order.
 *
 * Arguments: database file, node, at which statement: `before` or `after`, and how it begins. Prints nothing: it is dead, or ends with 0.
 */
import { layerMemory, layerRedactor, Memory } from '@crabtrail/core'
import { layerCryptography } from '@crabtrail/store'
import { layerSqlite } from '@crabtrail/store/sqlite'
import Database from 'better-sqlite3'
import * as Effect from 'effect/Effect'
import * as Layer from 'effect/Layer'

const [, , path = '', node = '', moment = '', statement = ''] = process.argv
let begun = false

const at = (when: string, sql: string): void => {
  // Opening the store and its brain writes as well.
  if (sql.includes('unfinished_erasures') && sql.startsWith('insert')) begun = true
  const isMeant = when === moment && sql.startsWith(statement) && (begun || statement.startsWith('begin'))
  if (isMeant && forgetting) process.kill(process.pid, 'SIGKILL')
}
let forgetting = false

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

const program = Effect.gen(function* () {
  const memory = yield* Memory
  yield* memory.stats({})
  forgetting = true
  yield* memory.forget({ node })
})

const ports = Layer.mergeAll(layerSqlite({ path }), layerCryptography, layerRedactor)
await Effect.runPromise(Effect.provide(program, Layer.provide(layerMemory, ports)))
