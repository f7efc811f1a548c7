/**
 * A process that moves all brains of a store and is killed in the middle, without a chance to put anything in order.
 *
 * Arguments: the two stores, and the step of the target before which it dies: the append of a commit, the tombstones and the text index of a
 * brain, each a step. Prints the number of steps if it is not killed.
 */
import { brainsToMove, ContentStore, EventStore, layerRedactor, moveBrain, planMove, SearchIndex, type StorePorts } from '@crabtrail/core'
import { layerCryptography } from '@crabtrail/store'
import { chosenStore, fileChoice, namesServer, serverChoice } from '@crabtrail/store/store-choice'
import * as Context from 'effect/Context'
import * as Effect from 'effect/Effect'
import * as Layer from 'effect/Layer'
import * as Result from 'effect/Result'

const [, , from = '', to = '', last = ''] = process.argv
let steps = 0

const step = <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.suspend(() => {
    if (++steps === Number(last)) process.kill(process.pid, 'SIGKILL')
    return work
  })

const watched = (ports: Context.Context<StorePorts>): Context.Context<StorePorts> => {
  const [events, contents, index] = [Context.get(ports, EventStore), Context.get(ports, ContentStore), Context.get(ports, SearchIndex)]
  const locked: typeof events.locked = (brain, body) =>
    events.locked(brain, (lock) => body({ ...lock, append: (append) => step(lock.append(append)) }))
  return ports.pipe(
    Context.add(EventStore, { ...events, locked }),
    Context.add(ContentStore, { ...contents, bury: (...given) => step(contents.bury(...given)) }),
    Context.add(SearchIndex, { ...index, rebuild: (...given) => step(index.rebuild(...given)) }),
  )
}

const open = (text: string) =>
  Layer.build(chosenStore(namesServer(text) ? Result.getOrThrow(serverChoice(text, process.env)) : fileChoice(text)))

const program = Effect.gen(function* () {
  const ports = yield* open(from)
  const source = { events: Context.get(ports, EventStore), contents: Context.get(ports, ContentStore) }
  const target = watched(yield* open(to))
  const moved = Effect.gen(function* () {
    for (const record of yield* brainsToMove(source, [])) yield* moveBrain(source, yield* planMove(source, record), () => Effect.void)
  })
  yield* Effect.provide(moved, Layer.mergeAll(Layer.succeedContext(target), layerCryptography, layerRedactor))
}).pipe(Effect.scoped)

await Effect.runPromise(program)
process.stdout.write(`${steps}\n`)
