/**
 * Lets one party at a time at a store that cannot serve two: operations pass one by one, and whoever holds it keeps the others waiting.
 *
 * An operation is synchronous, so with nobody holding it passes at once. Operations of the holder itself, through whatever service it
 * reaches the store, pass as part of what it does: waiting for itself it would wait for ever. Where too many wait already the next one is
 * turned away, as busy.
 */
import { limits, type StoreUnavailable, waitingLine } from '@crabtrail/core'
import * as Context from 'effect/Context'
import * as Effect from 'effect/Effect'
import * as Exit from 'effect/Exit'

/** Runs within one step and answers with its outcome; never waits. */
export type Operation<A, E> = () => Effect.Effect<A, E>

export interface Turnstile {
  readonly pass: <A, E>(operation: Operation<A, E>) => Effect.Effect<A, E | StoreUnavailable>
  /**
   * Enters, runs the body and leaves, whether the body succeeds, fails, dies or is interrupted. What leaving after a success fails
   * with is the outcome; after anything else the body's own outcome stands.
   */
  readonly hold: <A, E, R, E2>(body: Effect.Effect<A, E, R>, door: Door<E2>) => Effect.Effect<A, E | E2 | StoreUnavailable, R>
}

export interface Door<E> {
  readonly enter: Operation<void, E>
  readonly leave: (succeeded: boolean) => Effect.Effect<void, E>
}

/** Which holds the running fiber is part of, of this store and of others. */
const Holding = Context.Reference<ReadonlyArray<object>>('@crabtrail/store/Holding', { defaultValue: () => [] })

/** `place` is the store's, for the message of who is turned away. */
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
