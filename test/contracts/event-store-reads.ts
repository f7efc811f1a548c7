/** Contract of reads from an event store. */
import { type CommitRow, EventStore } from '@crabtrail/core'
import * as Effect from 'effect/Effect'
import fc from 'fast-check'
import { expect } from 'vitest'
import { oneIn } from '../properties/runs.ts'
import { appendAll } from './appended.ts'
import { after, append, brain, brainNamed, chain, content, keyed, row, sha256 } from './sample-log.ts'
import { type Check, inStore } from './store-layer.ts'

const [first = row(), second = row(), third = row()] = chain([2, 3, 1])

export const readChecks: ReadonlyArray<Check> = [
  {
    title: 'INV-12 positions run from 1 without a gap, and pages of any size make up the same log',
    run: (makeLayer) =>
      fc.assert(
        fc.asyncProperty(fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 1, maxLength: 8 }), async (counts) => {
          const rows = chain(counts)
          const end = counts.reduce((sum, count) => sum + count, 0)

          const { pages, starts } = await inStore(
            makeLayer(),
            Effect.gen(function* () {
              yield* appendAll(rows)
              const pages = yield* Effect.forEach(counts, (_, i) => pagedBy(i + 1))
              const store = yield* EventStore
              const starts = yield* Effect.forEach(Array.from({ length: end + 2 }), (_, at) => store.read(brain, at, 100))
              for (const [at, read] of starts.entries()) {
                for (let to = 0; to <= end + 1; to++)
                  expect(yield* store.read(brain, at, 100, to)).toEqual(read.filter((one) => one.first <= to))
              }
              const tails = yield* Effect.forEach(starts, (_, at) => store.tail(brain, at, 100))
              expect(tails.map(({ rows }) => rows)).toEqual(starts)
              expect(tails.every(({ head }) => head?.position === end && head.hash === rows.at(-1)?.hash)).toBe(true)
              return { pages, starts }
            }),
          )

          for (const read of pages) expect(read).toEqual(rows)
          for (const [at, read] of starts.entries()) expect(read).toEqual(rows.filter((one) => one.first + one.count > at))
        }),
        oneIn(4),
      ),
  },
  {
    title: 'a read gives no more commits than there may be in one',
    run: (makeLayer) =>
      inStore(
        makeLayer(),
        Effect.gen(function* () {
          const store = yield* EventStore
          yield* appendAll(chain(Array.from({ length: 5_001 }, () => 1)))

          expect((yield* store.read(brain, 1, 1_000_000)).length).toBe(5_000)
          expect((yield* store.read(brain, 5_001, 10)).map((one) => one.first)).toEqual([5_001])
          expect(yield* store.read(brain, 1, 0)).toEqual([])
        }),
      ),
  },
  {
    title: 'a commit comes back as it was appended, session or none, whatever its text',
    run: (makeLayer) => {
      const one = row({ session: 3, body: '{"text":"\\u0000 \\ud800 é 🦀 \u2028 \'"}' })
      const two = after(one, { body: 'x'.repeat(1_000_000), actor: 9, at: Number.MAX_SAFE_INTEGER })
      return inStore(
        makeLayer(),
        Effect.gen(function* () {
          const store = yield* EventStore
          yield* appendAll([one, two])

          expect(yield* store.read(brain, 1, 10)).toEqual([one, two])
        }),
      )
    },
  },
  {
    title: 'a brain that is not there reads as empty',
    run: (makeLayer) =>
      inStore(
        makeLayer(),
        Effect.gen(function* () {
          const store = yield* EventStore

          expect(yield* store.brains).toEqual([])
          expect(yield* store.brain(brain)).toBeUndefined()
          expect(yield* store.read(brain, 1, 10)).toEqual([])
          expect(yield* store.tail(brain, 1, 10)).toEqual({ head: undefined, rows: [] })
          expect(yield* store.recorded(brain, keyed('a', 'a').key)).toBeUndefined()
          expect(yield* store.commands(brain)).toEqual([])
        }),
      ),
  },
  {
    title: 'brains are listed by key in code-unit order, each with its head, and never mix',
    run: (makeLayer) =>
      inStore(
        makeLayer(),
        Effect.gen(function* () {
          const store = yield* EventStore
          const keys = ['local/main/é', 'local/main/z', 'local/main/\u{1F980}', 'local/main/\uFF01', 'A/b/c'].map(brainNamed)
          for (const [i, key] of keys.entries()) {
            yield* store.append(append(row({ body: key }), { brain: key, create: { fingerprintKey: sha256(`${i}`) } }))
          }

          const brains = yield* store.brains
          expect(brains.map((one) => one.brain)).toEqual([...keys].sort())
          const z = brains.find((one) => one.brain === keys[1])
          const only = row({ body: 'local/main/z' })
          expect(z).toEqual({ brain: keys[1], fingerprintKey: sha256('1'), position: 1, hash: only.hash, at: only.at })
          expect(yield* store.brain(brainNamed('local/main/z'))).toEqual(z)
          expect(yield* store.read(brainNamed('local/main/z'), 1, 10)).toEqual([only])
        }),
      ),
  },
  {
    title: 'INV-19 what is appended never changes, whatever happens afterwards',
    run: (makeLayer) =>
      inStore(
        makeLayer(),
        Effect.gen(function* () {
          const store = yield* EventStore
          yield* appendAll([first, second])
          const before = yield* store.read(brain, 1, 10)

          yield* Effect.exit(store.append(append(row({ count: 9 }))))
          yield* Effect.exit(store.locked(brain, (locked) => Effect.andThen(locked.append(append(third)), Effect.fail('no'))))
          yield* store.append(append(third, { key: keyed('a', 'a'), contents: [content()] }))
          yield* store.checkpoint

          expect(yield* store.read(brain, 1, 10)).toEqual([...before, third])
        }),
      ),
  },
]

const pagedBy = Effect.fnUntraced(function* (limit: number) {
  const store = yield* EventStore
  const rows: CommitRow[] = []
  for (;;) {
    const last = rows.at(-1)
    const page = yield* store.read(brain, last === undefined ? 1 : last.first + last.count, limit)
    expect(page.length).toBeLessThanOrEqual(limit)
    if (page.length === 0) return rows
    rows.push(...page)
  }
})
