/** Settings of one's own, as they are written behind `--set`. */
import { InvalidRequest, type OwnSettings, writtenSettings } from '@crabtrail/core'
import * as Effect from 'effect/Effect'
import * as Result from 'effect/Result'

export const ownSettings = (written: ReadonlyArray<string> | undefined): Effect.Effect<OwnSettings | undefined, InvalidRequest> => {
  if (written === undefined) return Effect.succeed(undefined)
  const read = writtenSettings(written)
  if (Result.isSuccess(read)) return Effect.succeed(read.success)
  const { problem, setting } = read.failure
  return Effect.fail(new InvalidRequest({ field: 'settings', problem: `${setting}: ${problem}` }))
}
