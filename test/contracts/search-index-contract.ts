/** Contract of every text index: for any position it answers as if nothing had happened since. */
import { EventStore, type IndexChange, type IndexSpace, indexLines, postingLine, SearchIndex, textLine } from '@crabtrail/core'
import { tokeniserVersion } from '@crabtrail/text/words/tokenise'
import * as Effect from 'effect/Effect'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { pairPostings } from '../../packages/core/src/application/text-index/weighed-words.ts'
import { oneIn } from '../properties/runs.ts'
import { indexModel } from './index-model.ts'
import { after, append, brain, otherBrain, row } from './sample-log.ts'
import { type Check, inStore, type MakeLayer } from './store-layer.ts'

export const searchIndexContract = (name: string, makeLayer: MakeLayer): void => {
  describe(`${name} as a search index`, () => {
    test.each(searchIndexChecks)('$title', ({ run }) => run(makeLayer))
  })
}

const spaces: ReadonlyArray<IndexSpace> = ['document', 'cue', 'alias']
const vocabulary = ['crab', 'trail', 'é', '海', 'a b', '🦀', '\uFF01']

/** Changes at positions that never fall; few nodes and words, so that they meet. */
const changes: fc.Arbitrary<ReadonlyArray<IndexChange>> = fc
  .array(
    fc.record({
      step: fc.integer({ min: 0, max: 2 }),
      add: fc.boolean(),
      space: fc.constantFrom(...spaces),
      node: fc.integer({ min: 1, max: 4 }),
      words: fc.uniqueArray(fc.tuple(fc.constantFrom(...vocabulary), fc.integer({ min: 1, max: 9 })), { selector: ([word]) => word }),
      length: fc.integer({ min: 0, max: 50 }),
    }),
    { maxLength: 14 },
  )
  .map((steps) => {
    let position = 1
    return steps.map(({ add, length, node, space, step, words }): IndexChange => {
      position += step
      if (!add) return { change: 'end', space, node, until: position }
      const [terms, counts] = [words.map(([word]) => word), words.map(([, count]) => count)]
      return { change: 'add', space, node, terms, counts, length, words: words.length, from: position }
    })
  })

/** Texts of a few words, each with its words and its pairs of neighbours as terms, and the position from which it stands. */
const talks: fc.Arbitrary<ReadonlyArray<IndexChange>> = fc
  .array(
    fc.record({
      space: fc.constantFrom('document' as const, 'alias' as const),
      node: fc.integer({ min: 1, max: 4 }),
      words: fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 5 }),
    }),
    { maxLength: 8 },
  )
  .map((texts) =>
    texts.map(({ node, space, words }, i): IndexChange => {
      const terms = [...new Set([...words, ...words.slice(1).map((word, at) => `${words[at]} ${word}`)])]
      return { change: 'add', space, node, terms, counts: terms.map(() => 1), length: 2 * words.length, words: words.length, from: i + 1 }
    }),
  )
const pairs: ReadonlyArray<string> = ['a b', 'b a', 'a a', 'c d', 'd c', 'b c', 'd z', 'y z']

/** Nodes whose documents are counted apart; one of them never has any. */
const some = [2, 3, 99]

/** Returns the answers for a position, of the store and of the model. */
const answers = Effect.fnUntraced(function* (at?: number) {
  const index = yield* SearchIndex
  return yield* Effect.forEach(spaces, (space) =>
    Effect.gen(function* () {
      const found = yield* index.postings(brain, space, vocabulary, ...(at === undefined ? [] : [at]))
      const statistics = yield* index.statistics(brain, space, ...(at === undefined ? [] : [at]))
      const ofSome = yield* index.statisticsOf(brain, space, some, ...(at === undefined ? [] : [at]))
      return {
        statistics,
        ofSome,
        found: found.map(({ nodes, counts, lengths }) => [...nodes].map((node, i) => [node, counts[i], lengths[i]])),
      }
    }),
  )
})

const modelled = (applied: ReadonlyArray<IndexChange>, at?: number) => {
  const model = indexModel(applied, at)
  return spaces.map((space) => ({
    statistics: model.statistics(space),
    ofSome: model.statistics(space, (node) => some.includes(node)),
    found: vocabulary.map((term) => model.postings(space, term)),
  }))
}

/** Appends the changes in as many commits as there are parts, looking at the head after each. */
const inParts = Effect.fnUntraced(function* (parts: ReadonlyArray<ReadonlyArray<IndexChange>>) {
  const store = yield* EventStore
  const index = yield* SearchIndex
  yield* store.append(append(row()))
  let head = row()
  const applied: IndexChange[] = []
  for (const part of parts) {
    head = after(head, { count: 10 })
    yield* store.append(append(head, { index: part }))
    applied.push(...part)
    expect(yield* answers()).toEqual(modelled(applied))
    for (const space of spaces) {
      const held = indexModel(applied).filed(space)
      expect(yield* index.holds(brain, space, held)).toBe(true)
      for (const node of [1, 2, 3, 4, 5]) {
        expect(yield* index.holds(brain, space, [...held, { node, terms: [] }])).toBe(held.some((one) => one.node === node))
        expect(yield* index.holds(brain, space, [{ node, terms: ['zeppelin'] }])).toBe(false)
      }
    }
  }
})

export const searchIndexChecks: ReadonlyArray<Check> = [
  {
    title: 'INV-10 answers for any position as a model does that never saw what came later',
    run: (makeLayer) =>
      fc.assert(
        fc.asyncProperty(changes, fc.integer({ min: 1, max: 5 }), async (applied, size) => {
          const parts = Array.from({ length: Math.ceil(applied.length / size) }, (_, i) => applied.slice(i * size, (i + 1) * size))
          const end = Math.max(0, ...applied.map((one) => (one.change === 'add' ? one.from : one.until)))

          await inStore(
            makeLayer(),
            Effect.gen(function* () {
              yield* inParts(parts)
              for (let at = 0; at <= end + 1; at++) expect(yield* answers(at)).toEqual(modelled(applied, at))
              const index = yield* SearchIndex
              expect(indexLines(yield* index.whole(brain))).toEqual(indexModel(applied).lines())
            }),
          )
        }),
        oneIn(2),
      ),
  },
  {
    title: 'INV-09 a rebuilt index is the one that grew with the log',
    run: (makeLayer) =>
      fc.assert(
        fc.asyncProperty(changes, changes, async (applied, wrong) => {
          await inStore(
            makeLayer(),
            Effect.gen(function* () {
              const index = yield* SearchIndex
              yield* inParts([applied])
              const grown = indexLines(yield* index.whole(brain))

              yield* index.rebuild(brain, wrong)
              expect(yield* answers()).toEqual(modelled(wrong))
              yield* index.rebuild(brain, applied)

              expect(indexLines(yield* index.whole(brain))).toEqual(grown)
              expect(yield* answers()).toEqual(modelled(applied))
            }),
          )
        }),
        oneIn(4),
      ),
  },
  {
    title: 'INV-10 gives pairs of words, read only where a text has both, as if all were read',
    run: (makeLayer) =>
      fc.assert(
        fc.asyncProperty(talks, fc.shuffledSubarray([...pairs]), async (applied, asked) => {
          await inStore(
            makeLayer(),
            Effect.gen(function* () {
              const store = yield* EventStore
              const index = yield* SearchIndex
              yield* store.append(append(row(), { index: applied }))
              for (const space of ['document', 'alias'] as const) {
                for (const at of [undefined, ...applied.keys()]) {
                  const found = yield* pairPostings({ key: brain }, space, asked, at)
                  expect(found).toEqual(yield* index.postings(brain, space, asked, at))
                }
              }
            }),
          )
        }),
        oneIn(2),
      ),
  },
  {
    title: 'answers term by term in the order asked, also when one is asked twice, in 32-bit arrays',
    run: (makeLayer) =>
      inStore(
        makeLayer(),
        Effect.gen(function* () {
          const index = yield* SearchIndex
          const store = yield* EventStore
          const add = (node: number, terms: ReadonlyArray<string>) =>
            ({
              change: 'add',
              space: 'document',
              node,
              terms,
              counts: terms.map((_, i) => i + 1),
              length: 10 * node,
              words: 2,
              from: 1,
            }) as const
          yield* store.append(append(row(), { index: [add(9, ['a', 'b']), add(2, ['b'])] }))

          const found = yield* index.postings(brain, 'document', ['b', 'none', 'a', 'b'])

          expect(found.map(({ nodes }) => nodes)).toEqual([Int32Array.of(2, 9), Int32Array.of(), Int32Array.of(9), Int32Array.of(2, 9)])
          expect(found[0]).toEqual({ nodes: Int32Array.of(2, 9), counts: Int32Array.of(1, 2), lengths: Int32Array.of(20, 90) })
        }),
      ),
  },
  {
    title: 'tells with what terms begin in a space, now or before',
    run: (makeLayer) =>
      inStore(
        makeLayer(),
        Effect.gen(function* () {
          const index = yield* SearchIndex
          const store = yield* EventStore
          const add = (node: number, space: IndexSpace, terms: ReadonlyArray<string>) =>
            ({ change: 'add', space, node, terms, counts: terms.map(() => 1), length: 1, words: 1, from: 1 }) as const
          const asked = ['de:', 'd', 'de;', 'nl:', 'w', '', '\uFF01', '🦀', '\u{10FFFF}']
          const told = [true, true, false, false, false, true, true, true, false]
          yield* store.append(append(row(), { index: [add(1, 'document', ['de:haus', '\uFF01a', '🦀🦀']), add(1, 'cue', ['nl:wie'])] }))

          expect(yield* index.begins(brain, 'document', asked)).toEqual(told)
          expect(yield* index.begins(brain, 'cue', asked)).toEqual(asked.map((one) => one === '' || one === 'nl:'))
          yield* store.append(append(after(row(), { count: 10 }), { index: [{ change: 'end', space: 'document', node: 1, until: 5 }] }))
          expect(yield* index.begins(brain, 'document', asked)).toEqual(told)
          expect(yield* index.begins(otherBrain, 'document', ['', 'de:'])).toEqual([false, false])
        }),
      ),
  },
  {
    title: 'says that the tokeniser of today made it, as it grows and when it is rebuilt',
    run: (makeLayer) =>
      inStore(
        makeLayer(),
        Effect.gen(function* () {
          const index = yield* SearchIndex
          const store = yield* EventStore
          const add = { change: 'add', space: 'document', node: 1, terms: ['a'], counts: [2], length: 3, words: 4, from: 1 } as const

          yield* store.append(append(row(), { index: [add] }))
          expect(yield* index.tokeniser(brain)).toBe(tokeniserVersion)
          yield* index.rebuild(brain, [add])
          expect(yield* index.tokeniser(brain)).toBe(tokeniserVersion)
        }),
      ),
  },
  {
    title: 'brains share nothing, and one that is not there has no index',
    run: (makeLayer) =>
      inStore(
        makeLayer(),
        Effect.gen(function* () {
          const index = yield* SearchIndex
          const store = yield* EventStore
          const add = { change: 'add', space: 'cue', node: 1, terms: ['a'], counts: [2], length: 3, words: 4, from: 1 } as const
          yield* store.append(append(row(), { index: [add] }))
          yield* store.append(append(row(), { brain: otherBrain }))

          expect(yield* index.statistics(brain, 'cue')).toEqual({ documents: 1, totalLength: 3, totalWords: 4 })
          expect(yield* index.statistics(brain, 'document')).toEqual({ documents: 0, totalLength: 0, totalWords: 0 })
          expect(indexLines(yield* index.whole(brain))).toEqual([postingLine('cue', 'a', 1, 1, 0, 2, 3), textLine('cue', 1, 1, 0, 3, 4)])
          for (const other of [otherBrain, 'no/such/brain' as typeof brain]) {
            expect(yield* index.statistics(other, 'cue')).toEqual({ documents: 0, totalLength: 0, totalWords: 0 })
            expect(yield* index.holds(other, 'cue', [])).toBe(true)
            expect(yield* index.holds(other, 'cue', [{ node: 1, terms: [] }])).toBe(false)
            expect((yield* index.postings(other, 'cue', ['a']))[0]?.nodes.length).toBe(0)
            expect(indexLines(yield* index.whole(other))).toEqual([])
          }
          expect(yield* Effect.flip(index.rebuild('no/such/brain' as typeof brain, []))).toMatchObject({ reason: 'not-found' })
        }),
      ),
  },
]
