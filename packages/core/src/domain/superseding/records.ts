/** Tells which passages only record: their labelled lines and copies supersede nothing. */
import { dayOfPath } from '@crabtrail/text/days/days'
import type { Origin } from '../graph.ts'

export interface PassageOfDocument {
  readonly origin: Origin
  /** The path of its document. */
  readonly path: string
  /** False for a passage of a talk or of a program. */
  readonly isNote: boolean
  /** True where its document was read before. */
  readonly isRead: boolean
}

/**
 * True for a passage of a talk, of a program or of others. A passage that an agent wrote into a new document is a record, too, unless its path
 * tells a day: its notes are read in any order at first.
 */
export const recordsOnly = ({ isNote, isRead, origin, path }: PassageOfDocument): boolean => {
  const isOrdered = isRead || dayOfPath(path) !== undefined
  const isOwn = origin === 'owner' || (origin === 'agent' && isOrdered)
  return !isOwn || !isNote
}
