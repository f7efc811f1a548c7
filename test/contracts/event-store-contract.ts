/** Contract of every event store, whatever it is made of. */
import { EventStore } from '@crabtrail/core'
import * as Effect from 'effect/Effect'
import { describe, expect, test } from 'vitest'
import { appendAll, document, refusalOf } from './appended.ts'
import { appendChecks } from './event-store-appends.ts'
import { readChecks } from './event-store-reads.ts'
import { append, brain, chain, content, keyed, row } from './sample-log.ts'
import { dump } from './store-dump.ts'
import { type Check, inStore, type MakeLayer } from './store-layer.ts'

export const eventStoreContract = (name: string, makeLayer: MakeLayer): void => {
  describe(`${name} as an event store`, () => {
    test.each(eventStoreChecks)('$title', ({ run }) => run(makeLayer))
  })
}

const [first = row(), second = row(), third = row()] = chain([2, 3, 1])

export const eventStoreChecks: ReadonlyArray<Check> = [...readChecks, ...appendChecks]

/** Rules about what is still there when the store is opened again; not for one that forgets. */
export const durableEventStoreContract = (name: string, makeLayer: MakeLayer): void => {
  describe(`${name} opened again`, () => {
    test('INV-15 a key is remembered across restarts: its answer stays, another signal is a conflict', async () => {
      const layer = makeLayer()
      const key = keyed('a', 'one')
      await inStore(
        layer,
        Effect.andThen(
          appendAll([first]),
          EventStore.use((store) => store.append(append(second, { key }))),
        ),
      )

      await inStore(
        layer,
        Effect.gen(function* () {
          const store = yield* EventStore
          expect(yield* store.recorded(brain, key.key)).toEqual({ signal: key.signal, first: 3, count: 3 })
          expect((yield* refusalOf(append(third, { key })))._tag).toBe('WrongExpectedPosition')
          expect((yield* refusalOf(append(third, { key: keyed('a', 'two') })))._tag).toBe('IdempotencyConflict')
        }),
      )
    })

    test('everything that was written is there', async () => {
      const layer = makeLayer()
      const before = await inStore(
        layer,
        Effect.gen(function* () {
          const store = yield* EventStore
          yield* store.append(append(first, { contents: [content()], key: keyed('a', 'a') }))
          yield* store.append(append(second, { index: [document(1, ['word'])], durability: 'power' }))
          return yield* dump
        }),
      )

      expect(await inStore(layer, dump)).toEqual(before)
      await inStore(layer, appendAll([third]))
    })
  })
}
