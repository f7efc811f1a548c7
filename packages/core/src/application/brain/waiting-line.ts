/**
 * Lets one pass at a time, in the order in which they came, and turns away whoever finds too many waiting.
 *
 * What waits holds its request in memory. So a caller that asks faster than the store writes is told so, while those ahead are served.
 */
import * as Effect from 'effect/Effect'
import * as Semaphore from 'effect/Semaphore'
import { StoreUnavailable } from '../ports/store-errors.ts'

export interface WaitingLine {
  /** Runs alone. Whoever is turned away has run nothing. */
  readonly alone: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E | StoreUnavailable, R>
}

/** `place` is named by the refusal; `waitingMax` counts those who wait, not the one that runs. */
export const waitingLine = (place: string, waitingMax: number): WaitingLine => {
  const door = Semaphore.makeUnsafe(1)
  let inside = 0
  return {
    alone: <A, E, R>(effect: Effect.Effect<A, E, R>) =>
      Effect.uninterruptibleMask((restore): Effect.Effect<A, E | StoreUnavailable, R> => {
        if (inside > waitingMax) return Effect.fail(crowded(place, waitingMax))
        inside++
        return Effect.ensuring(
          restore(door.withPermits(1)(effect)),
          Effect.sync(() => {
            inside--
          }),
        )
      }),
  }
}

const crowded = (place: string, waitingMax: number) =>
  new StoreUnavailable({
    reason: 'busy',
    place,
    detail: `${waitingMax} requests wait for it already: ask again when some of them are answered, and fewer at once`,
    retryable: true,
  })
