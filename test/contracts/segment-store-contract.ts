/** Contract of every store of segments of the log. */
import { type BrainKey, EventStore, type SegmentPart, type SegmentRecord, SegmentStore } from '@crabtrail/core'
import * as Effect from 'effect/Effect'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { oneIn } from '../properties/runs.ts'
import { append, brain, otherBrain, row, sha256 } from './sample-log.ts'
import { dump } from './store-dump.ts'
import { type Check, inStore, type MakeLayer } from './store-layer.ts'

export const segmentStoreContract = (name: string, makeLayer: MakeLayer): void => {
  describe(`${name} as a store of segments`, () => {
    test.each(segmentStoreChecks)('$title', ({ run }) => run(makeLayer))
  })
}

/** Rules about what is still there when the store is opened again; not for one that forgets. */
export const durableSegmentStoreContract = (name: string, makeLayer: MakeLayer): void => {
  describe(`${name} as a store of segments that is opened again`, () => {
    test('INV-08 a segment is there for whoever opens the store next', async () => {
      const layer = makeLayer()
      await inStore(layer, Effect.andThen(holding, write(one)))

      expect(await inStore(layer, found(keys))).toEqual({ segments: [one.record], parts: placed(one) })
    })
  })
}

interface Segment {
  readonly record: SegmentRecord
  readonly parts: ReadonlyArray<SegmentPart>
}

const segment = (first: number, last: number, ...parts: ReadonlyArray<SegmentPart>): Segment => ({
  record: { first, last, hash: sha256(`commit ${last}`), version: 3, turn: first, cause: last },
  parts,
})

const node = (part: number, ...data: ReadonlyArray<number>): SegmentPart => ({ kind: 'node', part, data: Uint8Array.from(data) })
const edge = (part: number, ...data: ReadonlyArray<number>): SegmentPart => ({ kind: 'edge', part, data: Uint8Array.from(data) })

const one = segment(1, 4, node(0, 1, 255), node(1, 2), edge(0))
const two = segment(5, 9, node(0, 3), edge(0, 4))
const keys = [
  { kind: 'node', part: 0 },
  { kind: 'node', part: 1 },
  { kind: 'edge', part: 0 },
] as const

const write = ({ parts, record }: Segment, key: BrainKey = brain) => SegmentStore.use((store) => store.write(key, record, parts))

const plain = (part: SegmentPart): SegmentPart => ({ ...part, data: Uint8Array.from(part.data) })
const byKey = (a: SegmentPart, b: SegmentPart): number => (a.kind === b.kind ? a.part - b.part : a.kind < b.kind ? -1 : 1)

/** A store may give its bytes in any kind of byte array, and the parts of a segment in any order. */
const found = (asked: typeof keys | readonly [], key: BrainKey = brain) =>
  SegmentStore.use((store) =>
    Effect.map(
      store.find(key, asked),
      (answer) =>
        answer && {
          segments: answer.segments,
          parts: answer.parts.map((part) => ({ ...plain(part), first: part.first })).sort((a, b) => a.first - b.first || byKey(a, b)),
        },
    ),
  )

const read = (first: number, key: BrainKey = brain) =>
  SegmentStore.use((store) => Effect.map(store.read(key, first), (parts) => parts?.map(plain).sort(byKey)))

const placed = ({ parts, record: { first } }: Segment) => parts.map((part) => ({ ...part, first })).sort(byKey)

const holding = Effect.gen(function* () {
  const events = yield* EventStore
  yield* events.append(append(row()))
  yield* events.append(append(row(), { brain: otherBrain }))
  return yield* SegmentStore
})

/** What a store holds after these were written in this order: the plain rule. */
const held = (written: ReadonlyArray<Segment>): ReadonlyArray<Segment> => {
  let left: ReadonlyArray<Segment> = []
  for (const next of written) {
    const { first, last } = next.record
    const starts = new Set([...left.map(({ record }) => record.first), (left.at(-1)?.record.last ?? 0) + 1])
    const within = left.filter(({ record }) => record.first >= first && record.first <= last)
    if (!starts.has(first) || within.some(({ record }) => record.last > last)) continue
    left = [...left.filter((kept) => !within.includes(kept)), next].sort((a, b) => a.record.first - b.record.first)
  }
  return left
}

const segments = fc.array(
  fc
    .record({
      first: fc.integer({ min: 1, max: 8 }),
      length: fc.integer({ min: 1, max: 8 }),
      nodes: fc.uniqueArray(fc.integer({ min: 0, max: 2 })),
      data: fc.uint8Array({ maxLength: 5 }),
    })
    .map(({ data, first, length, nodes }) =>
      segment(first, first + length - 1, ...nodes.map((part) => node(part, ...data)), edge(0, length)),
    ),
  { maxLength: 8 },
)

export const segmentStoreChecks: ReadonlyArray<Check> = [
  {
    title: 'INV-08 segments follow on each other without a gap, and each is, byte for byte, what was written last in its place',
    run: (makeLayer) =>
      fc.assert(
        fc.asyncProperty(segments, (written) =>
          inStore(
            makeLayer(),
            Effect.gen(function* () {
              yield* holding
              for (const [i, next] of written.entries()) expect(yield* write(next)).toBe(held(written.slice(0, i + 1)).includes(next))

              const left = held(written)
              const asked = new Set<string>(keys.map(({ kind, part }) => `${kind} ${part}`))
              const parts = left.flatMap((kept) => placed(kept).filter(({ kind, part }) => asked.has(`${kind} ${part}`)))
              expect(yield* found(keys)).toEqual({ segments: left.map(({ record }) => record), parts })
              for (const { parts: whole, record } of left) expect(yield* read(record.first)).toEqual([...whole].sort(byKey))
            }),
          ),
        ),
        oneIn(2),
      ),
  },
  {
    title: 'a segment takes the place of those within it, and one that another process overtook is not written',
    run: (makeLayer) =>
      inStore(
        makeLayer(),
        Effect.gen(function* () {
          const store = yield* holding
          const both = segment(1, 9, node(0, 7))

          expect([yield* write(two), yield* write(one), yield* write(two), yield* write(both)]).toEqual([false, true, true, true])
          expect(yield* found(keys)).toEqual({ segments: [both.record], parts: placed(both) })
          expect(yield* read(5)).toBeUndefined()
          expect([yield* write(one), yield* write(two)]).toEqual([false, false])
          expect(yield* found([])).toEqual({ segments: [both.record], parts: [] })
          yield* store.drop(brain)
          yield* Effect.andThen(write(one), write(two))
          expect((yield* store.find(brain, keys, 4))?.parts.map(({ first }) => first)).toEqual([1, 1, 1])
          expect((yield* store.find(brain, keys, 4))?.segments).toEqual([one.record, two.record])
        }),
      ),
  },
  {
    title: 'has copies of its own: what a caller does to his bytes, or to those he was given, changes nothing in segments',
    run: (makeLayer) =>
      inStore(
        makeLayer(),
        Effect.gen(function* () {
          const store = yield* holding
          const mine = node(0, 1, 2, 3)
          yield* write(segment(1, 4, mine))
          mine.data.fill(9)

          const given = [...((yield* store.find(brain, keys))?.parts ?? []), ...((yield* store.read(brain, 1)) ?? [])]
          for (const { data } of given) data.fill(8)

          expect(yield* read(1)).toEqual([node(0, 1, 2, 3)])
        }),
      ),
  },
  {
    title: 'brains share no segments, and one that is not there has none and gets none',
    run: (makeLayer) =>
      inStore(
        makeLayer(),
        Effect.gen(function* () {
          const store = yield* holding
          const missing = 'no/such/brain' as typeof brain
          yield* write(one)
          yield* write(segment(1, 2), otherBrain)
          yield* store.drop(otherBrain)

          expect(yield* found(keys, otherBrain)).toEqual({ segments: [], parts: [] })
          expect([yield* found(keys, missing), yield* read(1, missing)]).toEqual([{ segments: [], parts: [] }, undefined])
          for (const refused of [write(one, missing), store.drop(missing)]) {
            expect(yield* Effect.flip(refused)).toMatchObject({ _tag: 'StoreUnavailable', reason: 'not-found' })
          }
          expect(yield* found(keys)).toEqual({ segments: [one.record], parts: placed(one) })
        }),
      ),
  },
  {
    title: 'INV-19 is a cache: segments come and go, and nothing else is touched',
    run: (makeLayer) =>
      inStore(
        makeLayer(),
        Effect.gen(function* () {
          const store = yield* holding
          const before = yield* dump

          yield* write(one)
          yield* write(two)
          expect(yield* dump).toEqual(before)
          yield* store.drop(brain)

          expect(yield* dump).toEqual(before)
          expect(yield* found(keys)).toEqual({ segments: [], parts: [] })
        }),
      ),
  },
  {
    title: 'INV-13 under a lock that ends badly a segment is taken back, and under one that ends well it stays',
    run: (makeLayer) =>
      inStore(
        makeLayer(),
        Effect.gen(function* () {
          yield* holding
          const events = yield* EventStore
          const writing = <A, E>(ending: Effect.Effect<A, E>) => events.locked(brain, () => write(two).pipe(Effect.andThen(ending)))
          yield* write(one)

          expect(yield* Effect.flip(writing(Effect.fail('no')))).toBe('no')
          expect((yield* found([]))?.segments).toEqual([one.record])

          yield* writing(Effect.void)
          expect((yield* found([]))?.segments).toEqual([one.record, two.record])
        }),
      ),
  },
]
