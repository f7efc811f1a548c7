/** The reason why a log refuses an append, in every store with tables. */
import {
  type Abandoned,
  type Append,
  BrainExists,
  type BrainRecord,
  IdempotencyConflict,
  type RecordedCommand,
  type StoreUnavailable,
  WrongExpectedPosition,
} from '@crabtrail/core'
import { missingBrain } from './unavailable.ts'

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
