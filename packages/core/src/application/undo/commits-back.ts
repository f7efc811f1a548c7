/** Reads the log backwards, a commit at a time, until something is found. */
import * as Effect from 'effect/Effect'
import type { BrainEvent } from '../../domain/events/brain-event.ts'
import type { OpenBrain } from '../brain/brain.ts'
import { decodeRow } from '../brain/read-row.ts'
import { EventStore } from '../ports/event-store.ts'

/** Gives each commit to `visit`, newest first, and returns what it found; `undefined` at the beginning of the log, or after `most` commits. */
export const eachCommitBack = Effect.fnUntraced(function* <A>(
  brain: OpenBrain,
  visit: (events: ReadonlyArray<BrainEvent>) => A | undefined,
  most: number = Number.MAX_SAFE_INTEGER,
) {
  const store = yield* EventStore
  let position = brain.state.position
  for (let read = 0; position > 0 && read < most; read++) {
    const [row] = yield* store.read(brain.key, position, 1)
    if (row === undefined) break
    const found = visit(yield* decodeRow(brain.key, row))
    if (found !== undefined) return found
    position = row.first - 1
  }
  return undefined
})
