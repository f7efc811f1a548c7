/**
 * A process that writes to one store without end: signals to a memory and bare commits, whatever the seed says.
 *
 * Arguments: database file, seed. It says that it is ready, begins when it is told to on standard input, and tells each commit when it was
 * acknowledged, not before.
 */
import { layerMemory, layerRedactor, Memory, type MemoryHere } from '@crabtrail/core'
import { layerCryptography } from '@crabtrail/store'
import { layerSqlite } from '@crabtrail/store/sqlite'
import * as Effect from 'effect/Effect'
import * as Layer from 'effect/Layer'
import { engineNames } from '../../packages/store/src/sqlite/engine/engine.ts'
import { random } from '../bench/random.ts'
import { appendBare } from './bare-commits.ts'
import { bareSnapshot } from './bare-snapshots.ts'
import { memorySignal } from './memory-signals.ts'
import { tell, telling } from './telling.ts'

const live = Effect.fnUntraced(function* (seed: number) {
  const chance = random(seed)
  const memory: MemoryHere = yield* Memory
  const phase = <A, E, R>(name: string, work: Effect.Effect<A, E, R>) =>
    Effect.sync(() => tell({ began: name })).pipe(Effect.andThen(work), Effect.andThen(Effect.sync(() => tell({ ended: name }))))
  for (;;) {
    const kind = chance.below(20)
    if (kind < 11) yield* phase('signal', memorySignal(memory, chance))
    else if (kind < 16) yield* phase('bare', appendBare(chance))
    else if (kind < 18) yield* phase('snapshot', bareSnapshot(chance))
    else yield* phase('upkeep', memory.upkeep({}))
  }
})

const [, , path = '', seed = '1'] = process.argv
/** Engine of this life. Lives take turns, so each engine reads files that the other one wrote. */
const engine = engineNames[Number(seed) % engineNames.length] ?? 'better-sqlite3'
const store = Layer.effectContext(Effect.map(Layer.build(layerSqlite({ path, busyTimeoutMs: 30_000, engine })), telling))
const memory = layerMemory.pipe(Layer.provideMerge(Layer.mergeAll(store, layerCryptography, layerRedactor)))

tell({ ready: true })
process.stdin.once('data', () => {
  process.stdin.pause()
  void Effect.runPromise(Effect.provide(live(Number(seed)), memory))
})
