/**
 * A process that asks a new question and is killed while the turn is stored, without a chance to put anything in order.
 *
 * Arguments: database file, question, at which statement: `before` or `after`, and how it begins. Prints nothing: it is dead, or ends with 0.
 */
import { layerMemory, layerRedactor, Memory } from '@crabtrail/core'
import { layerCryptography } from '@crabtrail/store'
import { layerSqlite } from '@crabtrail/store/sqlite'
import * as Effect from 'effect/Effect'
import * as Layer from 'effect/Layer'
import { watchStatements } from './statements.ts'

const [, , path = '', question = '', moment = '', statement = ''] = process.argv
let asking = false

// Opening the store and its brain begins and commits as well.
watchStatements((when, sql) => {
  if (asking && when === moment && sql.startsWith(statement)) process.kill(process.pid, 'SIGKILL')
})

const program = Effect.gen(function* () {
  const memory = yield* Memory
  yield* memory.stats({})
  asking = true
  yield* memory.recall({ question, autoNeurogenesis: true })
})

const ports = Layer.mergeAll(layerSqlite({ path }), layerCryptography, layerRedactor)
await Effect.runPromise(Effect.provide(program, Layer.provide(layerMemory, ports)))
