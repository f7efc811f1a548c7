/** Failures of a store, in every store with tables. */
import { type BrainKey, StoreUnavailable } from '@crabtrail/core'

/**
 * Makes a failure of the store. A request can be repeated if another program holds the file, and also if another file has replaced it,
 * because the store is opened again then.
 */
export const unavailable = (place: string, reason: StoreUnavailable['reason'], detail: string, cause?: unknown): StoreUnavailable =>
  new StoreUnavailable({
    reason,
    place,
    detail,
    retryable: reason === 'locked' || reason === 'moved',
    ...(cause === undefined ? {} : { cause }),
  })

export const missingBrain = (place: string, brain: BrainKey): StoreUnavailable =>
  unavailable(place, 'not-found', `there is no brain ${brain} in it: create it first`)
