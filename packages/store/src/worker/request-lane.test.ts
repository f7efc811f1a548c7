import * as Deferred from 'effect/Deferred'
import * as Effect from 'effect/Effect'
import * as Fiber from 'effect/Fiber'
import { describe, expect, test } from 'vitest'
import { type RequestLane, requestLane } from './request-lane.ts'

const note = (log: string[], text: string) => Effect.sync(() => void log.push(text))

/** A request that steps aside until `door` opens. */
const stepping = (lane: RequestLane, log: string[], name: string, door: Deferred.Deferred<void>) =>
  lane.begin((aside) =>
    note(log, `${name} begins`).pipe(
      Effect.andThen(aside.step(Effect.andThen(note(log, `${name} waits`), Deferred.await(door)))),
      Effect.andThen(note(log, `${name} ends`)),
    ),
  )
const plain = (lane: RequestLane, log: string[], name: string, body: Effect.Effect<unknown> = Effect.void) =>
  lane.begin(() => note(log, `${name} begins`).pipe(Effect.andThen(body), Effect.andThen(note(log, `${name} ends`))))

describe('a lane of requests', () => {
  test('runs them one at a time', async () => {
    const log: string[] = []
    const lane = requestLane(1)

    await Effect.runPromise(
      Effect.gen(function* () {
        for (const name of ['a', 'b']) yield* plain(lane, log, name, Effect.yieldNow)
        yield* lane.ended
      }),
    )

    expect(log).toEqual(['a begins', 'a ends', 'b begins', 'b ends'])
  })

  test('goes on while one steps aside, which comes back between two others and never into one', async () => {
    const log: string[] = []
    const lane = requestLane(8)

    await Effect.runPromise(
      Effect.gen(function* () {
        const [door, middle] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
        yield* stepping(lane, log, 'a', door)
        const b = yield* Effect.forkChild(plain(lane, log, 'b', Deferred.await(middle)), { startImmediately: true })
        yield* Deferred.succeed(door, undefined)
        for (let round = 0; round < 10; round++) yield* Effect.yieldNow
        const c = yield* Effect.forkChild(plain(lane, log, 'c'), { startImmediately: true })
        log.push('b is let on')
        yield* Deferred.succeed(middle, undefined)
        yield* Fiber.join(b)
        yield* Fiber.join(c)
        yield* lane.ended
      }),
    )

    expect(log).toEqual(['a begins', 'a waits', 'b begins', 'b is let on', 'b ends', 'a ends', 'c begins', 'c ends'])
  })

  test('tells when as many are aside as may be, and is held by none of them: one may wait for another', async () => {
    const log: string[] = []
    const lane = requestLane(1)

    await Effect.runPromise(
      Effect.gen(function* () {
        const [first, second] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
        yield* lane.begin((aside) => Effect.sync(() => void log.push(`may step: ${aside.mayStep()}`)))
        yield* stepping(lane, log, 'a', first)
        yield* lane.begin((aside) => Effect.sync(() => void log.push(`may step: ${aside.mayStep()}`)))
        yield* stepping(lane, log, 'b', second)
        yield* plain(lane, log, 'c')
        yield* Deferred.succeed(first, undefined)
        yield* Deferred.succeed(second, undefined)
        yield* lane.ended
      }),
    )

    expect(log.slice(0, 8)).toEqual([
      'may step: true',
      'a begins',
      'a waits',
      'may step: false',
      'b begins',
      'b waits',
      'c begins',
      'c ends',
    ])
  })

  test('goes on behind a request that has a fault, aside or not', async () => {
    const log: string[] = []
    const lane = requestLane(1)

    await Effect.runPromise(
      Effect.gen(function* () {
        yield* lane.begin((aside) => aside.step(Effect.die('a fault aside')))
        yield* lane.begin(() => Effect.die('a fault'))
        yield* plain(lane, log, 'c')
        yield* lane.ended
      }),
    )

    expect(log).toEqual(['c begins', 'c ends'])
  })
})
