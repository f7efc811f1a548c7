import { type EventStore, Memory, type MemoryMethods, StoreUnavailable } from '@crabtrail/core'
import * as Deferred from 'effect/Deferred'
import * as Effect from 'effect/Effect'
import * as Fiber from 'effect/Fiber'
import * as Layer from 'effect/Layer'
import { expect, test } from 'vitest'
import { reopenable } from './reopenable.ts'

const moved = new StoreUnavailable({ reason: 'moved', place: '/a.db', detail: 'it was replaced', retryable: false })

/** Memories with a number each; the log tells when one is opened and closed. */
const numbered = (log: string[]) => {
  let last = 0
  const layer = Layer.effect(
    Memory,
    Effect.acquireRelease(
      Effect.sync(() => {
        last += 1
        log.push(`${last} opened`)
        return { number: last } as unknown as Memory['Service']
      }),
      (memory) => Effect.sync(() => void log.push(`${numberOf(memory)} closed`)),
    ),
  )
  return reopenable(layer as unknown as Layer.Layer<Memory | EventStore>)
}
const numberOf = (memory: MemoryMethods) => (memory as unknown as { readonly number: number }).number

test('a memory whose file was taken away is closed when the last request that uses it has ended', async () => {
  const log: string[] = []
  const store = numbered(log)

  await Effect.runPromise(
    Effect.gen(function* () {
      const door = yield* Deferred.make<void>()
      const waiting = yield* Effect.forkChild(
        store.use((memory) =>
          Effect.andThen(
            Deferred.await(door),
            Effect.sync(() => void log.push(`used ${numberOf(memory)}`)),
          ),
        ),
        { startImmediately: true },
      )
      yield* Effect.flip(store.use(() => Effect.fail(moved)))
      yield* store.use((memory) => Effect.sync(() => void log.push(`used ${numberOf(memory)}`)))
      yield* Deferred.succeed(door, undefined)
      yield* Fiber.join(waiting)
      yield* store.close
    }),
  )

  expect(log).toEqual(['1 opened', '2 opened', 'used 2', 'used 1', '1 closed', '2 closed'])
})

test('a late user of a memory that was taken away does not close the one that was opened since', async () => {
  const log: string[] = []
  const store = numbered(log)

  await Effect.runPromise(
    Effect.gen(function* () {
      const door = yield* Deferred.make<void>()
      const waiting = yield* Effect.forkChild(Effect.flip(store.use(() => Effect.andThen(Deferred.await(door), Effect.fail(moved)))), {
        startImmediately: true,
      })
      yield* Effect.flip(store.use(() => Effect.fail(moved)))
      yield* store.use(() => Effect.void)
      yield* Deferred.succeed(door, undefined)
      yield* Fiber.join(waiting)
      yield* store.use((memory) => Effect.sync(() => void log.push(`used ${numberOf(memory)}`)))
    }),
  )

  expect(log).toEqual(['1 opened', '2 opened', '1 closed', 'used 2'])
})
