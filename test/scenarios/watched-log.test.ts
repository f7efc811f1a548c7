import { type Answer, EventStore, layerMemory, Memory, type MemoryHere, StoreUnavailable, type WatchedEvents } from '@crabtrail/core'
import * as Context from 'effect/Context'
import * as Effect from 'effect/Effect'
import * as Fiber from 'effect/Fiber'
import * as Layer from 'effect/Layer'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { tailLog } from '../../packages/core/src/application/history/log.ts'
import type { BrainEvent } from '../../packages/core/src/domain/events/brain-event.ts'
import { BrainKey } from '../../packages/core/src/domain/identity.ts'
import { type OpenStore, openStore, type Stores } from '../models/open-store.ts'
import { runs } from '../properties/runs.ts'

const brain = BrainKey.make('local/main/default')

/** State of the layer between the reader and the store, which counts the commits read and can fail. */
const way = { commits: 0, trouble: 0, elsewhere: undefined as EventStore['Service'] | undefined }

const between = (stores: Context.Context<Stores>): Context.Context<Stores> => {
  const store = Context.get(stores, EventStore)
  const tail: EventStore['Service']['tail'] = (key, from, limit) =>
    Effect.suspend(() => {
      if (way.trouble-- > 0) return Effect.fail(new StoreUnavailable({ reason: 'locked', place: 'here', detail: 'no', retryable: true }))
      return Effect.tap((way.elsewhere ?? store).tail(key, from, limit), ({ rows }) => Effect.sync(() => (way.commits += rows.length)))
    })
  return Context.add(stores, EventStore, { ...store, tail })
}

let store: OpenStore
let memory: MemoryHere
beforeEach(async () => {
  Object.assign(way, { commits: 0, trouble: 0, elsewhere: undefined })
  store = openStore({ between })
  memory = await memoryOf(store)
  await store.run(memory.ingest({ documents: [{ source: 'a.md', format: 'markdown', text: '# Quay\n\nShips.\n\n## Crane\n\nLifts.\n' }] }))
  for (let i = 0; i < 9; i++) await recall(`talk ${i % 3}`)
})
afterEach(() => store.close())

const memoryOf = async (one: OpenStore) => Context.get(await one.run(Effect.scoped(Layer.build(Layer.fresh(layerMemory)))), Memory)

const recall = (session: string) => store.run(memory.recall({ question: 'which ships?', session }))

const whole = async () => (await store.run(memory.log({ limit: 10_000 }))).events

/** Asks until so many events were given; answers with what each asking gave. */
const pages = <A, E>(next: Effect.Effect<ReadonlyArray<A>, E, EventStore>, events: number) =>
  store.run(
    Effect.gen(function* () {
      const given: Array<ReadonlyArray<A>> = []
      while (given.flat().length < events) given.push(yield* next)
      return given
    }),
  )

const positions = (events: ReadonlyArray<{ readonly position: number }>) => events.map(({ position }) => position)

describe('the tail of a log', () => {
  test('INV-17 gives every event once and in order, from any position on and in pages of any size', async () => {
    const all = positions(await whole())

    await fc.assert(
      fc.asyncProperty(fc.nat(all.length - 1), fc.integer({ min: 1, max: 20 }), async (after, commitsPerPage) => {
        const next = await store.run(tailLog(brain, after, { commitsPerPage }))

        const given = await pages<BrainEvent, unknown>(next, all.length - after)

        expect(positions(given.flat())).toEqual(all.slice(after))
        expect(given.every((page) => page.length > 0)).toBe(true)
      }),
      { ...runs, numRuns: 50 },
    )
  })

  test('is read a page at a time, when it is asked and not before', async () => {
    const next = await store.run(tailLog(brain, 0, { commitsPerPage: 2 }))
    way.commits = 0

    for (let asked = 1; asked <= 4; asked++) {
      await recall('meanwhile')
      way.commits = 0
      await store.run(next)
      expect(way.commits).toBe(2)
    }
  })

  test('gives what is committed while it waits, and ends when it is no longer waited for', async () => {
    const all = await whole()
    const next = await store.run(tailLog(brain, all.length, { pollEveryMs: 1 }))
    const waiting = store.run(next)
    await recall('late')
    const given = await waiting

    expect(positions(given)).toEqual(positions((await whole()).slice(all.length)))
    const ended = await store.run(
      Effect.gen(function* () {
        const fiber = yield* Effect.forkChild(next)
        yield* Effect.yieldNow
        yield* Fiber.interrupt(fiber)
        return fiber.pollUnsafe()
      }),
    )
    expect(ended?._tag).toBe('Failure')
  })

  test('that could not be read goes on where it stood', async () => {
    const all = positions(await whole())
    const next = await store.run(tailLog(brain, 0, { commitsPerPage: 3 }))
    const given: Array<number> = []
    while (given.length < all.length) {
      way.trouble = 1
      await expect(store.run(next)).rejects.toMatchObject({ reason: 'locked' })
      given.push(...positions(await store.run(next)))
    }

    expect(given).toEqual(all)
  })

  test('is not that of a log which was put back to an earlier day, or of another one', async () => {
    const all = await whole()
    const { lines } = await store.run(memory.export({}))
    const other = openStore()
    const another = openStore()
    const [copy, stranger] = [await memoryOf(other), await memoryOf(another)]
    await other.run(copy.import({ lines }))
    await another.run(stranger.ingest({ documents: [{ source: 'b.md', format: 'markdown', text: '# Other\n\nAnother log.\n' }] }))
    for (let i = 0; i < 30; i++) await another.run(stranger.recall({ question: 'other?' }))
    const next = await store.run(tailLog(brain, 0))
    await pages<BrainEvent, unknown>(next, all.length)
    await recall('newer')
    await store.run(next)

    for (const { run } of [other, another]) {
      way.elsewhere = await run(EventStore)
      await expect(store.run(next)).rejects.toMatchObject({ _tag: 'IntegrityBroken', brain })
    }
    await other.close()
    await another.close()
  })

  test('of a brain or a position that is not there is none', async () => {
    const end = (await whole()).length

    await expect(store.run(tailLog(BrainKey.make('local/main/nobody'), 0))).rejects.toMatchObject({ _tag: 'NotFound', what: 'brain' })
    await expect(store.run(tailLog(brain, end + 1))).rejects.toMatchObject({ _tag: 'NotFound', what: 'position', name: String(end + 1) })
  })
})

describe('a log that is watched', () => {
  const watched = (request: Parameters<MemoryHere['watch']>[0]): Promise<WatchedEvents> => store.run(memory.watch(request))

  test('tells the same as the log, and no more than was asked for', async () => {
    for (let i = 0; i < 40; i++) await recall(`talk ${i % 3}`)
    for (const request of [{}, { type: 'TurnStarted' }, { session: 'talk 1' }, { turn: 't3' }, { node: 'a.md#crane' }, { names: true }]) {
      const { events } = await store.run(memory.log({ ...request, limit: 10_000 }))

      const given = await pages<Answer.LoggedEvent, unknown>(await watched({ ...request, from: '1' }), events.length)

      expect(given.flat()).toEqual(events)
    }
  })

  test('without a beginning tells what comes next; the position behind the end is a beginning, too', async () => {
    const end = (await whole()).length
    const both = [await watched({}), await watched({ from: String(end + 1) })]

    await recall('later')

    for (const next of both) expect(positions(await store.run(next))[0]).toBe(end + 1)
  })

  test('by a session’s key tells of the next session of that key as well', async () => {
    const before = (await whole()).length
    const next = await watched({ session: 'talk 1' })
    await store.run(memory.session({ session: 'talk 1', event: 'ended' }))
    await recall('talk 2')
    await recall('talk 1')
    const { events } = await store.run(memory.log({ session: 'talk 1', from: String(before + 1) }))

    const given = (await pages<Answer.LoggedEvent, unknown>(next, events.length)).flat()

    expect(given).toEqual(events)
    expect(new Set(given.map(({ session }) => session)).size).toBe(2)
  })

  test('cannot be asked for what is not there', async () => {
    for (const request of [{ session: 'nobody' }, { turn: 't99' }, { node: 'gone.md' }, { from: '99999' }, { brain: 'nobody' }])
      await expect(watched(request)).rejects.toMatchObject({ _tag: 'NotFound' })
    await expect(watched({ type: 'Nonsense' })).rejects.toMatchObject({ _tag: 'InvalidRequest', field: 'type' })
  })
})
