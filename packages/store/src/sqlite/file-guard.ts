/**
 * Detects that the file of an open connection was deleted, moved or replaced.
 *
 * The engine does not detect it: it goes on with the file that it has open, wherever that is now. While the file is open, its inode number
 * is given to no other file.
 */

import { type BigIntStats, statSync } from 'node:fs'
import { unavailable } from './failure.ts'

/** Throws StoreUnavailable if the path has another file, or none. */
export type Guard = () => void

/** Returns a guard that requires the file now at `place` to stay there. */
export const guardFile = (place: string): Guard => {
  const guarded = found(place)
  return () => {
    const now = found(place)
    if (guarded === undefined || now?.ino !== guarded.ino || now.dev !== guarded.dev)
      throw unavailable(place, 'moved', now === undefined ? takenAway : replaced(place))
  }
}

const takenAway =
  'it was deleted, moved or replaced while it was in use, and nothing of this command is kept there: see to the file, then try again'

/** Warns about the -wal and -shm of the old file: the engine would apply them to the new one. */
const replaced = (place: string): string =>
  `${takenAway}; end every program that has it open and delete ${place}-wal and ${place}-shm before the new file is used: they belong to the one before, and would damage it`

/** Windows gives files 64-bit numbers, which a double cannot hold exactly. */
const asked = { bigint: true, throwIfNoEntry: false } as const

const found = (place: string): BigIntStats | undefined => statSync(place, asked)
