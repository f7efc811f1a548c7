import type { StoreUnavailable } from '@crabtrail/core'
import * as Effect from 'effect/Effect'
import { CopyRefused } from './copy-refused.ts'
import { failureOf } from './failure.ts'

/**
 * Runs work on files at `place`. Failures of the environment fail with StoreUnavailable or CopyRefused; any other error is a bug and dies.
 */
export const attempt = <A>(place: string, run: () => A): Effect.Effect<A, StoreUnavailable | CopyRefused> =>
  Effect.suspend(() => {
    try {
      return Effect.succeed(run())
    } catch (cause) {
      const failure = cause instanceof CopyRefused ? cause : failureOf(place, cause)
      return failure === undefined ? Effect.die(cause) : Effect.fail(failure)
    }
  })
