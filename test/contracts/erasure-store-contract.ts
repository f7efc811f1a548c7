/** Contract of erasure, in every store. */
import { ContentStore, type Erasing, ErasureStore, EventStore, type IndexChange, indexLines, SearchIndex } from '@crabtrail/core'
import * as Effect from 'effect/Effect'
import { describe, expect, test } from 'vitest'
import { after, append, brain, content, digest, keyed, otherBrain, row } from './sample-log.ts'
import { dump } from './store-dump.ts'
import { type Check, inStore, type MakeLayer } from './store-layer.ts'

export const erasureStoreContract = (name: string, makeLayer: MakeLayer): void => {
  describe(`${name} as a store that forgets`, () => {
    test.each(erasureStoreChecks)('$title', ({ run }) => run(makeLayer))
  })
}

const added = (node: number, terms: ReadonlyArray<string>, space: 'document' | 'cue' = 'document', from = 1): IndexChange => ({
  change: 'add',
  space,
  node,
  terms,
  counts: terms.map(() => 2),
  length: 2 * terms.length,
  words: terms.length,
  from,
})

const nothing: Erasing = { contents: [], nodes: [], index: [], signals: [], bury: [], position: 1 }

const text = content({ body: 'the crab', number: 1 })
const title = content({ kind: 'node-title', body: 'Crab', number: 1 })
const other = content({ body: 'the crab', number: 2 })
const question = content({ kind: 'question', owner: 'turn', number: 1, body: 'where?' })
const sealed = content({ kind: 'context', owner: 'turn', number: 1, body: undefined, fingerprint: '' })

/** Two nodes and a cue in a brain, the same in another. */
const holding = Effect.gen(function* () {
  const store = yield* EventStore
  const index = [added(1, ['crab', 'walks', 'ä']), added(2, ['crab', 'sleeps']), added(3, ['crab'], 'cue')]
  const first = { contents: [text, title, other, question, sealed], index, key: keyed('k', 'asked') }
  yield* store.append(append(row(), first))
  yield* store.append(append(row(), { ...first, brain: otherBrain }))
  return { contents: yield* ContentStore, erasure: yield* ErasureStore, index: yield* SearchIndex, store }
})

export const erasureStoreChecks: ReadonlyArray<Check> = [
  {
    title: 'knows every content of an owner, sealed ones included, oldest first, and of nobody else',
    run: (makeLayer) =>
      inStore(
        makeLayer(),
        Effect.gen(function* () {
          const { erasure } = yield* holding
          const named = ({ kind, number, owner, ref }: typeof text) => ({ ref, kind, owner, number })

          const owners = [{ owner: 'turn', numbers: [1, 9] } as const, { owner: 'node', numbers: [1] } as const]
          expect(yield* erasure.owned(brain, owners)).toEqual([text, title, question, sealed].map(named))
          expect(yield* erasure.owned(brain, [{ owner: 'node', numbers: [] }])).toEqual([])
          expect(yield* erasure.owned('no/such/brain' as typeof brain, owners)).toEqual([])
        }),
      ),
  },
  {
    title: 'knows which words only these documents have, and takes no cue for a document',
    run: (makeLayer) =>
      inStore(
        makeLayer(),
        Effect.gen(function* () {
          const { erasure } = yield* holding

          expect(yield* erasure.wordsOnlyIn(brain, [1])).toEqual(new Set(['walks', 'ä']))
          expect(yield* erasure.wordsOnlyIn(brain, [1, 2])).toEqual(new Set(['crab', 'walks', 'ä', 'sleeps']))
          expect(yield* erasure.wordsOnlyIn(brain, [3])).toEqual(new Set())
        }),
      ),
  },
  {
    title: 'takes bodies, salts, fingerprints and everything the index ever had of a node, and says how much that was',
    run: (makeLayer) =>
      inStore(
        makeLayer(),
        Effect.gen(function* () {
          const { contents, erasure, index, store } = yield* holding
          const again = after(row())
          yield* store.append(append(again, { index: [added(1, ['crab', 'swims'], 'document', 2)] }))
          const untouched = yield* dumpOf(otherBrain)

          const places = yield* erasure.erase(brain, { ...nothing, contents: [text.ref, title.ref, sealed.ref], nodes: [1] })

          expect(places).toEqual([
            { place: 'contents', rows: 3, bytes: 3 * 48 + 'the crab'.length + 'Crab'.length + 2 * 16 },
            {
              place: 'text index',
              rows: 5 + 2,
              bytes: 4 + 5 + 2 + 4 + 5,
            },
            { place: 'vectors', rows: 0, bytes: 0 },
            { place: 'digests of answered requests', rows: 0, bytes: 0 },
          ])
          expect((yield* contents.page(brain, undefined, 10)).map(({ ref }) => ref).sort()).toEqual([other.ref, question.ref].sort())
          expect(yield* contents.find(brain, 'node-text', text.fingerprint)).toEqual([{ ref: other.ref, owner: 'node', number: 2 }])
          expect(yield* index.statistics(brain, 'document')).toEqual({ documents: 1, totalLength: 4, totalWords: 2 })
          for (const at of [1, 2, undefined]) {
            const [crab, walks] = yield* index.postings(brain, 'document', ['crab', 'walks'], at)
            expect([[...(crab?.nodes ?? [])], [...(walks?.nodes ?? [])]]).toEqual([[2], []])
          }
          expect(indexLines(yield* index.whole(brain)).join('\n')).not.toMatch(/walks|swims/)
          expect(yield* dumpOf(otherBrain)).toEqual(untouched)
        }),
      ),
  },
  {
    title: 'puts what is left of a node in the place of what it had',
    run: (makeLayer) =>
      inStore(
        makeLayer(),
        Effect.gen(function* () {
          const { erasure, index } = yield* holding
          const left: ReadonlyArray<IndexChange> = [added(1, ['walks']), { change: 'end', space: 'document', node: 1, until: 3 }]

          yield* erasure.erase(brain, { ...nothing, nodes: [1, 9], index: left })

          expect(yield* index.statistics(brain, 'document')).toEqual({ documents: 1, totalLength: 4, totalWords: 2 })
          expect(yield* index.statistics(brain, 'document', 2)).toEqual({ documents: 2, totalLength: 6, totalWords: 3 })
        }),
      ),
  },
  {
    title: 'makes a key tell nothing of what was asked, and go on standing for its answer',
    run: (makeLayer) =>
      inStore(
        makeLayer(),
        Effect.gen(function* () {
          const { erasure, store } = yield* holding
          const { key, signal } = keyed('k', 'asked')

          const [, , , digests] = yield* erasure.erase(brain, { ...nothing, signals: [{ first: 1, instead: digest('x') }] })

          expect(digests).toEqual({ place: 'digests of answered requests', rows: 1, bytes: 16 })
          expect(yield* store.recorded(brain, key)).toEqual({ signal: digest('x'), first: 1, count: 1 })
          expect(yield* store.recorded(otherBrain, key)).toEqual({ signal, first: 1, count: 1 })
        }),
      ),
  },
  {
    title: 'buries with it, and lets go what is said to be read again',
    run: (makeLayer) =>
      inStore(
        makeLayer(),
        Effect.gen(function* () {
          const { contents, erasure } = yield* holding
          const [a, b] = [digest('a'), digest('b')]

          yield* erasure.erase(brain, { ...nothing, bury: [a, b, a] })
          expect(yield* contents.tombstones(brain)).toEqual([a, b].toSorted())

          yield* erasure.unbury(brain, [a, digest('c')])
          expect(yield* contents.tombstones(brain)).toEqual([b])
        }),
      ),
  },
  {
    title: 'erases all of it or nothing: a lock that ends badly takes it back, and what is said twice is done once',
    run: (makeLayer) =>
      inStore(
        makeLayer(),
        Effect.gen(function* () {
          const { erasure, store } = yield* holding
          const erasing: Erasing = {
            ...nothing,
            contents: [text.ref],
            nodes: [1],
            bury: [digest('a')],
            signals: [{ first: 1, instead: digest('x') }],
          }
          const before = yield* dump

          const failed = store.locked(brain, () => Effect.andThen(erasure.erase(brain, erasing), Effect.fail('no')))
          expect(yield* Effect.flip(failed)).toBe('no')
          expect(yield* dump).toEqual(before)

          yield* store.locked(brain, () => erasure.erase(brain, erasing))
          const once = yield* dump
          expect(yield* erasure.erase(brain, erasing)).toMatchObject([{ rows: 0 }, { rows: 0 }, { rows: 0 }, {}])
          expect(yield* dump).toEqual(once)
          const missing = yield* Effect.flip(erasure.erase('no/such/brain' as typeof brain, erasing))
          expect(missing).toMatchObject({ _tag: 'StoreUnavailable', reason: 'not-found' })
        }),
      ),
  },
  {
    title: 'finishes what the files still hold, once',
    run: (makeLayer) =>
      inStore(
        makeLayer(),
        Effect.gen(function* () {
          const { erasure } = yield* holding
          expect(yield* erasure.finish).toEqual({ places: [], waitsFor: undefined })
          yield* erasure.erase(brain, { ...nothing, contents: [text.ref] })

          const { places, waitsFor } = yield* erasure.finish
          expect(waitsFor).toBeUndefined()
          expect(places.filter(({ place }) => erasure.unreached.some((one) => one.place === place))).toEqual([])
          expect(yield* erasure.finish).toEqual({ places: [], waitsFor: undefined })
        }),
      ),
  },
]

const dumpOf = (key: typeof brain) => Effect.map(dump, (brains) => brains.find(({ record }) => record.brain === key))
