/** Failures of a store, in every store with tables: damaged rows, refused appends, and what the store cannot do now. */
import {
  type Abandoned,
  type Append,
  BrainExists,
  type BrainKey,
  type BrainRecord,
  IdempotencyConflict,
  type RecordedCommand,
  StoreUnavailable,
  WrongExpectedPosition,
} from '@crabtrail/core'

/** Thrown for rows that no Crabtrail of this format writes: the file was damaged or changed by hand. */
export class Damage extends Error {
  override readonly name = 'Damage'
}

/** Returns what `look` says of rows; false if they are damaged. */
export const withoutDamage = (look: () => boolean): boolean => {
  try {
    return look()
  } catch (cause) {
    if (!(cause instanceof Damage)) throw cause
    return false
  }
}

/**
 * Makes a failure of the store. A request can be repeated if another program holds the file, and also if another file has replaced it,
 * because the store is opened again then.
 */
export const unavailable = (
  place: string,
  reason: StoreUnavailable['reason'],
  detail: string,
  { cause, retryable = reason === 'locked' || reason === 'moved' }: { readonly cause?: unknown; readonly retryable?: boolean } = {},
): StoreUnavailable => new StoreUnavailable({ reason, place, detail, retryable, ...(cause === undefined ? {} : { cause }) })

/**
 * What an error means: a pattern for `CODE: MESSAGE`, the reason, and the detail, in which `$code` and `$message` stand for those of the error.
 * `retryable`: the same call may succeed later without any change.
 */
export type Meaning = readonly [signs: RegExp, reason: StoreUnavailable['reason'], detail: string, retryable?: 'retryable']

export const meaningOf = (meanings: ReadonlyArray<Meaning>, code: string, message: string) => {
  const found = meanings.find(([signs]) => signs.test(`${code}: ${message}`))
  if (found === undefined) return undefined
  const [, reason, text, retryable] = found
  const detail = text.replace(/\$(code|message)/g, (_, name) => (name === 'code' ? code : message))
  return { reason, detail, retryable: retryable !== undefined }
}

export const missingBrain = (place: string, brain: BrainKey): StoreUnavailable =>
  unavailable(place, 'not-found', `there is no brain ${brain} in it: create it first`)

export type Refusal = WrongExpectedPosition | IdempotencyConflict | Abandoned | BrainExists | StoreUnavailable

/** State of the log after a refusal. `recorded`: the command that has the key of the append. */
interface LogState {
  readonly place: string
  readonly record: BrainRecord | undefined
  readonly recorded: RecordedCommand | undefined
}

/**
 * Returns the reason of a refusal. If the key was used for the same signal, another writer was faster, and reading the log again gives
 * its answer.
 */
export const refusalOf = ({ brain, create, key, row }: Append, { place, record, recorded }: LogState): Refusal => {
  if (recorded !== undefined && recorded.signal !== key?.signal) return new IdempotencyConflict({ brain, first: recorded.first })
  if (recorded === undefined && create !== undefined && record !== undefined) return new BrainExists({ brain })
  if (record === undefined && create === undefined) return missingBrain(place, brain)
  return new WrongExpectedPosition({ brain, expected: row.first - 1, actual: record?.position ?? 0 })
}

/** Inside a lock the head is known, so an existing brain is reported as a wrong expected position. */
export const lostRace = (refusal: Refusal, known: BrainRecord | undefined): Exclude<Refusal, BrainExists> =>
  refusal instanceof BrainExists ? new WrongExpectedPosition({ brain: refusal.brain, expected: 0, actual: known?.position ?? 0 }) : refusal
