import * as Cause from 'effect/Cause'
import * as Deferred from 'effect/Deferred'
import * as Effect from 'effect/Effect'
import * as Exit from 'effect/Exit'
import * as Fiber from 'effect/Fiber'
import { describe, expect, test } from 'vitest'
import { makeTurnstile, type Turnstile } from './turnstile.ts'

const run = <A, E>(program: (turnstile: Turnstile, log: string[]) => Effect.Effect<A, E>): Promise<A> =>
  Effect.runPromise(Effect.suspend(() => program(makeTurnstile('here'), [])))

const door = (log: string[]) => ({
  enter: () => Effect.sync(() => void log.push('enter')),
  leave: (succeeded: boolean) => Effect.sync(() => void log.push(`leave ${succeeded}`)),
})

const note = (log: string[], text: string) => () => Effect.sync(() => void log.push(text))

describe('the turnstile', () => {
  test('keeps others waiting while it is held, and lets the holder and its fibers pass', () =>
    run((turnstile, log) =>
      Effect.gen(function* () {
        const [inside, go] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
        const body = Effect.gen(function* () {
          yield* turnstile.pass(note(log, 'mine'))
          yield* Effect.all([turnstile.pass(note(log, 'my fiber'))], { concurrency: 'unbounded' })
          yield* Deferred.succeed(inside, undefined)
          yield* Deferred.await(go)
        })
        const holder = yield* Effect.forkChild(turnstile.hold(body, door(log)))
        yield* Deferred.await(inside)
        const other = yield* Effect.forkChild(turnstile.pass(note(log, 'other')))
        const next = yield* Effect.forkChild(turnstile.hold(Effect.void, door(log)))
        for (let i = 0; i < 10; i++) yield* Effect.yieldNow

        expect(log).toEqual(['enter', 'mine', 'my fiber'])
        yield* Deferred.succeed(go, undefined)
        yield* Effect.all([Fiber.join(holder), Fiber.join(other), Fiber.join(next)])

        expect(log).toEqual(['enter', 'mine', 'my fiber', 'leave true', 'other', 'enter', 'leave true'])
      }),
    ))

  test('is left as a failure when the body fails, dies or is interrupted, whose outcome stands', () =>
    run((turnstile, log) =>
      Effect.gen(function* () {
        const stuck = { ...door(log), leave: (succeeded: boolean) => Effect.andThen(door(log).leave(succeeded), Effect.fail('stuck')) }
        const failed = yield* Effect.exit(turnstile.hold(Effect.fail('no'), stuck))
        const died = yield* Effect.exit(turnstile.hold(Effect.die('bug'), door(log)))
        const fiber = yield* Effect.forkChild(turnstile.hold(Effect.never, door(log)))
        for (let i = 0; i < 5; i++) yield* Effect.yieldNow
        yield* Fiber.interrupt(fiber)
        const unkept = yield* Effect.exit(turnstile.hold(Effect.succeed(1), stuck))

        expect(failed).toEqual(Exit.fail('no'))
        expect(Exit.isFailure(died) && Cause.hasDies(died.cause)).toBe(true)
        expect(unkept).toEqual(Exit.fail('stuck'))
        expect(log.filter((one) => one !== 'enter')).toEqual(['leave false', 'leave false', 'leave false', 'leave true'])
        yield* turnstile.pass(note(log, 'free'))
        expect(log.at(-1)).toBe('free')
      }),
    ))

  test('is free again when it could not be entered', () =>
    run((turnstile, log) =>
      Effect.gen(function* () {
        const shut = { ...door(log), enter: () => Effect.fail('shut') }

        expect(
          yield* Effect.exit(
            turnstile.hold(
              Effect.sync(() => log.push('ran')),
              shut,
            ),
          ),
        ).toEqual(Exit.fail('shut'))
        yield* turnstile.pass(note(log, 'free'))

        expect(log).toEqual(['free'])
      }),
    ))

  test('of one store does not keep the holder from another store', () =>
    run((turnstile, log) => {
      const other = makeTurnstile('here')
      const both = turnstile.hold(
        other.hold(Effect.andThen(turnstile.pass(note(log, 'outer')), other.pass(note(log, 'inner'))), door(log)),
        door(log),
      )

      return Effect.andThen(
        both,
        Effect.sync(() => expect(log).toEqual(['enter', 'enter', 'outer', 'inner', 'leave true', 'leave true'])),
      )
    }))

  test('is no longer held by a fiber that outlives the hold', () =>
    run((turnstile, log) =>
      Effect.gen(function* () {
        const [over, go] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
        const survivor = Effect.andThen(Deferred.await(over), turnstile.pass(note(log, 'survivor')))
        const fiber = yield* turnstile.hold(Effect.forkDetach(survivor), door(log))
        const second = yield* Effect.forkChild(
          turnstile.hold(Effect.andThen(Deferred.succeed(over, undefined), Deferred.await(go)), door(log)),
        )
        for (let i = 0; i < 10; i++) yield* Effect.yieldNow

        expect(log).not.toContain('survivor')
        yield* Deferred.succeed(go, undefined)
        yield* Effect.all([Fiber.join(fiber), Fiber.join(second)])
        expect(log.at(-1)).toBe('survivor')
      }),
    ))

  test('turns away who finds too many waiting, but never the holder, whose operations wait for nobody', () =>
    run((_, log) =>
      Effect.gen(function* () {
        const turnstile = makeTurnstile('here', 1)
        const [inside, go] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
        const body = Effect.gen(function* () {
          yield* Deferred.succeed(inside, undefined)
          yield* Deferred.await(go)
          for (let i = 0; i < 5; i++) yield* turnstile.pass(note(log, 'mine'))
        })
        const holder = yield* Effect.forkChild(turnstile.hold(body, door(log)))
        yield* Deferred.await(inside)
        const waiting = yield* Effect.forkChild(turnstile.pass(note(log, 'waited')))
        for (let i = 0; i < 5; i++) yield* Effect.yieldNow

        const refused = yield* Effect.forEach([turnstile.pass(note(log, 'passed')), turnstile.hold(Effect.void, door(log))], (one) =>
          Effect.flip(one),
        )
        yield* Deferred.succeed(go, undefined)
        yield* Effect.all([Fiber.join(holder), Fiber.join(waiting)])

        expect(refused).toMatchObject([
          { _tag: 'StoreUnavailable', reason: 'busy', place: 'here', retryable: true },
          { _tag: 'StoreUnavailable', reason: 'busy' },
        ])
        expect(log).toEqual(['enter', 'mine', 'mine', 'mine', 'mine', 'mine', 'leave true', 'waited'])
      }),
    ))
})
