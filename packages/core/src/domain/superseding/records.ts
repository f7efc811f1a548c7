/**
 * Tells which documents only record: their passages supersede nothing. The names of documents and headings, their origin, and whether they were
 * read before decide.
 */
import type { Origin } from '../graph.ts'

/** Returns the day that the name of a document tells, as in 2026-11-23; undefined where it tells none. The names of its folders do not count. */
export const namedDay = (path: string): string | undefined => /(?<!\d)\d{4}-\d{2}-\d{2}(?!\d)/.exec(path.split('/').at(-1) ?? '')?.[0]

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
 * document is a record, too, unless its name tells a day: its notes are read in any order at first.
 */
export const recordsOnly = ({ isNote, isRead, origin, path, title }: PassageOfDocument): boolean => {
  const isOrdered = isRead || namedDay(path) !== undefined
  const isOwn = origin === 'owner' || (origin === 'agent' && isOrdered)
  return !isOwn || !isNote || tellsOtherTimes(path, title)
}

/** Words of headings, and names of files and folders, about what was true once or may be. */
const otherTimes =
  /^(?:change ?logs?|release notes|histor(?:y|ie|ia|ique)|archive[sd]?|archiv|archivo|archivio|to-?dos?|proposals?|drafts?|ideas?|geschichte|verlauf|vorschlage?|vorschl(?:a|ä)ge?|entw(?:u|ü)rfe?|ideen|anderungsprotokoll|(?:a|ä)nderungsprotokoll|borradores|propuestas|brouillons|propositions|bozze|proposte)$/iu
const tellsOtherTimes = (path: string, title: string): boolean =>
  [...path.replace(/\.\w+$/u, '').split('/'), ...title.split(' › ')].some((part) => otherTimes.test(part.replace(/[_-]/gu, ' ').trim()))
