/** Decides when a brain is due for a snapshot and which old snapshots to keep. */
import type { Position } from '../identity.ts'

/** Events after which the next snapshot is due. Opening a brain folds at most about so many, which takes a few milliseconds. */
const eventsBetween = 8_192

/**
 * Maximum snapshots of a brain. If they are spread evenly, restoring any position costs about a hundredth of folding the whole log,
 * whatever its length.
 */
const snapshotsKept = 64

export const isDue = (head: Position, newest: Position): boolean => head - newest >= eventsBetween

/** Returns at most `most` positions: the newest, and of the others those whose removal would open the widest gaps. Expects rising `positions`. */
export const worthKeeping = (positions: ReadonlyArray<Position>, most: number = snapshotsKept): ReadonlyArray<Position> => {
  const kept = [...positions]
  while (kept.length > Math.max(1, most)) kept.splice(leastMissed(kept), 1)
  return kept
}

/** Returns the index whose removal opens the smallest gap, never the last. Of equals it is the newest, so that old positions stay. */
const leastMissed = (positions: ReadonlyArray<Position>): number => {
  let [least, gap] = [0, Number.POSITIVE_INFINITY]
  for (let i = 0; i < positions.length - 1; i++) {
    const opened = (positions[i + 1] ?? 0) - (positions[i - 1] ?? 0)
    if (opened <= gap) [least, gap] = [i, opened]
  }
  return least
}
