/** Contract of appends to an event store, and of the state that a refused append leaves. */
import { EventStore, type StoreUnavailable, type WrongExpectedPosition } from '@crabtrail/core'
import * as Effect from 'effect/Effect'
import * as Result from 'effect/Result'
import fc from 'fast-check'
import { expect } from 'vitest'
import { oneIn } from '../properties/runs.ts'
import { appendAll, document, refusalOf } from './appended.ts'
import { after, append, brain, chain, content, keyed, otherBrain, row, sha256 } from './sample-log.ts'
import { dump } from './store-dump.ts'
import { type Check, inStore } from './store-layer.ts'

const [first = row(), second = row(), third = row()] = chain([2, 3, 1])

export const appendChecks: ReadonlyArray<Check> = [
  {
    title: 'INV-14 of concurrent appends with one expected position exactly one succeeds',
    run: (makeLayer) =>
      fc.assert(
        fc.asyncProperty(fc.integer({ min: 2, max: 8 }), fc.integer({ min: 1, max: 4 }), async (rivals, rounds) => {
          await inStore(makeLayer(), race(rivals, rounds))
        }),
        oneIn(4),
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
    title: 'INV-13 a commit whose caller gave up leaves nothing, and the gate is asked at most once for each append',
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
          // A store whose append is one statement asks before it knows that the append is refused.
          expect(asked).toBeLessThanOrEqual(2)
          asked = 0
          yield* (yield* EventStore).append(append(second, { ...full, gate: gate(true) }))
          expect(asked).toBe(1)
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
