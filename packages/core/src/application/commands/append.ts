/** The appends beside `transact`: a brain's first commit, one inside a lock that does more, and those proven elsewhere. There are no others. */
import * as Effect from 'effect/Effect'
import type { DecidedCommand } from '../../domain/decide.ts'
import type { Position } from '../../domain/identity.ts'
import { catchUp, type OpenBrain } from '../brain/brain.ts'
import { commitRow, commitTime } from '../brain/commit-row.ts'
import type { ContentDrafts } from '../brain/contents.ts'
import { ContentStore } from '../ports/content-store.ts'
import { Cryptography } from '../ports/cryptography.ts'
import { type Append, EventStore, type LockedBrain } from '../ports/event-store.ts'
import { SearchIndex } from '../ports/search-index.ts'
import { BrainExists } from '../ports/store-errors.ts'
import { allIndexChanges } from './index-upkeep.ts'

/** Builds the commit that follows on the present state of the brain. It does not change the text index. */
const appendOf = Effect.fnUntraced(function* (brain: OpenBrain, decided: DecidedCommand<unknown>, drafts: ContentDrafts) {
  const { actor, events, session } = decided
  const at = Math.max(yield* commitTime, brain.state.at)
  const row = commitRow(yield* Cryptography, events, { prev: brain.hash, first: brain.state.position + 1, at, actor, session })
  return { brain: brain.key, row, contents: drafts.rows(events, brain.fingerprint), index: [], durability: 'power' } satisfies Append
})

export const appendFirst = Effect.fnUntraced(function* (brain: OpenBrain, decided: DecidedCommand<unknown>, drafts: ContentDrafts) {
  const store = yield* EventStore
  const { fingerprintKey } = brain
  yield* store
    .append({ ...(yield* appendOf(brain, decided, drafts)), create: { fingerprintKey } })
    .pipe(Effect.catchTag(['WrongExpectedPosition', 'IdempotencyConflict', 'Abandoned'], () => new BrainExists({ brain: brain.key })))
})

/**
 * Appends within the lock of the brain, which is level with the log; the caller removes the rows of what is erased in the same transaction, of
 * the index too. Answers with the position of the last event. The events are folded by the next `catchUp`.
 */
export const appendLocked = Effect.fnUntraced(function* (
  brain: OpenBrain,
  decided: DecidedCommand<unknown>,
  drafts: ContentDrafts,
  locked: LockedBrain,
): Effect.fn.Return<Position, Effect.Error<ReturnType<LockedBrain['append']>>, Cryptography> {
  const append = yield* appendOf(brain, decided, drafts)
  yield* locked.append(append)
  return append.row.first + append.row.count - 1
})

/** Appends commits that were proven elsewhere. Fails with `BrainExists` unless the brain ends before them. {@link settleProven} has to follow. */
export const appendProven = Effect.fnUntraced(function* (brain: OpenBrain, appends: ReadonlyArray<Append>, locked: LockedBrain) {
  for (const append of appends) {
    yield* locked.append(append).pipe(Effect.catchTag(['Abandoned', 'WrongExpectedPosition'], () => new BrainExists({ brain: brain.key })))
  }
})

/** Completes a brain whose commits were appended within the lock: folds them, adds the tombstones, and builds the text index. */
export const settleProven = Effect.fnUntraced(function* (brain: OpenBrain, tombstones: ReadonlyArray<string>, locked: LockedBrain) {
  const contents = yield* ContentStore
  const index = yield* SearchIndex
  yield* catchUp(brain, locked)
  yield* contents.bury(brain.key, tombstones)
  yield* index.rebuild(brain.key, yield* allIndexChanges(brain))
})
