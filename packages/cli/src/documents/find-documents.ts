/**
 * Finds the files that paths name: a file itself, and the files below a folder, in code-unit order, linked folders last.
 *
 * Guarantee: nothing outside a folder is reached through it, every file is found once, and everything that exists and was not read is
 * reported or counted.
 */

import { type Dirent, existsSync, lstatSync, readdirSync, realpathSync, statSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { isSqliteFile } from '@crabtrail/store/sqlite'
import { formatOfName, isPassedOver } from '@crabtrail/text/documents/source-key'
import type { SessionHost } from '@crabtrail/text/talks/session-hosts'
import * as Result from 'effect/Result'
import type { Ignore } from 'ignore'
import ignore from 'ignore'
import { exportParts, type Part } from './export-parts.ts'
import {
  hiddenLeftOut,
  ignoredLeftOut,
  isHiddenFile,
  type LeftOutKind,
  type LeftOutTally,
  leftOutAsBinary,
  leftOutByName,
  linkLeftOut,
  makeLeftOutTally,
  sessionLeftOut,
  silentLeftOut,
} from './left-out.ts'
import { isPdfName } from './pdf-text.ts'
import {
  type HostDatabase,
  hostDatabase,
  hostDatabasesIn,
  hostSessionParts,
  isHostDatabaseName,
  sessionHostIn,
  sessionPart,
} from './sessions.ts'
import { binaryFormatOf, type Found, type FoundFile, isTalkFile, type Place, readDocument, type Skipped } from './source-names.ts'
import { fileProblem, tellable } from './whole-file.ts'

/*
 * Reads the ignore files of a folder and of those above it: `.gitignore`, and `.crabtrailignore` for files that git keeps and a memory
 * should not.
 */

/** Names of the ignore files; a rule of the later file overrides the earlier one. */
const names = ['.gitignore', '.crabtrailignore']

/** Most bytes of an ignore file; nobody writes a longer one. */
const bytesMax = 1_000_000

interface Rules {
  readonly folder: string
  readonly names: ReadonlyArray<string>
  readonly list: Ignore
}

/** Rules of ignore files, outermost first. A rule further in overrides those before it. */
export type IgnoreFiles = ReadonlyArray<Rules>

const noIgnoreFiles: IgnoreFiles = []

/** An ignore file that exists and cannot be read. Its rules are unknown, so its folder must not be read. */
export interface UnreadableIgnoreFile {
  readonly path: string
  readonly reason: string
}

type Heeded = Result.Result<IgnoreFiles, UnreadableIgnoreFile>

const withIgnoreFiles = (above: IgnoreFiles, folder: string): Heeded => {
  const [lists, here]: [Array<string>, Array<string>] = [[], []]
  for (const name of names) {
    const path = join(folder, name)
    if (statSync(path, { throwIfNoEntry: false })?.isFile() !== true) continue
    const text = readDocument(path, bytesMax)
    if (Result.isFailure(text))
      return Result.fail({ path, reason: `${text.failure}; what it leaves out is not known, so its folder was not read` })
    lists.push(text.success)
    here.push(name)
  }
  return Result.succeed(
    lists.length === 0
      ? above
      : [...above, { folder, names: here, list: ignore({ ignorecase: isCaseless(folder, here) }).add(lists.join('\n')) }],
  )
}

/** True where upper and lower case are one letter to the file system: then git reads ignore files so, too. */
const isCaseless = (folder: string, [name = '']: ReadonlyArray<string>): boolean => {
  const [one, other] = [name, name.toUpperCase()].map((spelled) => statSync(join(folder, spelled), { throwIfNoEntry: false }))
  return one !== undefined && one.ino === other?.ino && one.dev === other.dev
}

/**
 * Reads the ignore files of the folders above, up to the top of the repository that contains the folder. There are none if no repository
 * contains it, or the repository ignores the folder itself.
 */
const ignoreFilesAbove = (folder: string): Heeded => {
  const above: Array<string> = []
  for (let at = folder; !existsSync(join(at, '.git')); at = dirname(at)) {
    if (dirname(at) === at) return Result.succeed(noIgnoreFiles)
    above.unshift(dirname(at))
  }
  const files = above.reduce<Heeded>((so, at) => Result.flatMap(so, (outer) => withIgnoreFiles(outer, at)), Result.succeed(noIgnoreFiles))
  return Result.map(files, (all) => (ignoredBy(all, folder, true) === undefined ? all : noIgnoreFiles))
}

/** Returns the ignore files that ignore the path; undefined if none does. Entries of an ignored folder are not checked. */
const ignoredBy = (files: IgnoreFiles, path: string, isFolder: boolean): ReadonlyArray<string> | undefined => {
  for (const { folder, list, names: here } of files.toReversed()) {
    const below = relative(folder, path).split(sep).join('/')
    const { ignored, unignored } = list.test(isFolder ? `${below}/` : below)
    if (ignored) return here
    if (unignored) return undefined
  }
  return undefined
}

/** Most files of one call; more is most likely the wrong folder. The search finds one file more, so that the excess can be reported. */
export const filesMax = 100_000

/** Finds the documents. Without `root` a named folder is the root of its files, and the folder of a named file that of the file. */
export const findDocuments = (paths: ReadonlyArray<string>, root: string | undefined, wanted: Wanted = {}): Found => {
  const search: Search = {
    transcripts: wanted.transcripts === true,
    leftOutIsGone: wanted.leftOutIsGone === true,
    root: root === undefined ? undefined : resolve(root),
    files: new Map(),
    folders: [],
    unseen: [],
    skipped: [],
    leftOut: makeLeftOutTally(),
    entered: new Set(),
  }
  for (const path of paths) {
    try {
      const found = statSync(path)
      const databases = found.isDirectory() ? hostDatabasesIn(path) : []
      if (databases.length > 0) for (const database of databases) enterSessions(search, database)
      else if (found.isDirectory()) enterNamed(search, path)
      else if (found.isFile() && isSqliteFile(path)) addSessions(search, hostDatabase(path), path)
      else if (found.isFile()) {
        const place = { path: resolve(path), root: search.root ?? dirname(resolve(path)) }
        if (formatOfName(path) === 'json' && isTalkFile(path)) addExport(search, place, path)
        else addFile(search, place, path)
      } else skip(search, path, 'it is neither a file nor a folder')
    } catch (error) {
      skip(search, path, fileProblem(error))
    }
  }
  const { files, folders, leftOut, skipped, unseen } = search
  return { files: [...files.values()], folders, skipped, unseen, leftOut: leftOut.all() }
}

export interface Wanted {
  readonly transcripts?: boolean
  /** True if files that ignore files leave out count as not existing, instead of being listed as unseen. */
  readonly leftOutIsGone?: boolean
}

interface Search extends Required<Wanted> {
  readonly root: string | undefined
  readonly files: Map<string, FoundFile>
  readonly folders: Place[]
  readonly unseen: Place[]
  readonly skipped: Skipped[]
  readonly leftOut: LeftOutTally
  /** Real paths of folders, so that links that lead in a circle end. */
  readonly entered: Set<string>
}

interface Bounds {
  readonly root: string
  readonly within: string
  readonly ignored: IgnoreFiles
}

const enterNamed = (search: Search, path: string): void => {
  const root = search.root ?? resolve(path)
  const ignored = ignoreFilesAbove(resolve(path))
  if (Result.isFailure(ignored)) return passOver(search, path, root, ignored.failure)
  const bounds = { root, within: realpathSync(path), ignored: ignored.success }
  const links: Array<string> = []
  if (enter(search, path, bounds, links)) search.folders.push({ path: resolve(path), root: bounds.root })
  // A folder is entered under its own name first, and only then through links to it.
  for (const link of links) attempt(search, link, bounds, () => enter(search, link, bounds, links))
}

const passOver = (search: Search, folder: string, root: string, { path, reason }: UnreadableIgnoreFile): void => {
  search.unseen.push({ path: resolve(folder), root })
  skip(search, path, reason)
}

/** Enters a folder. Returns false if it was entered already, or its ignore file cannot be read. */
const enter = (search: Search, folder: string, bounds: Bounds, links: Array<string>): boolean => {
  const real = realpathSync(folder)
  if (search.entered.has(real) || search.files.size > filesMax) {
    search.unseen.push({ path: resolve(folder), root: bounds.root })
    if (leadsBack(folder, real)) skip(search, folder, 'it leads back to a folder that it lies in')
    return false
  }
  const entries = readdirSync(folder, { withFileTypes: true }).sort(byName)
  search.entered.add(real)
  const ignored = withIgnoreFiles(bounds.ignored, resolve(folder))
  if (Result.isFailure(ignored)) {
    passOver(search, folder, bounds.root, ignored.failure)
    return false
  }
  const here = { ...bounds, ignored: ignored.success }
  for (const entry of entries) {
    const path = join(folder, entry.name)
    if (!isPassedOver(entry.name)) attempt(search, path, here, () => visit(search, path, here, links))
    else if (isHiddenFile(entry.name, entry.isFile())) search.leftOut.add(hiddenLeftOut, path)
  }
  return true
}

const attempt = (search: Search, path: string, { root }: Bounds, look: () => void): void => {
  try {
    look()
  } catch (error) {
    search.unseen.push({ path: resolve(path), root })
    skip(search, path, fileProblem(error))
  }
}

const visit = (search: Search, path: string, bounds: Bounds, links: Array<string>): void => {
  const isLink = lstatSync(path).isSymbolicLink()
  const ignoredLink = isLink ? ignoredBy(bounds.ignored, resolve(path), false) : undefined
  if (ignoredLink !== undefined) return leaveOut(search, path, bounds, ignoredLink)
  if (isLink && !leadsInside(path, bounds.within)) return passBy(search, linkLeftOut, path, bounds.root)
  const found = statSync(path)
  const isFolder = found.isDirectory()
  const ignored = ignoredBy(bounds.ignored, resolve(path), isFolder)
  if (ignored !== undefined) return leaveOut(search, isFolder ? join(path, sep) : path, bounds, ignored)
  if (isFolder && isLink) links.push(path)
  else if (isFolder) enter(search, path, bounds, links)
  else if (formatOfName(path) !== undefined) visitFile(search, path, bounds, found.isFile())
  else if (found.isFile() && isHostDatabaseName(path)) {
    const database = { ...hostDatabase(path), root: bounds.root }
    if (search.transcripts) addSessions(search, database, path)
    else leaveSessions(search, database)
  } else if (found.isFile()) search.leftOut.add(leftOutByName(path), path)
}

/** Lists an ignored file as unseen: it exists, and may have been ingested by name, or by a host that keeps its notes there. */
const leaveOut = (search: Search, path: string, { root }: Bounds, by: ReadonlyArray<string>): void => {
  search.leftOut.add(ignoredLeftOut(by), path)
  if (!search.leftOutIsGone) search.unseen.push({ path: resolve(path), root })
}

/** Counts a file or link that is not read, and lists it as unseen, because it exists. */
const passBy = (search: Search, kind: LeftOutKind, path: string, root: string): void => {
  search.leftOut.add(kind, path)
  search.unseen.push({ path: resolve(path), root })
}

const visitFile = (search: Search, path: string, { root }: Bounds, isFile: boolean): void => {
  const place = { path: resolve(path), root }
  if (!isFile) {
    search.unseen.push(place)
    skip(search, path, 'it is neither a file nor a folder')
    return
  }
  const isExport = formatOfName(path) === 'json' && isTalkFile(path)
  const host = hostOf(path)
  if (!search.transcripts && (isExport || host !== undefined)) return passBy(search, sessionLeftOut, path, root)
  const format = isPdfName(path) ? undefined : binaryFormatOf(path)
  if (format !== undefined) passBy(search, leftOutAsBinary(path, format), path, root)
  else if (isExport) addExport(search, place, path)
  else addFile(search, place, path, host)
}

/** Returns the host whose session a file is. A host gives its old sessions endings of their own: such a file may be named. */
const hostOf = (path: string): SessionHost | undefined => {
  const format = formatOfName(path)
  return format === undefined || format === 'jsonl' ? sessionHostIn(path) : undefined
}

const addFile = (search: Search, place: Place, written: string, host = hostOf(place.path)): void =>
  add(search, place, written, host === undefined ? undefined : sessionPart(place.path, host))

const add = (search: Search, place: Place, written: string, read?: Part['read']): void => {
  if (search.files.has(place.path) || search.files.size > filesMax) return
  search.files.set(place.path, { ...place, written, ...(read === undefined ? {} : { read }) })
}

const addExport = (search: Search, { path, root }: Place, written: string): void => {
  const found = exportParts(path)
  if (Result.isFailure(found)) {
    search.unseen.push({ path, root })
    return skip(search, written, found.failure)
  }
  const { parts, problems, silent = [] } = found.success
  for (const { name, read } of parts) add(search, { path: join(path, name), root }, join(written, name), read)
  for (const name of silent) search.leftOut.add(silentLeftOut, join(written, name))
  for (const problem of problems) skip(search, written, problem)
}

/** Adds each session of a database as a document. Returns false if they cannot be read. */
const addSessions = (search: Search, { folder, path, root }: HostDatabase, written: string): boolean => {
  const found = hostSessionParts(path)
  if (Result.isFailure(found)) {
    search.unseen.push({ path: folder, root: search.root ?? root })
    skip(search, written, found.failure)
    return false
  }
  for (const { name, read } of found.success.parts)
    add(search, { path: join(folder, name), root: search.root ?? root }, join(folder, name), read)
  return true
}

/** Adds the sessions of an agent in a state folder, those in files of an older host included. Nothing else of the folder is read. */
const enterSessions = (search: Search, database: HostDatabase): void => {
  const { folder, path } = database
  const root = search.root ?? database.root
  if (!search.transcripts) return leaveSessions(search, database)
  if (!addSessions(search, database, path)) return
  if (existsSync(folder)) enterNamed({ ...search, root }, folder)
  else search.folders.push({ path: folder, root })
}

const leaveSessions = (search: Search, { folder, path, root }: HostDatabase): void => {
  search.unseen.push({ path: folder, root: search.root ?? root })
  const found = hostSessionParts(path)
  if (Result.isFailure(found)) return skip(search, path, found.failure)
  for (const { name } of found.success.parts) search.leftOut.add(sessionLeftOut, join(folder, name))
}

const skip = (search: Search, path: string, reason: string): void => {
  search.skipped.push({ path: tellable(path), reason })
}

const leadsInside = (path: string, folder: string): boolean => {
  const real = realpathSync(path)
  return real === folder || real.startsWith(folder.endsWith(sep) ? folder : folder + sep)
}

const leadsBack = (folder: string, real: string): boolean => {
  const lies = realpathSync(dirname(resolve(folder)))
  return lies === real || lies.startsWith(real.endsWith(sep) ? real : real + sep)
}

const byName = (a: Dirent, b: Dirent): number => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0)
