/**
 * A process that sends one brain so many signals, one after the other, beside whoever else does.
 *
 * Arguments: database file, name of its session, how many. It says `ready` and begins when it is told to on standard input; at the end it
 * prints what it met as one line of JSON.
 */
import { layerMemory, layerRedactor, Memory } from '@crabtrail/core'
import { layerCryptography } from '@crabtrail/store'
import { layerSqlite } from '@crabtrail/store/sqlite'
import * as Effect from 'effect/Effect'
import * as Layer from 'effect/Layer'
import { countedRaces } from '../src/counted-races.ts'

const [, , path = '', name = '', count = '0'] = process.argv
const met = { name, recalls: 0, feedbacks: 0, conflicts: 0, locks: 0, errors: [] as Array<string>, ms: 0 }

const counted = Effect.map(Layer.build(layerSqlite({ path, busyTimeoutMs: 30_000 })), countedRaces(met))

const questions = ['How do we roll back a bad deploy of the API?', 'Jobs pile up in the queue, what do I restart?', 'Who reads the rota?']

const program = Effect.gen(function* () {
  const memory = yield* Memory
  const began = performance.now()
  let found = ''
  for (let i = 0; i < Number(count); i++) {
    const speaker = { session: name, actor: name } as const
    const question = questions[i % questions.length] ?? ''
    const signal =
      i % 10 === 9
        ? Effect.map(memory.feedback({ ...speaker, verdict: 'used', outcome: 0.01, nodes: [found] }), () => void met.feedbacks++)
        : Effect.map(memory.recall({ ...speaker, question }), ({ items }) => {
            met.recalls++
            found = items[0]?.node ?? found
          })
    yield* Effect.catch(signal, (error) => Effect.sync(() => met.errors.push(`${error._tag}: ${error.message}`)))
  }
  met.ms = Math.round(performance.now() - began)
})

process.stdout.write('ready\n')
process.stdin.once('data', () => {
  process.stdin.pause()
  const memory = layerMemory.pipe(Layer.provide([Layer.effectContext(counted), layerCryptography, layerRedactor]))
  void Effect.runPromise(Effect.provide(program, memory)).then(() => process.stdout.write(`${JSON.stringify(met)}\n`))
})
