/**
 * Restores the memory as it was at a position: a fold of its own, from the snapshot before that position. Later appends never change it.
 */

import * as Effect from 'effect/Effect'
import type { Position } from '../../domain/identity.ts'
import { type BrainFold, type BrainState, brainState, cloneFold, foldEvent } from '../../domain/projections/brain-fold.ts'
import { resolvePosition } from '../naming/positions.ts'
import { commitsPerRead, EventStore } from '../ports/event-store.ts'
import type { PositionText } from '../requests.ts'
import type { OpenBrain } from './brain.ts'
import { decodeRow, foldRow } from './read-row.ts'
import { restoreFold } from './snapshots.ts'

export interface PastBrain {
  readonly fold: BrainFold
  readonly state: BrainState
}

export const asOf = Effect.fnUntraced(function* (brain: OpenBrain, at: Position) {
  const { fold } = at === brain.fold.position ? { fold: cloneFold(brain.fold) } : yield* restoreFold(brain.key, at)
  yield* foldUpTo(brain, fold, at)
  return { fold, state: brainState(fold) } satisfies PastBrain
})

/** Folds the log up to a position, which may lie inside a commit. The caller owns `fold`. */
export const foldUpTo = Effect.fnUntraced(function* (brain: Pick<OpenBrain, 'key'>, fold: BrainFold, at: Position) {
  const store = yield* EventStore
  while (fold.position < at) {
    const rows = yield* store.read(brain.key, fold.position + 1, commitsPerRead, at)
    if (rows.length === 0) break
    for (const row of rows) {
      if (fold.position < row.first && row.first + row.count - 1 <= at) {
        yield* foldRow(brain.key, fold, row)
        continue
      }
      for (const event of yield* decodeRow(brain.key, row))
        if (event.position > fold.position && event.position <= at) foldEvent(fold, event)
    }
  }
})

export const stateAt = Effect.fnUntraced(function* (brain: OpenBrain, at: PositionText | undefined) {
  return at === undefined ? brain.state : (yield* asOf(brain, yield* resolvePosition(brain, at))).state
})
