/**
 * Notices that the file of an open connection is no longer the one at its place: deleted, moved away, replaced by another.
 *
 * The engine does not: to it the file is what it has open, wherever that is now. While it is open its number is given to no other file.
 */
import { type BigIntStats, statSync } from 'node:fs'
import { unavailable } from './failure.ts'

/** Throws StoreUnavailable when the place has another file, or none. */
export type Guard = () => void

/** From now on the file at `place` must be the one that is there now. */
export const guardFile = (place: string): Guard => {
  const guarded = found(place)
  return () => {
    const now = found(place)
    if (guarded === undefined || now?.ino !== guarded.ino || now.dev !== guarded.dev) throw unavailable(place, 'moved', takenAway)
  }
}

const takenAway =
  'it was deleted, moved or replaced while it was in use, and nothing of this command is kept there: see to the file, then try again'

/** Whole numbers of 64 bits, which Windows gives its files, are no exact floating ones. */
const asked = { bigint: true, throwIfNoEntry: false } as const

const found = (place: string): BigIntStats | undefined => statSync(place, asked)
