/**
 * Copies a database as it is at one moment, while others go on writing to it.
 *
 * The copy is made anew by the engine: it holds no byte of what was deleted, has nothing beside it, and is in the format of this program.
 */
import { StoreUnavailable } from '@crabtrail/core'
import type { Connection } from './connection.ts'
import { createFile } from './database-file.ts'
import { codeOf, damaged, failureOf, unavailable } from './failure.ts'
import { openConnection, openToCopy } from './open.ts'
import { sealStands } from './seal.ts'

/** `to` must not be there, and is readable for its owner alone. Throws StoreUnavailable at `from`, or at `to` where that is in the way. */
export const copyDatabase = (from: string, to: string): void => {
  const source = openToCopy(from)
  try {
    createFile(to)
    vacuumInto(source, to)
    // Another file may have taken its place meanwhile.
    source.requireInPlace()
  } finally {
    source.close()
  }
  bringUpToDate(to)
}

/** Whether a file is all of what was once written: to be asked of what was lying about. Throws StoreUnavailable. */
export const requireSound = (path: string): void => {
  const source = openToCopy(path)
  try {
    const seal = sealStands(source.place)
    if (seal === 'differs') throw unavailable(source.place, 'corrupt', brokenSeal)
    if (seal === 'fits') return
    const found = source.pragma('integrity_check(1)')
    if (found !== 'ok') throw unavailable(source.place, 'corrupt', damaged(String(found)))
  } catch (cause) {
    throw failureOf(source.place, cause) ?? cause
  } finally {
    source.close()
  }
}

const brokenSeal = 'it is not whole any more, because its seal does not fit: take another backup'

const vacuumInto = (source: Connection, to: string): void => {
  try {
    source.engine.prepare('vacuum into ?').run([to])
  } catch (cause) {
    throw failureOf(ofTarget.test(codeOf(cause)) ? to : source.place, cause) ?? cause
  }
}

/** The source is only read. */
const ofTarget = /^SQLITE_(FULL|CANTOPEN|READONLY|PERM|IOERR_(WRITE|FSYNC|TRUNCATE|CLOSE|DIR_FSYNC))/

/** Leaves one file that any SQLite can read, also where nothing can be written beside it. A copy of a backup takes over no seal. */
const bringUpToDate = (place: string): void => {
  const connection = openConnection({ path: place })
  try {
    connection.engine.execute('pragma user_version = 0')
    connection.pragma('journal_mode = delete')
  } finally {
    connection.close()
  }
}

/** A failure at the file that a copy is written to first, told of the file that it is to become, or of the one that it comes from. */
export const toldOf =
  (part: string, { from, to }: { readonly from: string; readonly to: string }) =>
  <E>(error: E): E | StoreUnavailable => {
    if (!(error instanceof StoreUnavailable) || error.place !== part) return error
    const { detail, reason, retryable } = error
    return new StoreUnavailable({ reason, place: ofPlace.has(reason) ? to : from, detail, retryable, cause: error })
  }

const ofPlace: ReadonlySet<StoreUnavailable['reason']> = new Set(['full', 'read-only', 'permission', 'not-found', 'io'])
