/** Contract of the archived part of a log: it reads as it did in rows of its own, and nothing is lost on the way there. */
import { type CommitRow, commitsPerRead, EventStore, StoreUnavailable } from '@crabtrail/core'
import * as Effect from 'effect/Effect'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { oneIn } from '../properties/runs.ts'
import { appendAll, refusalOf } from './appended.ts'
import { after, append, brain, brainNamed, chain, keyed, otherBrain, row } from './sample-log.ts'
import { dump } from './store-dump.ts'
import { type Check, inStore, type MakeLayer } from './store-layer.ts'

export const archivedLogContract = (name: string, makeLayer: MakeLayer): void => {
  describe(`${name} with an archived log`, () => {
    test.each(archivedLogChecks)('$title', ({ run }) => run(makeLayer))
  })
}

const archive = (rows: ReadonlyArray<CommitRow>) => EventStore.use((store) => store.archive(brain, rows))

/** Every answer that a reader of the log can get. */
const readings = (end: number, commits: number) =>
  Effect.gen(function* () {
    const store = yield* EventStore
    const answers: unknown[] = [yield* dump]
    for (let from = 0; from <= end + 1; from++)
      for (const limit of [1, 2, commits]) {
        answers.push(yield* store.read(brain, from, limit), yield* store.tail(brain, from, limit))
        for (const to of [from - 1, from, from + 2, end]) answers.push(yield* store.read(brain, from, limit, to))
      }
    return answers
  })

export const archivedLogChecks: ReadonlyArray<Check> = [
  {
    title: 'INV-12 every read of a log answers as before, wherever its archived stretches end',
    run: (makeLayer) =>
      fc.assert(
        fc.asyncProperty(
          fc.array(fc.tuple(fc.integer({ min: 1, max: 3 }), fc.boolean()), { minLength: 1, maxLength: 8 }),
          fc.nat({ max: 8 }),
          async (sizes, kept) => {
            const rows = chain(sizes.map(([count]) => count))
            const end = sizes.reduce((sum, [count]) => sum + count, 0)
            await inStore(
              makeLayer(),
              Effect.gen(function* () {
                yield* appendAll(rows)
                const before = yield* readings(end, rows.length)
                const stretches: CommitRow[][] = [[]]
                for (const [at, one] of rows.slice(0, rows.length - kept).entries()) {
                  stretches.at(-1)?.push(one)
                  if (sizes[at]?.[1] === true) stretches.push([])
                }
                const filled = stretches.filter((one) => one.length > 0)
                for (const stretch of filled) expect(yield* archive(stretch)).toBeDefined()
                const store = yield* EventStore
                expect(yield* store.archived(brain)).toMatchObject(
                  filled.map((stretch) => ({ first: stretch[0]?.first, commits: stretch.length, hash: stretch.at(-1)?.hash })),
                )
                expect(yield* readings(end, rows.length)).toEqual(before)
              }),
            )
          },
        ),
        oneIn(4),
      ),
  },
  {
    title: 'commits come back from an archived stretch as they were appended, whatever their text',
    run: (makeLayer) => {
      const one = row({ session: 3, body: '{"text":"\\u0000 \\ud800 é 🦀 \u2028 \'"}' })
      const two = after(one, { body: 'x'.repeat(300_000), actor: 9, at: Number.MAX_SAFE_INTEGER })
      return inStore(
        makeLayer(),
        Effect.gen(function* () {
          const store = yield* EventStore
          yield* appendAll([one, two])
          const bytes = yield* archive([one, two])

          expect(yield* store.read(brain, 1, 10)).toEqual([one, two])
          expect(bytes?.before).toBeGreaterThan(0)
          expect(bytes?.after).toBeGreaterThan(0)
        }),
      )
    },
  },
  {
    title: 'a read over more archived commits than one read may have gives as many as it may',
    run: (makeLayer) => {
      const rows = chain(Array.from({ length: commitsPerRead + 3 }, () => 1))
      return inStore(
        makeLayer(),
        Effect.gen(function* () {
          const store = yield* EventStore
          yield* appendAll(rows)
          for (let at = 0; at < rows.length; at += 1_000) yield* archive(rows.slice(at, Math.min(at + 1_000, rows.length - 2)))

          expect(yield* store.read(brain, 1, 1_000_000)).toEqual(rows.slice(0, commitsPerRead))
          expect(yield* store.read(brain, 4_999, 10)).toEqual(rows.slice(4_998))
        }),
      )
    },
  },
  {
    title: 'appends, keys and locks go on behind a log that is archived to its end',
    run: (makeLayer) => {
      const rows = chain([2, 3])
      const next = after(rows[1] ?? row())
      return inStore(
        makeLayer(),
        Effect.gen(function* () {
          const store = yield* EventStore
          const key = keyed('a', 'one')
          yield* store.append(append(rows[0] ?? row(), { key }))
          yield* store.append(append(rows[1] ?? row()))
          yield* archive(rows)

          expect((yield* refusalOf(append(rows[1] ?? row())))._tag).toBe('WrongExpectedPosition')
          expect((yield* refusalOf(append(next, { key: keyed('a', 'two') })))._tag).toBe('IdempotencyConflict')
          yield* store.locked(brain, (locked) =>
            Effect.gen(function* () {
              expect((yield* locked.tail(1, 10)).rows).toEqual(rows)
              yield* locked.append(append(next))
              expect((yield* locked.tail(1, 10)).rows).toEqual([...rows, next])
            }),
          )
          expect(yield* store.read(brain, 1, 10)).toEqual([...rows, next])
          expect(yield* store.read(brain, 6, 10)).toEqual([next])
        }),
      )
    },
  },
  {
    title: 'only the commits behind the archived ones can be archived; any others change nothing',
    run: (makeLayer) => {
      const rows = chain([1, 2, 3, 1])
      return inStore(
        makeLayer(),
        Effect.gen(function* () {
          yield* appendAll(rows)
          expect(yield* archive(rows.slice(1, 3))).toBeUndefined()
          yield* archive(rows.slice(0, 2))
          const before = yield* dump
          for (const others of [rows.slice(0, 2), rows.slice(0, 3), rows.slice(1, 3), rows.slice(3)])
            expect(yield* archive(others)).toBeUndefined()

          expect(yield* dump).toEqual(before)
          const store = yield* EventStore
          expect(yield* store.archived(brain)).toMatchObject([{ first: 1, last: 3, commits: 2, prev: '', hash: rows[1]?.hash }])
        }),
      )
    },
  },
  {
    title: 'commits that are not what the log holds are not archived',
    run: (makeLayer) => {
      const rows = chain([1, 2, 3])
      const [one = row(), two = row()] = rows
      const wrong = [
        [one, { ...two, body: '{"first":3}' }],
        [{ ...one, at: one.at + 1 }, two],
        [one, { ...two, session: 1 }],
        [{ ...one, count: 2 }],
      ]
      return inStore(
        makeLayer(),
        Effect.gen(function* () {
          yield* appendAll(rows)
          const before = yield* dump
          for (const others of wrong) {
            const refused = yield* Effect.flip(archive(others))
            expect(refused).toBeInstanceOf(StoreUnavailable)
            expect(refused.reason).toBe('corrupt')
          }
          const store = yield* EventStore
          expect(yield* store.archived(brain)).toEqual([])
          expect(yield* dump).toEqual(before)
        }),
      )
    },
  },
  {
    title: 'a rehearsal tells the same bytes and changes nothing',
    run: (makeLayer) => {
      const rows = chain([1, 2, 3])
      return inStore(
        makeLayer(),
        Effect.gen(function* () {
          const store = yield* EventStore
          yield* appendAll(rows)
          const told = yield* store.archive(brain, rows.slice(0, 2), { rehearsal: true })
          expect(yield* store.archive(brain, rows.slice(1, 2), { rehearsal: true })).toBeDefined()
          expect(yield* store.archived(brain)).toEqual([])

          expect(yield* archive(rows.slice(0, 2))).toEqual(told)
        }),
      )
    },
  },
  {
    title: 'another brain is not touched, and one that is not there has nothing archived',
    run: (makeLayer) => {
      const rows = chain([1, 1])
      return inStore(
        makeLayer(),
        Effect.gen(function* () {
          const store = yield* EventStore
          yield* appendAll(rows)
          for (const one of rows) yield* store.append(append(one, { brain: otherBrain }))
          yield* archive(rows)

          expect(yield* store.archived(otherBrain)).toEqual([])
          expect(yield* store.read(otherBrain, 1, 10)).toEqual(rows)
          const nowhere = brainNamed('local/main/nowhere')
          expect(yield* store.archived(nowhere)).toEqual([])
          expect((yield* Effect.flip(store.archive(nowhere, rows))).reason).toBe('not-found')
        }),
      )
    },
  },
]

/** Rules about what is still there when the store is opened again; not for one that forgets. */
export const durableArchivedLogContract = (name: string, makeLayer: MakeLayer): void => {
  test(`${name} has its archived log when it is opened again`, async () => {
    const layer = makeLayer()
    const rows = chain([2, 1, 3])
    const archived = await inStore(
      layer,
      Effect.gen(function* () {
        yield* appendAll(rows)
        yield* archive(rows.slice(0, 2))
        return yield* EventStore.use((store) => store.archived(brain))
      }),
    )

    await inStore(
      layer,
      EventStore.use((store) =>
        Effect.gen(function* () {
          expect(yield* store.archived(brain)).toEqual(archived)
          expect(yield* store.read(brain, 1, 10)).toEqual(rows)
        }),
      ),
    )
  })
}
