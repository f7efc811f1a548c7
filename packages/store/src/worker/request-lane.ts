/** Runs the requests of a worker one at a time, except that a request may step aside while it waits for something outside. */

import * as Deferred from 'effect/Deferred'
import * as Effect from 'effect/Effect'
import * as Fiber from 'effect/Fiber'
import * as Semaphore from 'effect/Semaphore'

/** Runs an effect during which other requests go on. */
export type StepAside = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>

export interface Aside {
  readonly step: StepAside
  /** False while as many requests as may are aside: then none should begin to wait. */
  readonly mayStep: () => boolean
}

export interface RequestLane {
  /** Begins a request when it is its turn. Resolves when the request has ended or has stepped aside. */
  readonly begin: (request: (aside: Aside) => Effect.Effect<void>) => Effect.Effect<void>
  /** Runs work that is no request; requests wait meanwhile. */
  readonly alone: (work: Effect.Effect<void>) => Effect.Effect<void>
  /** Resolves when every request has ended. */
  readonly ended: Effect.Effect<void>
}

/**
 * Requests are asked to wait outside only while fewer than `asideMost` do. One that waits all the same, such as for another request, never
 * holds the lane: the other one may need it. A request that comes back runs when the request in the lane has ended or has stepped aside, in
 * the order of those that wait for the lane.
 */
export const requestLane = (asideMost: number): RequestLane => {
  // First come, first served: a request that comes back is ahead of those that begin later.
  const lane = Semaphore.makeUnsafe(1)
  const under = new Set<Fiber.Fiber<void>>()
  let aside = 0
  const steppingAside = (free: Effect.Effect<unknown>): StepAside => {
    const leave = Effect.andThen(
      lane.release(1),
      Effect.suspend(() => {
        aside += 1
        return free
      }),
    )
    const comeBack = Effect.suspend(() => {
      aside -= 1
      return lane.take(1)
    })
    return (effect) => Effect.uninterruptibleMask((restore) => Effect.andThen(leave, Effect.ensuring(restore(effect), comeBack)))
  }
  return {
    begin: Effect.fnUntraced(function* (request) {
      yield* lane.take(1)
      const isFree = yield* Deferred.make<void>()
      const free = Deferred.succeed(isFree, undefined)
      const fiber = yield* Effect.forkDetach(
        Effect.ensuring(request({ step: steppingAside(free), mayStep: () => aside < asideMost }), Effect.andThen(lane.release(1), free)),
        {
          startImmediately: true,
        },
      )
      under.add(fiber)
      fiber.addObserver(() => under.delete(fiber))
      yield* Deferred.await(isFree)
    }),
    alone: (work) => lane.withPermits(1)(work),
    ended: Effect.suspend(() => Fiber.awaitAll([...under])),
  }
}
