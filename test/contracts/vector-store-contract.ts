/** Contract of every store of vectors. */
import { type ContentRef, ErasureStore, EventStore, type NodeVector, VectorStore } from '@crabtrail/core'
import * as Effect from 'effect/Effect'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { oneIn } from '../properties/runs.ts'
import { after, append, brain, content, otherBrain, row } from './sample-log.ts'
import { dump } from './store-dump.ts'
import { type Check, inStore, type MakeLayer } from './store-layer.ts'

export const vectorStoreContract = (name: string, makeLayer: MakeLayer): void => {
  describe(`${name} as a store of vectors`, () => {
    test.each(vectorStoreChecks)('$title', ({ run }) => run(makeLayer))
  })
}

/** Rules about what is still there when the store is opened again, or open twice; not for one that forgets. */
export const durableVectorStoreContract = (name: string, makeLayer: MakeLayer): void => {
  describe(`${name} as a store of vectors that is opened again`, () => {
    test('a vector is there for whoever opens the store next, and for who has it open already', async () => {
      const layer = makeLayer()
      await inStore(layer, holding)

      await inStore(
        layer,
        Effect.gen(function* () {
          expect(yield* all()).toEqual([])
          yield* Effect.promise(() => inStore(layer, put([vectorOf(1), vectorOf(2)])))
          expect(yield* all()).toEqual([vectorOf(1), vectorOf(2)])
        }),
      )

      expect(await inStore(layer, all())).toEqual([vectorOf(1), vectorOf(2)])
    })
  })
}

const texts = [1, 2, 3].map((number) => content({ body: `text ${number}`, number }))
const title = content({ kind: 'node-title', body: 'Title', number: 1 })
const absent = content({ body: 'nobody has this' }).ref

const refOf = (node: number): ContentRef => texts[node - 1]?.ref ?? absent

const vectorOf = (node: number, numbers: ReadonlyArray<number> = [node, -0.5, 0], titled?: ContentRef): NodeVector => ({
  node,
  madeOf: { title: titled, text: refOf(node) },
  vector: Float32Array.from(numbers),
})

const holding = Effect.gen(function* () {
  const events = yield* EventStore
  const contents = [...texts, title]
  yield* events.append(append(row(), { contents }))
  yield* events.append(append(row(), { contents, brain: otherBrain }))
  return yield* VectorStore
})

const put = (vectors: ReadonlyArray<NodeVector>, key = brain, embedder = 'e') =>
  VectorStore.use((store) => store.put(key, embedder, vectors))

const all = (key = brain, embedder = 'e') => VectorStore.use((store) => store.page(key, embedder, 0, 100))

const erase = (contents: ReadonlyArray<ContentRef>, nodes: ReadonlyArray<number> = []) =>
  ErasureStore.use((store) => store.erase(brain, { contents, nodes, index: [], signals: [], bury: [], position: 1 }))

const numbers = fc.array(
  fc.double({ noNaN: true }).map((number) => Math.fround(number)),
  { minLength: 0, maxLength: 9 },
)

/** A page of one node leaves two behind it. */
const threeNodes: Array<[number, Array<number>]> = [
  [1, [1]],
  [2, [2]],
  [3, [3]],
]

export const vectorStoreChecks: ReadonlyArray<Check> = [
  {
    title: 'gives back number for number what was put last of a node, by rising node, in pages of any size',
    run: (makeLayer) =>
      fc.assert(
        fc.asyncProperty(
          fc.array(fc.tuple(fc.constantFrom(1, 2, 3), numbers), { maxLength: 6 }),
          fc.integer({ min: 1, max: 4 }),
          (made, size) =>
            inStore(
              makeLayer(),
              Effect.gen(function* () {
                const store = yield* holding
                for (const [node, vector] of made) yield* put([vectorOf(node, vector)])
                const last = [...new Map(made)].sort(([a], [b]) => a - b).map(([node, vector]) => vectorOf(node, vector))

                const read: Array<NodeVector> = []
                for (;;) {
                  const page = yield* store.page(brain, 'e', read.at(-1)?.node ?? 0, size)
                  if (page.length === 0) break
                  read.push(...page)
                }

                expect(read).toEqual(last)
                expect(yield* store.of(brain, 'e', [3, 1, 9])).toEqual(last.filter(({ node }) => node !== 2))
                expect(yield* store.page(brain, 'e', 0, -1)).toEqual([])
              }),
            ),
        ),
        { ...oneIn(4), examples: [[threeNodes, 1]] },
      ),
  },
  {
    title: 'keeps embedders and brains apart, counts and drops each alone, and all of a brain',
    run: (makeLayer) =>
      inStore(
        makeLayer(),
        Effect.gen(function* () {
          const store = yield* holding
          const missing = 'no/such/brain' as typeof brain
          yield* put([vectorOf(1), vectorOf(2)])
          yield* put([vectorOf(1, [7], title.ref)], brain, 'another')
          yield* put([vectorOf(3)], otherBrain)

          expect(yield* store.embedders(brain)).toEqual([
            { embedder: 'another', vectors: 1 },
            { embedder: 'e', vectors: 2 },
          ])
          yield* store.remove(brain, 'e', [2, 3])
          expect([yield* all(), yield* all(brain, 'another')]).toEqual([[vectorOf(1)], [vectorOf(1, [7], title.ref)]])
          yield* store.drop(brain, 'e')
          expect((yield* store.embedders(brain)).map(({ embedder }) => embedder)).toEqual(['another'])
          yield* store.drop(brain)
          expect(yield* store.embedders(brain)).toEqual([])
          expect(yield* all(otherBrain)).toEqual([vectorOf(3)])
          expect([yield* store.embedders(missing), yield* all(missing), yield* store.of(missing, 'e', [1])]).toEqual([[], [], []])
          for (const refused of [put([vectorOf(1)], missing), store.remove(missing, 'e', [1]), store.drop(missing)]) {
            expect(yield* Effect.flip(refused)).toMatchObject({ _tag: 'StoreUnavailable', reason: 'not-found' })
          }
        }),
      ),
  },
  {
    title: 'has copies of its own: what a caller does to his vector, or to one he was given, changes nothing',
    run: (makeLayer) =>
      inStore(
        makeLayer(),
        Effect.gen(function* () {
          yield* holding
          const mine = vectorOf(1)
          yield* put([mine])
          mine.vector.fill(9)
          const [given] = yield* all()
          given?.vector.fill(8)

          expect(yield* all()).toEqual([vectorOf(1)])
        }),
      ),
  },
  {
    title: 'INV-57 has no vector of a content that is not there: what is erased takes its vectors along, and none comes after it',
    run: (makeLayer) =>
      inStore(
        makeLayer(),
        Effect.gen(function* () {
          yield* holding
          const vectors = [vectorOf(1, [1], title.ref), vectorOf(2), vectorOf(3)]
          yield* put([...vectors, { ...vectorOf(9), madeOf: { title: undefined, text: absent } }, vectorOf(8, [1], absent)])
          yield* put(vectors, brain, 'another')
          yield* put(vectors, otherBrain)
          expect(yield* all()).toEqual(vectors)

          const places = yield* erase([title.ref], [3])

          expect(places).toContainEqual({ place: 'vectors', rows: 4, bytes: 2 * 4 + 2 * 12 })
          yield* put(vectors)
          expect(yield* all()).toEqual([vectorOf(2), vectorOf(3)])
          expect(yield* all(brain, 'another')).toEqual([vectorOf(2)])
          yield* erase([refOf(2), refOf(3)])
          yield* put(vectors)
          expect([yield* all(), yield* all(brain, 'another')]).toEqual([[], []])
          expect(yield* all(otherBrain)).toEqual(vectors)
        }),
      ),
  },
  {
    title: 'INV-19 is a cache: vectors come and go, and nothing else is touched',
    run: (makeLayer) =>
      inStore(
        makeLayer(),
        Effect.gen(function* () {
          const store = yield* holding
          const before = yield* dump

          yield* put([vectorOf(1), vectorOf(2)])
          expect(yield* dump).toEqual(before)
          yield* store.drop(brain)

          expect(yield* dump).toEqual(before)
        }),
      ),
  },
  {
    title: 'INV-13 under a lock that ends badly what was put or dropped is taken back, and under one that ends well it stays',
    run: (makeLayer) =>
      inStore(
        makeLayer(),
        Effect.gen(function* () {
          const store = yield* holding
          const events = yield* EventStore
          const changing = <A, E>(ending: Effect.Effect<A, E>) =>
            events.locked(brain, (locked) =>
              locked
                .append(append(after(row())))
                .pipe(Effect.andThen(store.drop(brain)), Effect.andThen(store.put(brain, 'e', [vectorOf(2)])), Effect.andThen(ending)),
            )
          yield* put([vectorOf(1)])

          expect(yield* Effect.flip(changing(Effect.fail('no')))).toBe('no')
          expect(yield* all()).toEqual([vectorOf(1)])

          yield* changing(Effect.void)
          expect(yield* all()).toEqual([vectorOf(2)])
        }),
      ),
  },
]
