/**
 * Tells which documents only record: their passages supersede nothing. The names of documents and headings, their origin, and whether they were
 * read before decide.
 */
import { dayOfPath } from '../days/days.ts'
import type { Origin } from '../graph.ts'

export interface PassageOfDocument {
  readonly origin: Origin
  /** The path of its document. */
  readonly path: string
  /** Its headings, joined by " › "; empty for none. */
  readonly title: string
  /** False for a passage of a talk or of a program. */
  readonly isNote: boolean
  /** True where its document was read before. */
  readonly isRead: boolean
}

/**
 * True for a passage of a talk, of a program or of others, and for what was true once or may be. A passage that an agent wrote into a new
 * document is a record, too, unless its path tells a day: its notes are read in any order at first.
 */
export const recordsOnly = ({ isNote, isRead, origin, path, title }: PassageOfDocument): boolean => {
  const isOrdered = isRead || dayOfPath(path) !== undefined
  const isOwn = origin === 'owner' || (origin === 'agent' && isOrdered)
  return !isOwn || !isNote || tellsOtherTimes(path, title)
}

/** Words of headings, and names of files and folders, about what was true once or may be. */
const otherTimes =
  /^(?:change ?logs?|release notes|histor(?:y|ie|ia|ique)|archive[sd]?|archiv|archivo|archivio|to-?dos?|proposals?|drafts?|ideas?|geschichte|verlauf|vorschlage?|vorschl(?:a|ä)ge?|entw(?:u|ü)rfe?|ideen|anderungsprotokoll|(?:a|ä)nderungsprotokoll|borradores|propuestas|brouillons|propositions|bozze|proposte)$/iu
const tellsOtherTimes = (path: string, title: string): boolean =>
  [...path.replace(/\.\w+$/u, '').split('/'), ...title.split(' › ')].some((part) => otherTimes.test(part.replace(/[_-]/gu, ' ').trim()))
