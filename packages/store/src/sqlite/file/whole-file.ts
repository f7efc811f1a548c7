/**
 * Detects a database file that was cut short, where the engine does not: it takes an empty file for a new one, and the missing part of the
 * last page for zeros.
 */
import { realpathSync, statSync } from 'node:fs'
import { unavailable } from '../../failures.ts'
import type { Connection } from './connection.ts'

/**
 * Throws if the file is empty and its write-ahead log is not. It must run before the file is opened, because opening would drop the log. A
 * file has its tables before it gets a log.
 */
export const requireNotEmptied = (place: string): void => {
  // The log is checked first: a program that creates the file meanwhile writes to it before there is a log.
  const log = sizeOf(place, '-wal')
  if (log !== undefined && log > 0 && sizeOf(place) === 0) throw unavailable(place, 'corrupt', cutShort('it is empty, and its -wal is not'))
}

/** Throws if the last page is cut short. If the log is not empty, it may contain the end of the file. */
export const requireWholePages = (connection: Connection): void => {
  const { place } = connection
  const bytes = sizeOf(place) ?? 0
  if (bytes % Number(connection.pragma('page_size')) === 0 || (sizeOf(place, '-wal') ?? 0) > 0) return
  throw unavailable(place, 'corrupt', cutShort(`its last page is cut short at ${bytes} bytes`))
}

const cutShort = (how: string): string => `the database is damaged (${how}): restore a copy of it, or import an export into a new file`

/** Returns the size of the file or of one beside it. These are beside the file itself, not beside a link to it. */
const sizeOf = (place: string, suffix = ''): number | undefined => {
  try {
    return statSync(realpathSync(place) + suffix, { throwIfNoEntry: false })?.size
  } catch {
    // The engine reports why the file cannot be read.
    return undefined
  }
}
