/**
 * Words that were erased do not stay in the memory of a process: neither of the one that erased them, nor of another.
 *
 * In short: `test/contracts/runs/postgres.test.ts`
 */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { type BrainKey, type Erasing, ErasureStore, EventStore, type Postings, SearchIndex } from '@crabtrail/core'
import * as Effect from 'effect/Effect'
import { afterEach, expect, test } from 'vitest'
import { handClock } from '../models/hand-clock.ts'
import { type OpenStore, openStore } from '../models/open-store.ts'
import { sharedPostgres } from '../src/shared-postgres.ts'
import { postgresStore } from './postgres-stores.ts'
import { append, brain, otherBrain, row } from './sample-log.ts'

const { describePostgres, server } = sharedPostgres()

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

const opened: Array<OpenStore> = []
afterEach(async () => {
  for (const store of opened.splice(0)) await store.close()
})

const clock = handClock()
const storeAt = (url: string): OpenStore => {
  const store = openStore({ layer: postgresStore(url, 'pool=3'), clock })
  opened.push(store)
  return store
}

const index = [1, 2].map((node) => ({
  ...({ change: 'add', space: 'document', node, terms: [`walks${node}`, 'crab'], counts: [1, 1], length: 2, words: 2, from: 1 } as const),
}))

/** A database with two brains of two texts each. */
const database = async (): Promise<string> => {
  const url = await server().createDatabase()
  await storeAt(url).run(
    EventStore.use((log) => Effect.andThen(log.append(append(row(), { index })), log.append(append(row(), { index, brain: otherBrain })))),
  )
  return url
}

const erasing: Erasing = { contents: [], nodes: [1], index: [], signals: [], bury: [], position: 1 }

/** Reads the head, and then the postings of a word there, as a recall does. Gives the postings that the process keeps. */
const readWord = async (store: OpenStore, key: BrainKey): Promise<WeakRef<Postings>> => {
  const found = await store.run(
    Effect.gen(function* () {
      yield* (yield* EventStore).tail(key, 2, 1)
      return yield* (yield* SearchIndex).postings(key, 'document', ['walks1'], 1)
    }),
  )
  expect([...(found[0]?.nodes ?? [])]).toEqual([1])
  return new WeakRef(found[0] ?? expect.unreachable())
}

const isKept = async (postings: WeakRef<Postings>): Promise<boolean> => {
  // A weak reference holds what it gave until the end of the turn.
  await new Promise((resolve) => setImmediate(resolve))
  collectGarbage()
  return postings.deref() !== undefined
}

describePostgres('words of a text index in PostgreSQL', () => {
  test('that are erased within a lock go from memory with its commit, also those that were read before it', async () => {
    const store = storeAt(await database())
    const [before, other] = [await readWord(store, brain), await readWord(store, otherBrain)]
    expect(await isKept(before)).toBe(true)

    const meanwhile = await store.run(
      EventStore.use((log) =>
        log.locked(brain, () =>
          Effect.gen(function* () {
            yield* (yield* ErasureStore).erase(brain, erasing)
            return yield* Effect.promise(() => readWord(store, brain))
          }),
        ),
      ),
    )

    expect([await isKept(before), await isKept(meanwhile), await isKept(other)]).toEqual([false, false, true])
  })

  test('that are erased without a lock go from memory, too', async () => {
    const store = storeAt(await database())
    const before = await readWord(store, brain)

    await store.run(ErasureStore.use((erasure) => erasure.erase(brain, erasing)))

    expect(await isKept(before)).toBe(false)
  })

  test('that another process erased go at a checkpoint, once the brain was read again or was not read for some minutes', async () => {
    const url = await database()
    const [here, there] = [storeAt(url), storeAt(url)]
    const checkpoint = () => here.run(EventStore.use((log) => log.checkpoint))
    const [asked, left] = [await readWord(here, brain), await readWord(here, otherBrain)]
    for (const key of [brain, otherBrain]) await there.run(ErasureStore.use((erasure) => erasure.erase(key, erasing)))

    await here.run(EventStore.use((log) => log.tail(brain, 2, 1)))
    await checkpoint()
    expect([await isKept(asked), await isKept(left)]).toEqual([false, true])

    clock.now += 299_000
    await checkpoint()
    expect(await isKept(left)).toBe(true)

    clock.now += 2_000
    await checkpoint()
    expect(await isKept(left)).toBe(false)
  })
})
