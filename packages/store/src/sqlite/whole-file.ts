/**
 * Notices that a database file was cut short where the engine does not: it takes an empty file for a new one, and what is missing of the
 * last page for zeros.
 */
import { realpathSync, statSync } from 'node:fs'
import type { Connection } from './connection.ts'
import { unavailable } from './failure.ts'

/** Before it is opened: then what is in the write-ahead log would be dropped. A file has its tables before it gets such a log. */
export const requireNotEmptied = (place: string): void => {
  // In this order: who makes the file meanwhile has written to it before there is a log.
  const log = sizeOf(place, '-wal')
  if (log !== undefined && log > 0 && sizeOf(place) === 0) throw unavailable(place, 'corrupt', cutShort('it is empty, and its -wal is not'))
}

/** Where the log holds something, it may hold the end of the file as well. */
export const requireWholePages = (connection: Connection): void => {
  const { place } = connection
  const bytes = sizeOf(place) ?? 0
  if (bytes % Number(connection.pragma('page_size')) === 0 || (sizeOf(place, '-wal') ?? 0) > 0) return
  throw unavailable(place, 'corrupt', cutShort(`its last page is cut short at ${bytes} bytes`))
}

const cutShort = (how: string): string => `the database is damaged (${how}): restore a copy of it, or import an export into a new file`

/** The files beside it lie where the file itself is, wherever a link to it is. */
const sizeOf = (place: string, suffix = ''): number | undefined => {
  try {
    return statSync(realpathSync(place) + suffix, { throwIfNoEntry: false })?.size
  } catch {
    // The engine reports why the file cannot be read.
    return undefined
  }
}
