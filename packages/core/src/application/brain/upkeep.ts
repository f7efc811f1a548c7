/** What is done when nobody waits for an answer: snapshots that are due, and what lies in the write-ahead log goes to its place. */
import * as Effect from 'effect/Effect'
import * as Result from 'effect/Result'
import type { UpkeepAnswer } from '../answers.ts'
import { EventStore } from '../ports/event-store.ts'
import type { OpenBrains } from './open-brains.ts'
import { keepSnapshots } from './snapshots.ts'

type Failure = Effect.Error<ReturnType<typeof keepSnapshots>>

/** Of the brains that this process has open. One whose snapshot cannot be written keeps nothing from the others. */
export const upkeep = Effect.fnUntraced(function* ({ held }: OpenBrains) {
  const store = yield* EventStore
  let snapshots = 0
  let failure: Failure | undefined
  for (const { brain, line } of held.values()) {
    const kept = yield* Effect.result(line.alone(keepSnapshots(brain)))
    if (Result.isSuccess(kept)) snapshots += kept.success ? 1 : 0
    else {
      failure ??= kept.failure
      // Not at every turn: making one that cannot be written takes as long as one that can.
      brain.snapshot = brain.fold.position
    }
  }
  yield* store.checkpoint
  if (failure !== undefined) return yield* Effect.fail(failure)
  return { snapshots } satisfies UpkeepAnswer
})
