/** Restores the memory as it was at a position: a fold of its own, from the newest earlier fold. Later appends never change it. */

import * as Effect from 'effect/Effect'
import { assertThat } from '../../domain/assertion.ts'
import type { Position } from '../../domain/identity.ts'
import { type BrainFold, brainState, cloneFold, foldEvent } from '../../domain/projections/brain-fold.ts'
import type { OpenBrain, PastBrain } from '../brain/brain.ts'
import { decodeRow, foldRow } from '../brain/commit-row.ts'
import { restoreFold } from '../brain/snapshots.ts'
import { resolvePosition } from '../naming/positions.ts'
import { commitsPerRead, EventStore } from '../ports/event-store.ts'
import { SnapshotStore } from '../ports/snapshot-store.ts'
import type { PositionText } from '../requests.ts'

/** Most past states that an open brain keeps. One of them may be as large as the brain itself. */
const pastsKept = 2

/** Returns the memory at a position. It is shared with later callers: nobody may fold into it. */
export const asOf = Effect.fnUntraced(function* (brain: OpenBrain, at: Position) {
  const known = brain.pasts.find(({ state }) => state.position === at)
  const past = known ?? pastOf(yield* foldedTo(brain, at))
  brain.pasts = [past, ...brain.pasts.filter((one) => one !== past)].slice(0, pastsKept)
  assertPasts(brain.pasts.length)
  return past
})

export const assertPasts = (kept: number): void => assertThat('no more past states are kept than the bound', kept <= pastsKept, kept)

export const stateAt = Effect.fnUntraced(function* (brain: OpenBrain, at: PositionText | undefined) {
  return at === undefined ? brain.state : (yield* asOf(brain, yield* resolvePosition(brain, at))).state
})

const pastOf = (fold: BrainFold): PastBrain => ({ fold, state: brainState(fold), digest: undefined })

const foldedTo = Effect.fnUntraced(function* (brain: OpenBrain, at: Position) {
  const fold = yield* foldBefore(brain, at)
  yield* foldUpTo(brain, fold, at)
  return fold
})

/** Folds the log up to a position. Both the fold and the position may be inside a commit. The caller owns `fold`. */
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

/** Returns a copy of a fold at or before the position: of those that the brain keeps or of the newest snapshot, whichever is later. */
const foldBefore = Effect.fnUntraced(function* (brain: OpenBrain, at: Position) {
  if (at === brain.fold.position) return cloneFold(brain.fold)
  const [kept] = brain.pasts.filter(({ state }) => state.position <= at).sort((a, b) => b.state.position - a.state.position)
  const store = yield* SnapshotStore
  const snapshot = kept && (yield* store.newest(brain.key, at))
  if (kept !== undefined && kept.state.position >= (snapshot?.position ?? 0)) return cloneFold(kept.fold)
  return (yield* restoreFold(brain.key, at)).fold
})
