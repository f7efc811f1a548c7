/** What is done when nobody waits for an answer: snapshots that are due, and what lies in the write-ahead log goes to its place. */
import * as Effect from 'effect/Effect'
import type { UpkeepAnswer } from '../answers.ts'
import { EventStore } from '../ports/event-store.ts'
import type { OpenBrains } from './open-brains.ts'
import { keepSnapshots } from './snapshots.ts'

/** Of the brains that this process has open. */
export const upkeep = Effect.fnUntraced(function* ({ held }: OpenBrains) {
  const store = yield* EventStore
  let snapshots = 0
  for (const { brain, line } of held.values()) if (yield* line.alone(keepSnapshots(brain))) snapshots++
  yield* store.checkpoint
  return { snapshots } satisfies UpkeepAnswer
})
