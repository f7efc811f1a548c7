/** When a brain is due for a snapshot, and which of the old ones are worth their room. */
import type { Position } from '../identity.ts'

/** Events after which the next snapshot is due: what opening a brain folds at most, a few milliseconds of it. */
const eventsBetween = 8_192

/**
 * Snapshots kept of a brain. With so many, spread evenly, the memory as it was at any position costs about a hundredth of folding the
 * whole log, however long it is.
 */
const snapshotsKept = 64

export const isDue = (head: Position, newest: Position): boolean => head - newest >= eventsBetween

/** The positions to keep: the newest always; of the others those without which the widest gaps would open. `positions` rise. */
export const worthKeeping = (positions: ReadonlyArray<Position>, most: number = snapshotsKept): ReadonlyArray<Position> => {
  const kept = [...positions]
  while (kept.length > Math.max(1, most)) kept.splice(leastMissed(kept), 1)
  return kept
}

/** Of equals the newest goes: old positions are asked for as often as new ones, and have waited longer. */
const leastMissed = (positions: ReadonlyArray<Position>): number => {
  let [least, gap] = [0, Number.POSITIVE_INFINITY]
  for (let i = 0; i < positions.length - 1; i++) {
    const opened = (positions[i + 1] ?? 0) - (positions[i - 1] ?? 0)
    if (opened <= gap) [least, gap] = [i, opened]
  }
  return least
}
