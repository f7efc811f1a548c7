/** What every event store does, whatever it is made of. */
import { type CommitRow, EventStore, type StoreUnavailable, type WrongExpectedPosition } from '@crabtrail/core'
import * as Effect from 'effect/Effect'
import * as Exit from 'effect/Exit'
import * as Result from 'effect/Result'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { after, append, brain, brainNamed, chain, content, keyed, otherBrain, row, sha256 } from './sample-log.ts'
import { dump } from './store-dump.ts'
import { type Check, inStore, type MakeLayer } from './store-layer.ts'

export const eventStoreContract = (name: string, makeLayer: MakeLayer): void => {
  describe(`${name} as an event store`, () => {
    test.each(eventStoreChecks)('$title', ({ run }) => run(makeLayer))
  })
}

const appendAll = (rows: ReadonlyArray<CommitRow>) =>
  Effect.gen(function* () {
    const store = yield* EventStore
    for (const commit of rows) yield* store.append(append(commit))
  })

/** What a refused append leaves: its tag, and the store as it was. */
const refusalOf = (asked: Parameters<EventStore['Service']['append']>[0]) =>
  Effect.gen(function* () {
    const store = yield* EventStore
    const before = yield* dump
    const refusal = yield* Effect.flip(store.append(asked))
    expect(yield* dump).toEqual(before)
    return refusal
  })

const [first = row(), second = row(), third = row()] = chain([2, 3, 1])

const reading: ReadonlyArray<Check> = [
  {
    title: 'INV-12 positions run from 1 without a gap, and pages of any size make up the same log',
    run: (makeLayer) =>
      fc.assert(
        fc.asyncProperty(fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 12 }), async (counts) => {
          const rows = chain(counts)
          const end = counts.reduce((sum, count) => sum + count, 0)

          const { pages, starts } = await inStore(
            makeLayer(),
            Effect.gen(function* () {
              yield* appendAll(rows)
              const pages = yield* Effect.forEach(counts, (_, i) => pagedBy(i + 1))
              const store = yield* EventStore
              const starts = yield* Effect.forEach(Array.from({ length: end + 2 }), (_, at) => store.read(brain, at, 100))
              return { pages, starts }
            }),
          )

          for (const read of pages) expect(read).toEqual(rows)
          for (const [at, read] of starts.entries()) expect(read).toEqual(rows.filter((one) => one.first + one.count > at))
        }),
        { numRuns: 20 },
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

const appending: ReadonlyArray<Check> = [
  {
    title: 'INV-14 of concurrent appends with one expected position exactly one succeeds',
    run: (makeLayer) =>
      fc.assert(
        fc.asyncProperty(fc.integer({ min: 2, max: 8 }), fc.integer({ min: 1, max: 4 }), async (rivals, rounds) => {
          await inStore(makeLayer(), race(rivals, rounds))
        }),
        { numRuns: 10 },
      ),
  },
  {
    title: 'INV-14 an append that expects another position or another hash writes nothing',
    run: (makeLayer) =>
      inStore(
        makeLayer(),
        Effect.gen(function* () {
          yield* appendAll([first, second])
          const fields = { contents: [content()], key: keyed('a', 'a') }

          const stale = yield* refusalOf(append(after(first, { body: 'late' }), fields))
          expect(stale).toMatchObject({ _tag: 'WrongExpectedPosition', brain, expected: 2, actual: 5 })
          const ahead = yield* refusalOf(append(after(third), fields))
          expect(ahead).toMatchObject({ _tag: 'WrongExpectedPosition', expected: 6, actual: 5 })
          const skipping = yield* refusalOf(append(row({ first: 7, prev: second.hash }), fields))
          expect(skipping).toMatchObject({ _tag: 'WrongExpectedPosition', expected: 6, actual: 5 })
          const forked = yield* refusalOf(append(after(second, { prev: sha256('another log') }), fields))
          expect(forked).toMatchObject({ _tag: 'WrongExpectedPosition', expected: 5, actual: 5 })
        }),
      ),
  },
  {
    title: 'a brain is created once, and nothing is appended to one that is not there',
    run: (makeLayer) =>
      inStore(
        makeLayer(),
        Effect.gen(function* () {
          const { create: _, ...uncreated } = append(first)
          const missing = yield* refusalOf(uncreated)
          expect(missing).toMatchObject({
            _tag: 'StoreUnavailable',
            reason: 'not-found',
            retryable: false,
          } satisfies Partial<StoreUnavailable>)
          yield* appendAll([first])

          const again = yield* refusalOf(append(row({ body: 'again' }), { create: { fingerprintKey: sha256('another') } }))
          expect(again).toMatchObject({ _tag: 'BrainExists', brain })
        }),
      ),
  },
  {
    title: 'INV-13 a commit whose caller gave up leaves nothing, and the gate is asked once, last',
    run: (makeLayer) =>
      inStore(
        makeLayer(),
        Effect.gen(function* () {
          yield* appendAll([first])
          let asked = 0
          const gate = (answer: boolean) => ({
            enterCommit: () => {
              asked++
              return answer
            },
          })
          const full = { contents: [content()], key: keyed('a', 'a'), index: [document(1, ['word'])] }

          const abandoned = yield* refusalOf(append(second, { ...full, gate: gate(false) }))
          expect([abandoned._tag, asked]).toEqual(['Abandoned', 1])
          yield* refusalOf(append(third, { ...full, gate: gate(true) }))
          expect(asked).toBe(1)
          yield* (yield* EventStore).append(append(second, { ...full, gate: gate(true) }))
          expect(asked).toBe(2)
          expect((yield* dump)[0]).toMatchObject({ commits: [first, second], contents: full.contents, documents: { documents: 1 } })
        }),
      ),
  },
  {
    title: 'INV-15 the same key with the same signal is found again and never written twice',
    run: (makeLayer) =>
      inStore(
        makeLayer(),
        Effect.gen(function* () {
          const store = yield* EventStore
          const key = keyed('a', 'remember this')
          yield* appendAll([first])
          yield* store.append(append(second, { key }))

          expect(yield* store.recorded(brain, key.key)).toEqual({ signal: key.signal, first: 3, count: 3 })
          for (const late of [after(second), after(first, { body: 'again' })]) {
            expect((yield* refusalOf(append(late, { key })))._tag).toBe('WrongExpectedPosition')
          }
          expect(yield* store.commands(brain)).toEqual([{ key: key.key, signal: key.signal, first: 3, count: 3 }])
        }),
      ),
  },
  {
    title: 'INV-15 the same key with another signal is a conflict that writes nothing',
    run: (makeLayer) =>
      inStore(
        makeLayer(),
        Effect.gen(function* () {
          const store = yield* EventStore
          yield* appendAll([first])
          yield* store.append(append(second, { key: keyed('a', 'one') }))

          for (const late of [third, after(first, { body: 'again' })]) {
            const conflict = yield* refusalOf(append(late, { key: keyed('a', 'two') }))
            expect(conflict).toMatchObject({ _tag: 'IdempotencyConflict', brain, first: 3 })
          }
          const elsewhere = append(row(), { brain: otherBrain, key: keyed('a', 'two') })
          yield* store.append(elsewhere)
          expect(yield* store.recorded(otherBrain, keyed('a', '').key)).toMatchObject({ first: 1, count: 1 })
        }),
      ),
  },
  {
    title: 'INV-15 creating a brain again under the same key and signal is told from somebody else having made it',
    run: (makeLayer) =>
      inStore(
        makeLayer(),
        Effect.gen(function* () {
          yield* (yield* EventStore).append(append(first, { key: keyed('init', 'a') }))

          expect((yield* refusalOf(append(first, { key: keyed('init', 'a') })))._tag).toBe('WrongExpectedPosition')
          expect((yield* refusalOf(append(first, { key: keyed('init', 'b') })))._tag).toBe('IdempotencyConflict')
          expect((yield* refusalOf(append(first, { key: keyed('other', 'a') })))._tag).toBe('BrainExists')
          expect((yield* refusalOf(append(first)))._tag).toBe('BrainExists')
        }),
      ),
  },
]

const document = (node: number, terms: ReadonlyArray<string>) =>
  ({
    change: 'add',
    space: 'document',
    node,
    terms,
    counts: terms.map(() => 1),
    length: terms.length,
    words: terms.length,
    from: 3,
  }) as const

/** Rivals who all expect the same position, round after round: each round one of them moves the head. */
const race = Effect.fnUntraced(function* (rivals: number, rounds: number) {
  const store = yield* EventStore
  yield* store.append(append(first))
  let head = first
  for (let round = 0; round < rounds; round++) {
    const commits = Array.from({ length: rivals }, (_, rival) => after(head, { body: `${round} ${rival}`, count: 1 + rival }))
    const outcomes = yield* Effect.forEach(
      commits,
      (commit) => Effect.result(Effect.andThen(Effect.yieldNow, store.append(append(commit, { contents: [content()] })))),
      { concurrency: 'unbounded' },
    )
    const winners = commits.filter((_, rival) => outcomes[rival] !== undefined && Result.isSuccess(outcomes[rival]))
    const [winner] = winners
    expect(winners.length).toBe(1)
    if (winner === undefined) return
    for (const outcome of outcomes) {
      if (Result.isSuccess(outcome)) continue
      const lost = outcome.failure as WrongExpectedPosition
      expect(lost).toMatchObject({ _tag: 'WrongExpectedPosition', expected: winner.first - 1 })
      expect(lost.actual).toBeGreaterThan(lost.expected)
    }
    head = winner
  }
  const [stored] = yield* dump
  expect(stored?.commits.length).toBe(rounds + 1)
  expect(stored?.contents.length).toBe(rounds)
  expect(stored?.commits.at(-1)).toEqual(head)
})

export const eventStoreChecks: ReadonlyArray<Check> = [...reading, ...appending]

/** Rules about what is still there when the store is opened again; not for one that forgets. */
export const durableStoreContract = (name: string, makeLayer: MakeLayer): void => {
  describe(`${name} opened again`, () => {
    test('INV-15 a key is remembered across restarts: its answer stays, another signal is a conflict', async () => {
      const layer = makeLayer()
      const key = keyed('a', 'one')
      await inStore(
        layer,
        Effect.andThen(
          appendAll([first]),
          EventStore.use((store) => store.append(append(second, { key }))),
        ),
      )

      await inStore(
        layer,
        Effect.gen(function* () {
          const store = yield* EventStore
          expect(yield* store.recorded(brain, key.key)).toEqual({ signal: key.signal, first: 3, count: 3 })
          expect((yield* refusalOf(append(third, { key })))._tag).toBe('WrongExpectedPosition')
          expect((yield* refusalOf(append(third, { key: keyed('a', 'two') })))._tag).toBe('IdempotencyConflict')
        }),
      )
    })

    test('everything that was written is there', async () => {
      const layer = makeLayer()
      const before = await inStore(
        layer,
        Effect.gen(function* () {
          const store = yield* EventStore
          yield* store.append(append(first, { contents: [content()], key: keyed('a', 'a') }))
          yield* store.append(append(second, { index: [document(1, ['word'])], durability: 'power' }))
          return yield* dump
        }),
      )

      expect(await inStore(layer, dump)).toEqual(before)
      expect(Exit.isSuccess(await Effect.runPromise(Effect.exit(Effect.provide(appendAll([third]), layer))))).toBe(true)
    })
  })
}
