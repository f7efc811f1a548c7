/**
 * A process that gets so many commits into one brain, beside others that do the same, through the memory as everybody uses it.
 *
 * Arguments: database file, its name, how many. It says that it is ready and begins when it is told to on standard input. Everything it
 * says is a line of JSON.
 */
import { writeSync } from 'node:fs'
import { layerMemory, layerRedactor, Memory } from '@crabtrail/core'
import { layerCryptography } from '@crabtrail/store'
import { layerSqlite } from '@crabtrail/store/sqlite'
import * as Effect from 'effect/Effect'
import * as Layer from 'effect/Layer'
import { countedRaces } from '../src/counted-races.ts'

export type Said = { readonly ready: true } | { readonly commits: number } | { readonly met: Met }

export interface Met {
  readonly name: string
  /** Races that were lost, and how often the lock was taken instead. */
  readonly conflicts: number
  readonly locks: number
  readonly errors: ReadonlyArray<string>
  /** Time of the slowest signal. */
  readonly longestMs: number
  readonly ms: number
}

const [, , path = '', name = '', count = '0'] = process.argv
const met = { name, conflicts: 0, locks: 0, errors: [] as Array<string>, longestMs: 0, ms: 0 }
const say = (said: Said): void => void writeSync(1, `${JSON.stringify(said)}\n`)

const compete = Effect.gen(function* () {
  const memory = yield* Memory
  const began = performance.now()
  for (let i = 0; i < Number(count); i++) {
    const speaker = { session: name, actor: name, key: `${name} ${i}` } as const
    const recalled = Effect.asVoid(memory.recall({ ...speaker, question: 'who reads the rota?' }))
    const signal = i % 4 === 3 ? recalled : Effect.asVoid(memory.heartbeat({ ...speaker, tags: [`tag ${i % 7}`] }))
    const from = performance.now()
    yield* Effect.catch(signal, (error) => Effect.sync(() => void met.errors.push(`${error._tag}: ${error.message}`)))
    met.longestMs = Math.max(met.longestMs, Math.round(performance.now() - from))
    say({ commits: i + 1 })
  }
  met.ms = Math.round(performance.now() - began)
})

const go = new Promise<void>((resolve) => {
  process.stdin.once('data', () => {
    process.stdin.pause()
    resolve()
  })
})

const store = Layer.effectContext(Effect.map(Layer.build(layerSqlite({ path })), countedRaces(met)))
const layer = layerMemory.pipe(Layer.provide([store, layerCryptography, layerRedactor]))
/** Everything is open before the start: nobody is ahead by that. */
const opened = Effect.andThen(
  Memory.use((memory) => memory.show({})),
  Effect.sync(() => say({ ready: true })),
)
await Effect.runPromise(opened.pipe(Effect.andThen(Effect.promise(() => go)), Effect.andThen(compete), Effect.provide(layer)))
say({ met })
