import * as Deferred from 'effect/Deferred'
import * as Effect from 'effect/Effect'
import * as Fiber from 'effect/Fiber'
import { describe, expect, test } from 'vitest'
import { StoreUnavailable } from '../ports/store-errors.ts'
import { type WaitingLine, waitingLine } from './open-brains.ts'

const run = <A, E>(program: (line: WaitingLine, log: string[]) => Effect.Effect<A, E>): Promise<A> =>
  Effect.runPromise(Effect.suspend(() => program(waitingLine('here', 2), [])))

const note = (log: string[], text: string) => Effect.sync(() => void log.push(text))

/** Lets every fiber go as far as it can. */
const settled = Effect.gen(function* () {
  for (let i = 0; i < 20; i++) yield* Effect.yieldNow
})

describe('a waiting line', () => {
  test('lets one pass at a time, in the order in which they came', () =>
    run((line, log) =>
      Effect.gen(function* () {
        const go = yield* Deferred.make<void>()
        const first = yield* Effect.forkChild(line.alone(Effect.andThen(Deferred.await(go), note(log, 'first'))))
        yield* settled
        const others = yield* Effect.forEach(['second', 'third'], (name) => Effect.forkChild(line.alone(note(log, name))))
        yield* settled

        expect(log).toEqual([])
        yield* Deferred.succeed(go, undefined)
        yield* Effect.forEach([first, ...others], Fiber.join)

        expect(log).toEqual(['first', 'second', 'third'])
      }),
    ))

  test('turns away who finds too many waiting, says that he may ask again, and has run nothing of his', () =>
    run((line, log) =>
      Effect.gen(function* () {
        const go = yield* Deferred.make<void>()
        const inside = yield* Effect.forEach([1, 2, 3], (n) =>
          Effect.forkChild(line.alone(Effect.andThen(Deferred.await(go), note(log, `${n}`)))),
        )
        yield* settled

        const refused = yield* Effect.flip(line.alone(note(log, 'one too many')))

        expect(refused).toBeInstanceOf(StoreUnavailable)
        expect(refused).toMatchObject({ reason: 'busy', place: 'here', retryable: true })
        expect(refused.message).toBe('here: 2 requests wait for it already: ask again when some of them are answered, and fewer at once')
        yield* Deferred.succeed(go, undefined)
        yield* Effect.forEach(inside, Fiber.join)
        yield* line.alone(note(log, 'again'))
        expect(log).toEqual(['1', '2', '3', 'again'])
      }),
    ))

  test('has room again after one who waited gave up, and after one who failed or died inside', () =>
    run((line, log) =>
      Effect.gen(function* () {
        for (let round = 0; round < 5; round++) {
          const inside = yield* Effect.forkChild(line.alone(Effect.never))
          yield* settled
          const waiting = yield* Effect.forEach([1, 2], () => Effect.forkChild(line.alone(Effect.never)))
          yield* settled
          yield* Effect.forEach([...waiting, inside], Fiber.interrupt)
          yield* Effect.exit(line.alone(Effect.fail('no')))
          yield* Effect.exit(line.alone(Effect.die('bug')))
        }

        yield* line.alone(note(log, 'free'))
        expect(log).toEqual(['free'])
      }),
    ))
})
