import { SegmentStore } from '@crabtrail/core'
import * as Context from 'effect/Context'
import * as Effect from 'effect/Effect'
import { expect, test } from 'vitest'
import { keepSegments } from '../../packages/core/src/application/naming/segments.ts'
import { noMark, type SegmentSizes, segmentBuilder, segmentSizes } from '../../packages/core/src/domain/history/segments.ts'
import { brain } from '../contracts/sample-log.ts'
import { openStore, type StoreOptions } from '../models/open-store.ts'

test('parts of segments join in any order', () => {
  const [one, two] = [segmentBuilder(1, noMark), segmentBuilder(5_001, noMark)]
  for (let first = 1; first < 5_000; first += 500) one.begin(first, 10)
  for (let first = 5_001; first < 13_000; first += 500) two.begin(first, 10)
  const joined = (order: 'given' | 'reversed') => {
    const builder = segmentBuilder(1, noMark)
    builder.join(1, order === 'given' ? one.parts() : one.parts().toReversed(), one.mark())
    builder.join(5_001, order === 'given' ? two.parts() : two.parts().toReversed(), two.mark())
    return builder.parts()
  }

  expect(joined('reversed')).toEqual(joined('given'))
})

/** A memory whose process is overtaken by `overtake`, if it is set, just before it next reads the parts of a segment. */
const openOvertaken = async () => {
  const state: { overtake: (() => Promise<unknown>) | undefined; drops: number } = { overtake: undefined, drops: 0 }
  const between: NonNullable<StoreOptions['between']> = (stores) => {
    const segments = Context.get(stores, SegmentStore)
    const first = Effect.promise(async () => {
      const before = state.overtake
      state.overtake = undefined
      await before?.()
    })
    return Context.add(stores, SegmentStore, {
      ...segments,
      read: (...asked) => Effect.andThen(first, segments.read(...asked)),
      drop: (key) =>
        Effect.suspend(() => {
          state.drops++
          return segments.drop(key)
        }),
    })
  }
  const store = openStore({ between })
  const memory = await store.memory()
  const keep = async (sizes: Partial<SegmentSizes> = {}) => {
    const { position } = await memory.show({})
    return store.run(keepSegments({ key: brain, fold: { position } } as never, { ...segmentSizes, due: 1, ...sizes }))
  }
  return { store, memory, keep, state }
}

test('a segment that another process extends while it is read is not counted twice', async () => {
  const { keep, memory, state, store } = await openOvertaken()
  await memory.heartbeat({ tags: ['first'] })
  await keep()
  for (let i = 0; i < 8; i++) await memory.heartbeat({ tags: [`tag ${i}`] })

  state.overtake = keep
  await keep()

  expect((await memory.stats({})).eventsByType['HeartbeatObserved']).toBe(9)
  expect((await memory.verify({ rederive: true })).checks.filter(({ ok }) => !ok)).toEqual([])
  await store.close()
})

test('segments that another process joins while one of them is read are kept', async () => {
  const { keep, memory, state, store } = await openOvertaken()
  const segments = async () =>
    (await store.run(SegmentStore.use((kept) => kept.find(brain, []))))?.segments.map(({ first, last }) => [first, last])
  const sizes = { due: 4, most: 1_000 }
  let joined = 0
  for (let round = 0; round < 24; round++) {
    for (let i = 0; i < sizes.due; i++) await memory.heartbeat({ tags: [`tag ${i}`] })
    const before = (await segments())?.length ?? 0
    state.overtake = async () => {
      while (await keep(sizes));
      if (((await segments())?.length ?? 0) < before) joined++
    }
    while (await keep(sizes));
  }

  expect(joined).toBeGreaterThan(0)
  expect(state.drops).toBe(0)
  expect((await memory.verify({ rederive: true })).checks.filter(({ ok }) => !ok)).toEqual([])
  await store.close()
})
