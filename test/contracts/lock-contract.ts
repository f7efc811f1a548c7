/** Contract of a brain's lock, in every store. */
import { ContentStore, EventStore, type LockedBrain, SearchIndex, WrongExpectedPosition } from '@crabtrail/core'
import * as Cause from 'effect/Cause'
import * as Deferred from 'effect/Deferred'
import * as Effect from 'effect/Effect'
import * as Exit from 'effect/Exit'
import * as Fiber from 'effect/Fiber'
import { describe, expect, test } from 'vitest'
import { after, append, brain, brainNamed, chain, content, keyed, row } from './sample-log.ts'
import { dump } from './store-dump.ts'
import { type Check, inStore, type MakeLayer } from './store-layer.ts'

export const lockContract = (name: string, makeLayer: MakeLayer): void => {
  describe(`${name} under a lock`, () => {
    test.each(lockChecks)('$title', ({ run }) => run(makeLayer))
  })
}

const [first = row(), second = row(), third = row()] = chain([2, 3, 1])

const started = EventStore.use((store) => Effect.as(store.append(append(first)), store))

const headOf = (locked: LockedBrain) => Effect.map(locked.tail(1, 0), ({ head }) => head)

export const lockChecks: ReadonlyArray<Check> = [
  {
    title: 'a lock that ends well commits what was appended under it',
    run: (makeLayer) =>
      inStore(
        makeLayer(),
        Effect.gen(function* () {
          const store = yield* started
          const note = content({ fingerprint: 'ab'.repeat(16) })
          const key = keyed('a', 'a')

          const seen = yield* store.locked(brain, (locked) =>
            Effect.gen(function* () {
              const head = yield* headOf(locked)
              yield* Effect.yieldNow
              yield* locked.append(append(second, { contents: [note], key }))
              return {
                head,
                later: yield* headOf(locked),
                rows: (yield* locked.tail(2, 10)).rows,
                recorded: (yield* locked.tail(2, 10, key.key)).recorded,
                unknown: (yield* locked.tail(2, 10, keyed('b', 'b').key)).recorded,
                found: yield* locked.find('node-text', note.fingerprint),
                bodies: yield* locked.bodies([note.ref]),
              }
            }),
          )

          expect(seen.head).toEqual({ position: 2, hash: first.hash })
          expect(seen.later).toEqual({ position: 5, hash: second.hash })
          expect(seen.rows).toEqual([first, second])
          expect(seen.recorded).toMatchObject({ signal: key.signal, first: second.first })
          expect(seen.unknown).toBeUndefined()
          expect(seen.found).toEqual([{ ref: note.ref, owner: 'node', number: 1 }])
          expect([...seen.bodies]).toEqual([[note.ref, 'a note']])
          expect((yield* dump)[0]).toMatchObject({ commits: [first, second], contents: [note] })
        }),
      ),
  },
  {
    title: 'INV-13 a lock that fails, dies or is interrupted takes back what was appended under it',
    run: (makeLayer) =>
      inStore(
        makeLayer(),
        Effect.gen(function* () {
          const store = yield* started
          const before = yield* dump
          const wrote = yield* Deferred.make<void>()
          const endings = { fails: Effect.fail('no'), dies: Effect.die('bug') }
          const writing = <A, E>(ending: Effect.Effect<A, E>) =>
            store.locked(brain, (locked) =>
              locked
                .append(append(second, { contents: [content()], key: keyed('a', 'a') }))
                .pipe(Effect.andThen(Deferred.succeed(wrote, undefined)), Effect.andThen(ending)),
            )

          expect(yield* Effect.flip(writing(endings.fails))).toBe('no')
          expect(yield* dump).toEqual(before)
          expect(Exit.isFailure(yield* Effect.exit(writing(endings.dies)))).toBe(true)
          expect(yield* dump).toEqual(before)
          const fiber = yield* Effect.forkChild(writing(Effect.never))
          yield* Deferred.await(wrote)
          yield* Fiber.interrupt(fiber)
          expect(yield* dump).toEqual(before)
          yield* store.append(append(second))
        }),
      ),
  },
  {
    title: 'a lock under which nothing is appended changes nothing',
    run: (makeLayer) =>
      inStore(
        makeLayer(),
        Effect.gen(function* () {
          const store = yield* started
          const before = yield* dump

          expect(yield* store.locked(brain, headOf)).toEqual({ position: 2, hash: first.hash })
          expect(yield* dump).toEqual(before)
        }),
      ),
  },
  {
    title: 'INV-13 whoever does not hold the lock sees nothing of it before it ends',
    run: (makeLayer) =>
      inStore(
        makeLayer(),
        Effect.gen(function* () {
          const store = yield* started
          const [wrote, go] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
          const holder = yield* Effect.forkChild(
            store.locked(brain, (locked) =>
              locked
                .append(append(second))
                .pipe(
                  Effect.andThen(Deferred.succeed(wrote, undefined)),
                  Effect.andThen(Deferred.await(go)),
                  Effect.andThen(Effect.fail('no')),
                ),
            ),
          )
          yield* Deferred.await(wrote)

          const reader = yield* Effect.forkChild(store.read(brain, 1, 10))
          const writer = yield* Effect.forkChild(store.append(append(after(first, { body: 'mine' }))))
          for (let i = 0; i < 20; i++) yield* Effect.yieldNow
          yield* Deferred.succeed(go, undefined)

          expect(Exit.isFailure(yield* Fiber.await(holder))).toBe(true)
          const read = yield* Fiber.join(reader)
          yield* Fiber.join(writer)
          expect(read.every((one) => one.hash !== second.hash)).toBe(true)
          expect((yield* store.read(brain, 1, 10)).map((one) => one.body)).toEqual([first.body, 'mine'])
        }),
      ),
  },
  {
    title: 'INV-14 whoever holds the lock cannot lose: locks follow one another',
    run: (makeLayer) =>
      inStore(
        makeLayer(),
        Effect.gen(function* () {
          const store = yield* started
          const appendNext = store.locked(brain, (locked) =>
            Effect.gen(function* () {
              const { hash = '', position = 0 } = (yield* headOf(locked)) ?? {}
              yield* Effect.yieldNow
              yield* locked.append(append(row({ first: position + 1, prev: hash })))
            }),
          )

          yield* Effect.all(
            Array.from({ length: 12 }, () => appendNext),
            { concurrency: 'unbounded' },
          )

          expect((yield* store.brain(brain))?.position).toBe(14)
        }),
      ),
  },
  {
    title: 'INV-13 an append that the lock swallows as abandoned or refused leaves nothing of itself',
    run: (makeLayer) =>
      inStore(
        makeLayer(),
        Effect.gen(function* () {
          const store = yield* started
          const given = append(after(second), { contents: [content()], gate: { enterCommit: () => false } })

          const tags = yield* store.locked(brain, (locked) =>
            Effect.gen(function* () {
              yield* locked.append(append(second, { key: keyed('a', 'a') }))
              const tag = (refused: Effect.Effect<void, { readonly _tag: string }>) => Effect.map(Effect.flip(refused), (one) => one._tag)
              return [
                yield* tag(locked.append(given)),
                yield* tag(locked.append(append(third, { key: keyed('a', 'b'), contents: [content()] }))),
                yield* tag(locked.append(append(second))),
                yield* tag(locked.append(append(first))),
              ]
            }),
          )

          expect(tags).toEqual(['Abandoned', 'IdempotencyConflict', 'WrongExpectedPosition', 'WrongExpectedPosition'])
          expect((yield* dump)[0]).toMatchObject({ commits: [first, second], contents: [] })
        }),
      ),
  },
  {
    title: 'under the lock every port answers, and sees what was appended',
    run: (makeLayer) =>
      inStore(
        makeLayer(),
        Effect.gen(function* () {
          const store = yield* started
          const contents = yield* ContentStore
          const index = yield* SearchIndex
          const note = content()
          const add = { change: 'add', space: 'document', node: 1, terms: ['a'], counts: [1], length: 1, words: 1, from: 3 } as const

          const seen = yield* store.locked(brain, (locked) =>
            Effect.gen(function* () {
              yield* locked.append(append(second, { contents: [note], index: [add] }))
              const found = yield* index.postings(brain, 'document', ['a'])
              return [(yield* store.brain(brain))?.position, (yield* contents.bodies(brain, [note.ref])).size, found[0]?.nodes.length]
            }),
          )

          expect(seen).toEqual([5, 1, 1])
        }),
      ),
  },
  {
    title: 'under the lock of one brain nobody writes to a brain that is to hold still',
    run: (makeLayer) =>
      inStore(
        makeLayer(),
        Effect.gen(function* () {
          const store = yield* started
          const other = brainNamed('local/main/other')
          const begun = row({ body: 'elsewhere' })
          yield* store.append(append(begun, { brain: other, create: { fingerprintKey: 'ab'.repeat(32) } }))
          const isHeld = yield* Deferred.make<void>()
          const later = append(after(begun, { body: 'later' }), { brain: other })
          const writer = yield* Effect.forkChild(Effect.andThen(Deferred.await(isHeld), store.append(later)))

          const seen = yield* store.locked(
            brain,
            (locked) =>
              Effect.gen(function* () {
                yield* Deferred.succeed(isHeld, undefined)
                for (let turn = 0; turn < 20; turn++) {
                  yield* Effect.yieldNow
                  yield* headOf(locked)
                }
                return yield* store.brain(other)
              }),
            [other],
          )
          yield* Fiber.join(writer)

          expect(seen).toMatchObject({ brain: other, position: begun.count })
          expect((yield* store.read(other, 1, 10)).map(({ body }) => body)).toEqual(['elsewhere', 'later'])
        }),
      ),
  },
  {
    title: 'what a lock showed and took back is not remembered',
    run: (makeLayer) =>
      inStore(
        makeLayer(),
        Effect.gen(function* () {
          const store = yield* started
          const index = yield* SearchIndex
          const add = (node: number) =>
            ({ change: 'add', space: 'document', node, terms: ['a'], counts: [1], length: 1, words: 1, from: 3 }) as const
          const nodes = Effect.map(index.postings(brain, 'document', ['a']), ([found]) => [...(found?.nodes ?? [])])
          yield* nodes

          const inside = store.locked(brain, (locked) =>
            Effect.andThen(Effect.andThen(locked.append(append(second, { index: [add(1)] })), nodes), (seen) => Effect.fail(seen)),
          )
          expect(yield* Effect.flip(inside)).toEqual([1])
          yield* store.append(append(second, { index: [add(2)] }))

          expect(yield* nodes).toEqual([2])
        }),
      ),
  },
  {
    title: 'a lock inside its own lock is a bug that is told, not a wait without end',
    run: (makeLayer) =>
      inStore(
        makeLayer(),
        Effect.gen(function* () {
          const store = yield* started

          const exit = yield* Effect.exit(store.locked(brain, () => store.locked(brain, headOf)))

          expect(Exit.isFailure(exit) && Cause.hasDies(exit.cause)).toBe(true)
          expect(yield* store.locked(brain, headOf)).toEqual({ position: 2, hash: first.hash })
        }),
      ),
  },
  {
    title: 'a brain can be created under its lock, and whoever comes later has lost the race',
    run: (makeLayer) =>
      inStore(
        makeLayer(),
        Effect.gen(function* () {
          const store = yield* EventStore
          const create = store.locked(brain, (locked) => Effect.andThen(locked.append(append(first)), headOf(locked)))

          expect(yield* create).toEqual({ position: 2, hash: first.hash })
          expect(yield* Effect.flip(create)).toEqual(new WrongExpectedPosition({ brain, expected: 0, actual: 2 }))
        }),
      ),
  },
]
