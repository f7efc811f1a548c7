/**
 * Finds the notes of a workspace: the host's note files at its top and the Markdown files of its note folder, in code-unit order.
 *
 * Guarantee: it reaches nothing outside the workspace, finds every file once, and names everything that it does not read.
 */
import type { BigIntStats, Dirent } from 'node:fs'
import { lstat, readdir, realpath, stat } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { isDocumentName, isPassedOver, sourceKey } from '@crabtrail/text/documents/source-key'
import type { Skipped } from '../state/followed.ts'
import type { HostNotes } from '../state/parts.ts'
import { fileProblem } from './note-file.ts'

export interface FoundNote {
  readonly key: string
  readonly path: string
  readonly size: number
  readonly mtimeNs: bigint
  /** Milliseconds UTC of the last change of content or metadata (ctime), which no program can set back. */
  readonly changedAt: number
}

export interface FoundNotes {
  readonly root: string
  readonly notes: ReadonlyArray<FoundNote>
  /** Keys that exist but are not read. Memories of these files, and of files below them, stay. */
  readonly unseen: ReadonlyArray<string>
  readonly skipped: ReadonlyArray<Skipped>
}

/** Beyond this number only the newest notes are read: such a folder is probably no folder of notes. */
export const notesMax = 2_000

interface Search {
  readonly root: string
  readonly notes: FoundNote[]
  readonly unseen: string[]
  readonly skipped: Skipped[]
  /** Real paths seen so far; they end circular links and links to notes that were found already. */
  readonly entered: Set<string>
  readonly links: string[]
}

/** Rejects when the workspace itself cannot be read. */
export const findNotes = async (workspace: string, { files, folder }: Pick<HostNotes, 'files' | 'folder'>): Promise<FoundNotes> => {
  const root = await realpath(workspace)
  const search: Search = { root, notes: [], unseen: [], skipped: [], entered: new Set(), links: [] }
  for (const { name } of await entriesOf(root)) {
    // Other files of the workspace may have been read in by another program; they count as unseen.
    if (name === folder || files.includes(name)) await visit(search, join(root, name))
    else if (!isPassedOver(name)) unseen(search, join(root, name))
  }
  // Links are followed last, so that a note keeps its own name when a link leads to it.
  for (const link of search.links) await followLink(search, link)
  const { notes, skipped } = search
  const read = newest(notes)
  for (const { key } of notes) if (!read.has(key)) search.unseen.push(key)
  const left = notes.length - read.size
  if (left > 0) skipped.push({ path: folder, reason: `${left} of its notes are not read: more than the ${notesMax} that changed last` })
  return { root, notes: notes.filter(({ key }) => read.has(key)), skipped, unseen: search.unseen }
}

/** Keys of the newest notes. Of two with the same time the later name wins, because notes named by day sort by date. */
const newest = (notes: ReadonlyArray<FoundNote>): ReadonlySet<string> => {
  const later = (a: FoundNote, b: FoundNote) => Number(b.mtimeNs - a.mtimeNs) || (a.key < b.key ? 1 : -1)
  const read = notes.length <= notesMax ? notes : notes.toSorted(later).slice(0, notesMax)
  return new Set(read.map(({ key }) => key))
}

const entriesOf = async (path: string): Promise<ReadonlyArray<Dirent>> =>
  (await readdir(path, { withFileTypes: true })).sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))

const visit = async (search: Search, path: string): Promise<void> => {
  try {
    const found = await lstat(path, { bigint: true })
    if (found.isSymbolicLink()) search.links.push(path)
    else if (found.isDirectory()) await enter(search, path, path)
    else if (found.isFile()) addNote(search, path, path, found)
    else leaveOut(search, path, 'it is neither a file nor a folder')
  } catch (error) {
    leaveOut(search, path, fileProblem(error))
  }
}

/** Enters a folder. `path`: where it was found. `real`: its real path. */
const enter = async (search: Search, path: string, real: string): Promise<void> => {
  if (search.entered.has(real)) return unseen(search, path)
  const entries = await entriesOf(real)
  search.entered.add(real)
  for (const { name } of entries) {
    if (!isPassedOver(name)) await visit(search, join(path, name))
  }
}

const addNote = (search: Search, path: string, real: string, { ctimeMs, mtimeNs, size }: BigIntStats) => {
  const key = keyOf(search, path)
  if (!path.endsWith('.md') || search.entered.has(real) || key === undefined) {
    // Another program may have read in other documents.
    if (isDocumentName(path)) unseen(search, path)
    return
  }
  search.entered.add(real)
  search.notes.push({ key, path: real, size: Number(size), mtimeNs, changedAt: Number(ctimeMs) })
}

const followLink = async (search: Search, path: string): Promise<void> => {
  try {
    const real = await realpath(path)
    if (!real.startsWith(search.root + sep)) return leaveOut(search, path, 'it is a link that leads out of the workspace')
    const found = await stat(real, { bigint: true })
    if (found.isDirectory()) await enter(search, path, real)
    else if (found.isFile()) addNote(search, path, real, found)
  } catch (error) {
    leaveOut(search, path, fileProblem(error))
  }
}

const leaveOut = (search: Search, path: string, reason: string): void => {
  unseen(search, path)
  search.skipped.push({ path: keyOf(search, path) ?? path, reason })
}

const unseen = (search: Search, path: string): void => {
  const key = keyOf(search, path)
  if (key !== undefined) search.unseen.push(key)
}

const keyOf = ({ root }: Search, path: string): string | undefined =>
  sourceKey({ path: relative(root, path), separator: sep === '/' ? '/' : '\\' }, undefined)
