import * as Clock from 'effect/Clock'
import * as Effect from 'effect/Effect'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { NewEvent } from '../../domain/events/brain-event.ts'
import { placed } from '../../domain/events/codec/event-codec.ts'
import type { GraphView } from '../../domain/graph.ts'
import type { ContentRef } from '../../domain/identity.ts'
import { brainState, emptyFold, foldEvent } from '../../domain/projections/brain-fold.ts'
import { VectorTable } from '../../domain/vectors/vector-table.ts'
import { embedSoundly } from '../vectors/embed.ts'
import { KeptVectors } from './kept-vectors.ts'

const answering = (embed: () => Effect.Effect<ReadonlyArray<Float32Array>>) => new KeptVectors({ id: 'e', dimension: 2, embed })

test('an embedder that fails is asked again after a second, then after twice as long each time, ten minutes at most', () => {
  const vectors = answering(() => Effect.succeed([]))
  const waits = Array.from({ length: 12 }, () => {
    vectors.fails({ reason: 'failing', detail: 'ask again later' }, 0)
    return vectors.trouble?.again
  })

  expect(waits.slice(0, 4)).toEqual([1_000, 2_000, 4_000, 8_000])
  expect(waits.at(-1)).toBe(600_000)
})

test.each([
  ['badAnswer', []],
  ['wrongDimension', [Float32Array.of(1)]],
  ['notFinite', [Float32Array.of(Number.NaN, 1)]],
  ['zero', [Float32Array.of(0, 0)]],
])('what is no vector is not taken for one: %s; and whoever gave it is not asked at once', async (reason, made) => {
  let asked = 0
  const vectors = answering(() => Effect.sync(() => (asked++ === 0 ? made : [Float32Array.of(0.6, 0.8)])))
  const now = await Effect.runPromise(Clock.currentTimeMillis)

  expect(await Effect.runPromise(embedSoundly(vectors, ['a'], 'document', 10_000))).toEqual({ _tag: 'Failed', failed: reason })
  expect(vectors.trouble).toMatchObject({ reason, times: 1 })
  vectors.trouble = { reason: 'failing', detail: '', times: 1, again: now + 3_600_000 }
  expect(await Effect.runPromise(embedSoundly(vectors, ['a'], 'document', 10_000))).toEqual({ _tag: 'NotAsked' })
  expect(asked).toBe(1)

  vectors.trouble = { reason: 'failing', detail: '', times: 1, again: now }
  expect(await Effect.runPromise(embedSoundly(vectors, ['a'], 'document', 10_000))).toEqual({
    _tag: 'Made',
    made: [Float32Array.of(0.6, 0.8)],
  })
  expect(vectors.trouble).toBeUndefined()
})

test('one that breaks, or never answers, fails nobody', async () => {
  const broken = answering(() => Effect.die('a bug'))
  const silent = answering(() => Effect.never)

  for (const vectors of [broken, silent])
    expect(await Effect.runPromise(embedSoundly(vectors, ['a'], 'question', 20))).toHaveProperty('failed')

  expect([broken.trouble?.reason, silent.trouble?.reason]).toEqual(['failing', 'slow'])
})

test('of a large brain only what was touched is looked at again, by this process or, where somebody else wrote, all of it once', () => {
  const fold = emptyFold()
  const vectors = answering(() => Effect.succeed([]))
  let looked = 0
  const state = brainState(fold)
  const graph: GraphView = {
    ...state.graph,
    nodes: 1_000,
    stateOf: (node) => {
      looked++
      return state.graph.stateOf(node)
    },
    typeOf: (node) => state.graph.typeOf(node),
    node: (node) => state.graph.node(node),
  }
  const lookedAt = (): readonly [looked: number, missing: number, gone: number] => {
    looked = 0
    const { gone, missing } = vectors.standing({ graph, erased: state.erased })
    return [looked, missing.size, gone.size]
  }
  const hear = (events: ReadonlyArray<NewEvent>) => {
    const inPlace = events.map((event, i) => placed(event, fold.position + 1 + i, { at: 0, actor: 1 }))
    for (const event of inPlace) foldEvent(fold, event)
    vectors.heedEvents(inPlace)
  }
  const ref = (number: number) => String(number).padStart(64, '0') as ContentRef
  const add = (node: number): NewEvent => ({
    type: 'NodeAdded',
    origin: 'owner',
    data: { node, id: ref(node), text: ref(1_000 + node), nodeType: 'fact', state: 'normal' },
  })
  hear(Array.from({ length: 1_000 }, (_, i) => add(i + 1)))

  expect(lookedAt()).toEqual([1_000, 1_000, 0])
  expect(lookedAt()).toEqual([0, 1_000, 0])
  vectors.keep({ node: 7, madeOf: { title: undefined, text: ref(1_007) }, vector: Float32Array.of(0.6, 0.8) })
  expect(lookedAt()).toEqual([1, 999, 0])
  hear([{ type: 'NodeRevised', data: { node: 7, text: ref(2_007) } }])
  expect(lookedAt()).toEqual([1, 1_000, 0])
  hear([{ type: 'NodeUntitled', data: { node: 8 } }])
  expect(lookedAt()).toEqual([1, 1_000, 0])
  hear([{ type: 'NodeRetired', data: { node: 7, reason: 'source' } }])
  expect(lookedAt()).toEqual([1, 999, 1])
  vectors.heedOthers()
  expect(lookedAt()).toEqual([1_000, 999, 1])
})

const wordedBy = (word: string) => ({ title: undefined, text: word as ContentRef })

test('the table of a reading is that of its present passages, however they changed between its batches', () => {
  const vectorOf = (word: string) => {
    const angle = word.charCodeAt(0)
    return Float32Array.of(Math.fround(Math.cos(angle)), Math.fround(Math.sin(angle)))
  }
  const batch = fc.dictionary(fc.constantFrom('1', '2', '3', '4', '5'), fc.constantFrom('a', 'b', 'c', 'd'))
  const near = (table: VectorTable) => table.nearest(Float32Array.of(1, 0), 9)

  fc.assert(
    fc.property(fc.array(batch, { maxLength: 6 }), fc.constantFrom('a', 'd'), (batches, lacking) => {
      const vectors = answering(() => Effect.succeed([]))
      for (const word of ['a', 'b', 'c', 'd']) if (word !== lacking) vectors.foresee(wordedBy(word), vectorOf(word))
      for (const passages of batches) {
        const memories = Object.entries(passages).map(([node, word]) => ({ node: Number(node), madeOf: wordedBy(word) }))
        const plain = new VectorTable(2)
        for (const [node, word] of Object.entries(passages)) if (word !== lacking) plain.upsert(Number(node), vectorOf(word))

        expect(near(vectors.tableOf(memories))).toEqual(near(plain))
      }
    }),
  )
})

test('a vector that was foreseen for a commit that did not come is gone once no memory lacks one', () => {
  const vectors = answering(() => Effect.succeed([]))
  vectors.foresee(wordedBy('never stored'), Float32Array.of(0.6, 0.8))

  expect(vectors.foreseen(wordedBy('never stored'))).toBeDefined()
  vectors.completeAt(7)
  expect([vectors.foreseen(wordedBy('never stored')), vectors.followed]).toEqual([undefined, 7])
})
