/** Contract of every store of snapshots. */
import { type BrainKey, EventStore, type SnapshotBlock, type SnapshotRecord, SnapshotStore } from '@crabtrail/core'
import * as Effect from 'effect/Effect'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { oneIn } from '../properties/runs.ts'
import { append, brain, chain, otherBrain, row, sha256 } from './sample-log.ts'
import { dump } from './store-dump.ts'
import { type Check, inStore, type MakeLayer } from './store-layer.ts'

export const snapshotStoreContract = (name: string, makeLayer: MakeLayer): void => {
  describe(`${name} as a snapshot store`, () => {
    test.each(snapshotStoreChecks)('$title', ({ run }) => run(makeLayer))
  })
}

/** Rules about what is still there when the store is opened again, or open twice; not for one that forgets. */
export const durableSnapshotStoreContract = (name: string, makeLayer: MakeLayer): void => {
  describe(`${name} as a snapshot store that is opened again`, () => {
    test('INV-08 a snapshot is there for whoever opens the store next, and for who has it open already', async () => {
      const layer = makeLayer()
      const found = Effect.all([SnapshotStore.use((store) => store.list(brain)), read(5)])
      await inStore(layer, holding)

      await inStore(
        layer,
        Effect.gen(function* () {
          expect(yield* found).toEqual([[], undefined])
          yield* Effect.promise(() => inStore(layer, write(five)))
          expect(yield* found).toEqual([[five.record], five.blocks])
        }),
      )

      expect(await inStore(layer, found)).toEqual([[five.record], five.blocks])
    })
  })
}

type Data = SnapshotBlock['data']

interface Snapshot {
  readonly record: SnapshotRecord
  readonly blocks: ReadonlyArray<SnapshotBlock>
}

const digestOf = (data: Data): string => (typeof data === 'string' ? sha256(data) : sha256(`bytes ${data.join(' ')}`))

const snapshotOf = (position: number, blocks: ReadonlyArray<SnapshotBlock>, fields: Partial<SnapshotRecord> = {}): Snapshot => ({
  record: {
    position,
    hash: sha256(`commit ${position}`),
    version: 3,
    blocks: blocks.map(({ data, name }) => ({ name, digest: digestOf(data) })),
    ...fields,
  },
  blocks,
})

const five = snapshotOf(5, [
  { name: 'head', data: '{"é":"🦀"}' },
  { name: 'graph/1', data: Uint8Array.of(0, 255, 128, 10) },
])

const write = ({ blocks, record }: Snapshot, key: BrainKey = brain) =>
  SnapshotStore.use((store) =>
    store.write(
      key,
      record,
      blocks.map(({ data }) => data),
    ),
  )

/** A store may give its bytes in any kind of byte array. */
const read = (position: number, key: BrainKey = brain) =>
  SnapshotStore.use((store) =>
    Effect.map(store.read(key, position), (blocks) =>
      blocks?.map(({ data, name }) => ({ name, data: typeof data === 'string' ? data : Uint8Array.from(data) })),
    ),
  )

const [first = row(), second = row()] = chain([2, 3])

const holding = Effect.gen(function* () {
  const events = yield* EventStore
  yield* events.append(append(first))
  yield* events.append(append(row(), { brain: otherBrain }))
  return yield* SnapshotStore
})

const data: fc.Arbitrary<Data> = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }).map((text) => text.toWellFormed()),
  fc.uint8Array({ maxLength: 40 }),
  fc.constantFrom('', 'a', '\0', new Uint8Array(), 'x'.repeat(20_000), new Uint8Array(20_000).fill(7)),
)

const snapshots: fc.Arbitrary<ReadonlyArray<Snapshot>> = fc.array(
  fc
    .tuple(
      fc.integer({ min: 1, max: 4 }),
      fc.array(fc.record({ name: fc.constantFrom('head', 'graph/1', 'turns/2'), data }), { maxLength: 4 }),
    )
    .map(([position, blocks]) => snapshotOf(position, blocks)),
  { maxLength: 6 },
)

/** Returns the snapshots that a store holds after these were written, in this order. */
const lastOf = (written: ReadonlyArray<Snapshot>): ReadonlyArray<Snapshot> =>
  [...new Map(written.map((one) => [one.record.position, one])).values()].sort((a, b) => a.record.position - b.record.position)

const [shared, own] = [
  { name: 'graph/1', data: Uint8Array.of(1, 2, 3) },
  { name: 'head', data: '{}' },
]
/** Three of which the one that is dropped shares its blocks with both that stay. */
const sharing = [snapshotOf(1, [shared, own]), snapshotOf(2, [shared]), snapshotOf(3, [own])]

export const snapshotStoreChecks: ReadonlyArray<Check> = [
  {
    title: 'INV-08 gives back byte for byte what was written last at a position, texts and bytes, and lists it by rising position',
    run: (makeLayer) =>
      fc.assert(
        fc.asyncProperty(snapshots, (written) =>
          inStore(
            makeLayer(),
            Effect.gen(function* () {
              const store = yield* holding
              for (const one of written) yield* write(one)

              expect(yield* store.list(brain)).toEqual(lastOf(written).map(({ record }) => record))
              for (const { blocks, record } of lastOf(written)) expect(yield* read(record.position)).toEqual(blocks)
              expect(yield* read(9)).toBeUndefined()
            }),
          ),
        ),
        oneIn(4),
      ),
  },
  {
    title: 'keeps what it is told to keep, whatever blocks that shares with what it drops',
    run: (makeLayer) =>
      fc.assert(
        fc.asyncProperty(snapshots, fc.uniqueArray(fc.integer({ min: 1, max: 5 })), (written, kept) =>
          inStore(
            makeLayer(),
            Effect.gen(function* () {
              const store = yield* holding
              for (const one of written) yield* write(one)

              yield* store.keep(brain, kept)

              const left = lastOf(written).filter(({ record }) => kept.includes(record.position))
              expect(yield* store.list(brain)).toEqual(left.map(({ record }) => record))
              for (const position of [1, 2, 3, 4]) {
                const blocks = left.find(({ record }) => record.position === position)?.blocks
                expect(yield* read(position)).toEqual(blocks)
              }
            }),
          ),
        ),
        { ...oneIn(4), examples: [[sharing, [2, 3]]] },
      ),
  },
  {
    title: 'has copies of its own: what a caller does to his bytes, or to those he was given, changes nothing',
    run: (makeLayer) =>
      inStore(
        makeLayer(),
        Effect.gen(function* () {
          const store = yield* holding
          const mine = Uint8Array.of(1, 2, 3)
          const one = snapshotOf(5, [{ name: 'graph/1', data: mine }])
          yield* write(one)
          mine.fill(9)

          const given = (yield* store.read(brain, 5))?.[0]?.data
          expect([...(given ?? '')]).toEqual([1, 2, 3])
          if (given instanceof Uint8Array) given.fill(8)

          expect((yield* read(5))?.[0]?.data).toEqual(Uint8Array.of(1, 2, 3))
        }),
      ),
  },
  {
    title: 'brains share nothing, and one that is not there has no snapshots and gets none',
    run: (makeLayer) =>
      inStore(
        makeLayer(),
        Effect.gen(function* () {
          const store = yield* holding
          const other = snapshotOf(5, five.blocks, { version: 4 })
          const missing = 'no/such/brain' as typeof brain
          yield* write(five)
          yield* write(other, otherBrain)
          yield* store.keep(otherBrain, [])

          expect(yield* store.list(otherBrain)).toEqual([])
          expect(yield* read(5, otherBrain)).toBeUndefined()
          expect([yield* store.list(missing), yield* read(5, missing)]).toEqual([[], undefined])
          for (const refused of [write(five, missing), store.keep(missing, [5])]) {
            expect(yield* Effect.flip(refused)).toMatchObject({ _tag: 'StoreUnavailable', reason: 'not-found' })
          }
          expect(yield* store.list(brain)).toEqual([five.record])
          expect(yield* read(5)).toEqual(five.blocks)
        }),
      ),
  },
  {
    title: 'INV-19 is a cache: snapshots come and go, and nothing else is touched',
    run: (makeLayer) =>
      inStore(
        makeLayer(),
        Effect.gen(function* () {
          const store = yield* holding
          const before = yield* dump

          yield* write(five)
          yield* write(snapshotOf(2, five.blocks.slice(0, 1)))
          expect(yield* dump).toEqual(before)
          yield* store.keep(brain, [])

          expect(yield* dump).toEqual(before)
          expect(yield* store.list(brain)).toEqual([])
        }),
      ),
  },
  {
    title: 'INV-13 under a lock that ends badly a snapshot is taken back, and under one that ends well it stays',
    run: (makeLayer) =>
      inStore(
        makeLayer(),
        Effect.gen(function* () {
          const store = yield* holding
          const events = yield* EventStore
          const writing = <A, E>(ending: Effect.Effect<A, E>) =>
            events.locked(brain, (locked) =>
              locked
                .append(append(second))
                .pipe(Effect.andThen(write(five)), Effect.andThen(store.keep(brain, [5])), Effect.andThen(ending)),
            )
          yield* write(snapshotOf(2, [{ name: 'head', data: 'two' }]))

          expect(yield* Effect.flip(writing(Effect.fail('no')))).toBe('no')
          expect((yield* store.list(brain)).map(({ position }) => position)).toEqual([2])
          expect(yield* read(2)).toEqual([{ name: 'head', data: 'two' }])

          expect(yield* writing(store.list(brain))).toEqual([five.record])
          expect(yield* read(5)).toEqual(five.blocks)
        }),
      ),
  },
]
