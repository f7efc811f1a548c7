/**
 * Serialises access to a store: operations run one by one, and a holder makes all others wait.
 *
 * An operation is synchronous, so it runs at once if the turnstile is free. Operations of the holder run within its hold, through whatever
 * service they reach the store; otherwise the holder would wait for itself. If too many callers wait, the next one is refused as busy.
 */
import { limits, type StoreUnavailable, waitingLine } from '@crabtrail/core'
import * as Context from 'effect/Context'
import * as Effect from 'effect/Effect'
import * as Exit from 'effect/Exit'

/** Runs in one step and returns its outcome; never waits. */
export type Operation<A, E> = () => Effect.Effect<A, E>

export interface Turnstile {
  readonly pass: <A, E>(operation: Operation<A, E>) => Effect.Effect<A, E | StoreUnavailable>
  /**
   * Enters, runs the body and leaves, whether the body succeeds, fails, dies or is interrupted. If leaving fails after a success, that
   * failure is the outcome; otherwise the outcome of the body stands.
   */
  readonly hold: <A, E, R, E2>(body: Effect.Effect<A, E, R>, door: Door<E2>) => Effect.Effect<A, E | E2 | StoreUnavailable, R>
}

export interface Door<E> {
  readonly enter: Operation<void, E>
  readonly leave: (succeeded: boolean) => Effect.Effect<void, E>
}

/** Holds that the running fiber is part of, of this store and of others. */
const Holding = Context.Reference<ReadonlyArray<object>>('@crabtrail/store/Holding', { defaultValue: () => [] })

/** `place`: name of the store in the message to a refused caller. */
export const makeTurnstile = (place: string, waitingMax: number = limits.requestsWaiting): Turnstile => {
  const line = waitingLine(place, waitingMax)
  let holder: object | undefined
  const isHolder = (mine: ReadonlyArray<object>): boolean => holder !== undefined && mine.includes(holder)

  const pass: Turnstile['pass'] = (operation) =>
    Effect.suspend(() =>
      holder === undefined
        ? operation()
        : Effect.flatMap(Holding, (mine) => (isHolder(mine) ? operation() : line.alone(Effect.suspend(operation)))),
    )

  const held = <A, E, R, E2>(outer: ReadonlyArray<object>, body: Effect.Effect<A, E, R>, door: Door<E2>): Effect.Effect<A, E | E2, R> =>
    Effect.uninterruptibleMask((restore) => {
      const token = {}
      return Effect.suspend(() => {
        holder = token
        return door.enter()
      }).pipe(
        Effect.andThen(Effect.exit(restore(Effect.provideService(body, Holding, [...outer, token])))),
        Effect.flatMap(
          (exit): Effect.Effect<A, E | E2> =>
            Exit.isSuccess(exit) ? Effect.as(door.leave(true), exit.value) : Effect.andThen(Effect.exit(door.leave(false)), exit),
        ),
        Effect.ensuring(
          Effect.sync(() => {
            holder = undefined
          }),
        ),
      )
    })

  const hold: Turnstile['hold'] = (body, door) =>
    Effect.flatMap(Holding, (mine) =>
      isHolder(mine)
        ? Effect.die(new Error('a store that is locked cannot be locked again by what holds the lock'))
        : line.alone(held(mine, body, door)),
    )

  return { pass, hold }
}
