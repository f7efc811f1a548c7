import { SegmentStore } from '@crabtrail/core'
import * as Context from 'effect/Context'
import * as Effect from 'effect/Effect'
import { expect, test } from 'vitest'
import { keepSegments } from '../../packages/core/src/application/history/segments.ts'
import { noMark } from '../../packages/core/src/domain/history/log-mark.ts'
import { segmentBuilder, segmentSizes } from '../../packages/core/src/domain/history/segments.ts'
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

test('a segment that another process extends while it is read is not counted twice', async () => {
  let overtake: (() => Promise<unknown>) | undefined
  const between: NonNullable<StoreOptions['between']> = (stores) => {
    const segments = Context.get(stores, SegmentStore)
    const first = Effect.promise(async () => {
      const before = overtake
      overtake = undefined
      await before?.()
    })
    return Context.add(stores, SegmentStore, { ...segments, read: (...asked) => Effect.andThen(first, segments.read(...asked)) })
  }
  const store = openStore({ between })
  const memory = await store.memory()
  const keep = async () => {
    const { position } = await memory.show({})
    await store.run(keepSegments({ key: brain, fold: { position } } as never, { ...segmentSizes, due: 1 }))
  }
  await memory.heartbeat({ tags: ['first'] })
  await keep()
  for (let i = 0; i < 8; i++) await memory.heartbeat({ tags: [`tag ${i}`] })

  overtake = keep
  await keep()

  expect((await memory.stats({})).eventsByType['HeartbeatObserved']).toBe(9)
  expect((await memory.verify({ rederive: true })).checks.filter(({ ok }) => !ok)).toEqual([])
  await store.close()
})
