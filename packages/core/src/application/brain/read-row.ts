/** One row of a log, read: its events in their places, or folded; a row that cannot be read is told by its position. */
import * as Effect from 'effect/Effect'
import * as Result from 'effect/Result'
import type { BrainEvent, CommitContext } from '../../domain/events/brain-event.ts'
import { MalformedBody } from '../../domain/events/codec/commit-body.ts'
import { decodeCommit } from '../../domain/events/codec/event-codec.ts'
import type { UnknownEvent } from '../../domain/events/codec/upcaster-chain.ts'
import type { BrainKey } from '../../domain/identity.ts'
import type { BrainFold } from '../../domain/projections/brain-fold.ts'
import { foldCommit } from '../../domain/projections/commit-fold.ts'
import type { CommitRow } from '../ports/event-store.ts'
import { IntegrityBroken, NewerLog } from '../request-errors.ts'
import { bodyFault, type RowFault, shapeFault } from './row-fault.ts'

/** The events of a row, each in its place. */
export const decodeRow = (brain: BrainKey, row: CommitRow): Effect.Effect<ReadonlyArray<BrainEvent>, IntegrityBroken | NewerLog> =>
  readRow(brain, row, (commit) => decodeCommit(row.body, row.first, row.count, commit))

/** Folds a row: all of it, or nothing when it cannot be read. */
export const foldRow = (brain: BrainKey, fold: BrainFold, row: CommitRow): Effect.Effect<void, IntegrityBroken | NewerLog> =>
  readRow(brain, row, (commit) => foldCommit(fold, row.body, row.first, row.count, commit))

const readRow = <A>(
  brain: BrainKey,
  row: CommitRow,
  read: (commit: CommitContext) => Result.Result<A, UnknownEvent>,
): Effect.Effect<A, IntegrityBroken | NewerLog> => {
  const { actor, at, first, session } = row
  const broken = (fault: RowFault) => Effect.fail(new IntegrityBroken({ brain, ...fault }))
  const shape = shapeFault(row)
  if (shape !== undefined) return broken({ position: Number.isSafeInteger(first) ? first : 0, problem: shape })
  try {
    const done = read(session === undefined ? { at, actor } : { at, actor, session })
    if (Result.isSuccess(done)) return Effect.succeed(done.success)
    const { type, version } = done.failure
    return Effect.fail(new NewerLog({ brain, position: first, type, version }))
  } catch (error) {
    if (error instanceof MalformedBody) return broken({ position: first, problem: error.message })
    // Events that fit their schema can be folded: where they cannot, it is a bug.
    const fault = bodyFault(row)
    if (fault === undefined) throw error
    return broken(fault)
  }
}
