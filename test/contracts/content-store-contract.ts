/** Contract of every content store. */
import { type ContentRef, type ContentRow, ContentStore, EventStore } from '@crabtrail/core'
import * as Effect from 'effect/Effect'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { oneIn } from '../properties/runs.ts'
import { after, append, brain, content, digest, otherBrain, row, sha256 } from './sample-log.ts'
import { dump } from './store-dump.ts'
import { type Check, inStore, type MakeLayer } from './store-layer.ts'

export const contentStoreContract = (name: string, makeLayer: MakeLayer): void => {
  describe(`${name} as a content store`, () => {
    test.each(contentStoreChecks)('$title', ({ run }) => run(makeLayer))
  })
}

const holding = Effect.fnUntraced(function* (contents: ReadonlyArray<ContentRow>) {
  const store = yield* EventStore
  yield* store.append(append(row(), { contents }))
  yield* store.append(append(row(), { brain: otherBrain }))
  return yield* ContentStore
})

export const contentStoreChecks: ReadonlyArray<Check> = [
  {
    title: 'gives the bodies that are there, and nothing for sealed and unknown references or another brain',
    run: (makeLayer) =>
      inStore(
        makeLayer(),
        Effect.gen(function* () {
          const [plain, empty, sealed] = [content(), content({ body: '' }), content({ body: undefined, fingerprint: '' })]
          const unknown = sha256('unknown') as ContentRef
          const store = yield* holding([plain, empty, sealed])
          const refs = [plain.ref, sealed.ref, unknown, empty.ref, plain.ref]

          expect(new Map(yield* store.bodies(brain, refs))).toEqual(
            new Map([
              [plain.ref, 'a note'],
              [empty.ref, ''],
            ]),
          )
          expect((yield* store.bodies(otherBrain, refs)).size).toBe(0)
          expect((yield* store.bodies(brain, [])).size).toBe(0)
        }),
      ),
  },
  {
    title: 'keeps every text, long or strange, as UTF-8 keeps it',
    run: (makeLayer) =>
      inStore(
        makeLayer(),
        Effect.gen(function* () {
          const texts = ['\0', 'a\0b', '🦀', 'e\u0301', '\u2028', "'; drop table contents; --", 'x'.repeat(1_000_000), '\uD800lone\uDC00']
          const contents = texts.map((body) => content({ body }))
          const store = yield* holding(contents)

          const bodies = yield* store.bodies(
            brain,
            contents.map(({ ref }) => ref),
          )

          expect(contents.map(({ ref }) => bodies.get(ref))).toEqual(texts.map((text) => text.toWellFormed()))
        }),
      ),
  },
  {
    title: 'finds contents of a kind by fingerprint, oldest first, whatever they belong to',
    run: (makeLayer) =>
      inStore(
        makeLayer(),
        Effect.gen(function* () {
          const alike = [3, 1, 2].map((number) => content({ number, owner: number === 1 ? 'turn' : 'node' }))
          const others = [content({ kind: 'question' }), content({ body: 'other' })]
          const store = yield* holding([...alike.slice(0, 2), ...others])
          yield* (yield* EventStore).append(append(after(row()), { contents: alike.slice(2) }))

          const found = yield* store.find(brain, 'node-text', digest('a note'))

          expect(found).toEqual(alike.map(({ ref, owner, number }) => ({ ref, owner, number })))
          expect(yield* store.find(brain, 'tag', digest('a note'))).toEqual([])
          const asked = [digest('unknown'), digest('a note'), digest('a note')]
          expect(yield* store.findAll(brain, 'node-text', asked)).toEqual([[], found, found])
          expect(yield* store.findAll(brain, 'tag', asked)).toEqual([[], [], []])
          expect(yield* store.findAll(otherBrain, 'node-text', asked)).toEqual([[], [], []])
          expect(yield* store.findAll(brain, 'node-text', [])).toEqual([])
          expect(yield* store.find(otherBrain, 'node-text', digest('a note'))).toEqual([])
        }),
      ),
  },
  {
    title: 'finds by prefix what begins so, in code-unit order, short kinds and long ones',
    run: (makeLayer) => {
      const letter = fc.constantFrom('a', 'b', '%', '_', '\0', '\uD7FF', '\uE000', '\uFF01', '\uFFFF', '🦀', '\u{10FFFF}', '\uD800')
      const text = fc.string({ unit: letter, maxLength: 4 })
      return fc.assert(
        fc.asyncProperty(fc.array(text, { maxLength: 12 }), text, fc.integer({ min: 0, max: 14 }), async (bodies, prefix, limit) => {
          const contents = bodies.flatMap((body, number) =>
            (['node-id', 'node-text'] as const).map((kind) => content({ body, kind, number: number + 1 })),
          )
          const expected = bodies
            .map((body, number) => ({ body: body.toWellFormed(), number: number + 1 }))
            .filter(({ body }) => body.startsWith(prefix.toWellFormed()))
            .sort((a, b) => (a.body < b.body ? -1 : a.body > b.body ? 1 : 0))
            .slice(0, limit)

          const [ids, texts] = await inStore(
            makeLayer(),
            Effect.flatMap(holding(contents), (store) =>
              Effect.all([store.findByPrefix(brain, 'node-id', prefix, limit), store.findByPrefix(brain, 'node-text', prefix, limit)]),
            ),
          )

          expect(ids.map(({ body, number }) => ({ body, number }))).toEqual(expected)
          expect(texts.map(({ body, number }) => ({ body, number }))).toEqual(expected)
        }),
        oneIn(2),
      )
    },
  },
  {
    title: 'pages through all contents by reference, sealed ones included',
    run: (makeLayer) =>
      inStore(
        makeLayer(),
        Effect.gen(function* () {
          const contents = Array.from({ length: 7 }, (_, i) =>
            content({ kind: 'tag', owner: 'brain', number: 0, ...(i === 3 ? { body: undefined, fingerprint: '' } : { body: `${i}` }) }),
          )
          const store = yield* holding(contents)
          const sorted = contents.toSorted((a, b) => (a.ref < b.ref ? -1 : 1))

          const paged: ContentRow[] = []
          for (;;) {
            const page = yield* store.page(brain, paged.at(-1)?.ref, 3)
            if (page.length === 0) break
            paged.push(...page)
          }

          expect(paged).toEqual(sorted)
          expect(yield* store.page(otherBrain, undefined, 10)).toEqual([])
          expect(yield* store.page(brain, undefined, 0)).toEqual([])
        }),
      ),
  },
  {
    title: 'keeps the first row of a reference, however often it is written',
    run: (makeLayer) =>
      inStore(
        makeLayer(),
        Effect.gen(function* () {
          const label = content({ kind: 'edge-label', owner: 'edge', number: 1 })
          const store = yield* holding([label, { ...label, number: 2 }])
          yield* (yield* EventStore).append(append(after(row()), { contents: [{ ...label, number: 3 }] }))

          expect(yield* store.page(brain, undefined, 10)).toEqual([label])
        }),
      ),
  },
  {
    title: 'buries fingerprints once, in code-unit order, a brain at a time',
    run: (makeLayer) =>
      inStore(
        makeLayer(),
        Effect.gen(function* () {
          const store = yield* holding([])
          const [a, b, c] = ['0a', 'a0', 'ff'].map((byte) => byte.repeat(16)).toSorted()

          yield* store.bury(brain, [`${c}`, `${a}`])
          yield* store.bury(brain, [`${b}`, `${a}`])

          expect(yield* store.tombstones(brain)).toEqual([a, b, c])
          expect(yield* store.tombstones(otherBrain)).toEqual([])
          const before = yield* dump
          const missing = yield* Effect.flip(store.bury('no/such/brain' as typeof brain, [`${a}`]))
          expect(missing).toMatchObject({ _tag: 'StoreUnavailable', reason: 'not-found' })
          expect(yield* dump).toEqual(before)
        }),
      ),
  },
]
