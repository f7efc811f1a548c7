/**
 * A process that forgets a memory and is killed in the middle, without a chance to put anything in order.
 *
 * Arguments: database file, node, at which statement: `before` or `after`, and how it begins. Prints nothing: it is dead, or ends with 0.
 */
import { layerMemory, layerRedactor, Memory } from '@crabtrail/core'
import { layerCryptography } from '@crabtrail/store'
import { layerSqlite } from '@crabtrail/store/sqlite'
import * as Effect from 'effect/Effect'
import * as Layer from 'effect/Layer'
import { watchStatements } from './statements.ts'

const [, , path = '', node = '', moment = '', statement = ''] = process.argv
let begun = false
let forgetting = false

watchStatements((when, sql) => {
  // Opening the store and its brain writes as well.
  if (sql.includes('unfinished_erasures') && sql.startsWith('insert')) begun = true
  const isMeant = when === moment && sql.startsWith(statement) && (begun || statement.startsWith('begin'))
  if (isMeant && forgetting) process.kill(process.pid, 'SIGKILL')
})

const program = Effect.gen(function* () {
  const memory = yield* Memory
  yield* memory.stats({})
  forgetting = true
  yield* memory.forget({ node })
})

const ports = Layer.mergeAll(layerSqlite({ path }), layerCryptography, layerRedactor)
await Effect.runPromise(Effect.provide(program, Layer.provide(layerMemory, ports)))
