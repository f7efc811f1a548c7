/** Refuses a text index that another version of the tokeniser made: its words are separated differently. */
import type { StoreUnavailable } from '@crabtrail/core'
import { tokeniserVersion } from '@crabtrail/text/words/tokenise'
import * as Effect from 'effect/Effect'
import type { SpaceHead } from '../known-heads.ts'
import { unavailable } from '../server/failure.ts'

/** The index is rebuilt when the brain is opened again. */
const madeByOlder = 'its text index was made by an older Crabtrail, and not built anew yet: try again'

/** Fails with `newer` if a newer tokeniser made the index. */
export const requireNotNewer = (place: string, made: number | null | undefined): Effect.Effect<void, StoreUnavailable> => {
  if (made === null || made === undefined || made <= tokeniserVersion) return Effect.void
  const versions = `version ${made}, this one has ${tokeniserVersion}`
  const detail = `its text index was made by a newer Crabtrail (${versions}): install the newest Crabtrail`
  return Effect.fail(unavailable(place, 'newer', detail))
}

/** Fails with `newer`, or with `moved` if an older tokeniser made the index. */
export const requireTokeniser = (
  place: string,
  spaces: ReadonlyMap<number, Pick<SpaceHead, 'tokeniser'>>,
): Effect.Effect<void, StoreUnavailable> =>
  Effect.gen(function* () {
    for (const { tokeniser } of spaces.values()) {
      yield* requireNotNewer(place, tokeniser)
      if (tokeniser < tokeniserVersion) return yield* Effect.fail(unavailable(place, 'moved', madeByOlder, { retryable: true }))
    }
  })
