/**
 * Finds the files that paths mean: a file is itself, a folder what lies below it, in code-unit order, linked folders last.
 *
 * Guarantee: nothing outside a folder is reached through it, every file is found once, and what is there without being read is told.
 */
import { type Dirent, lstatSync, readdirSync, realpathSync, statSync } from 'node:fs'
import { dirname, join, resolve, sep } from 'node:path'
import { isDocumentName, isPassedOver } from '@crabtrail/core'
import { tellable } from './tellable.ts'
import { fileProblem } from './whole-file.ts'

/** Something in the file system, and the folder that its source name begins below; both absolute. */
export interface Place {
  readonly path: string
  readonly root: string
}

export interface FoundFile extends Place {
  /** As somebody would write it, from where they stand. */
  readonly written: string
}

export interface Skipped {
  readonly path: string
  readonly reason: string
}

export interface Found {
  readonly files: ReadonlyArray<FoundFile>
  /** Folders that were named and could be looked through. */
  readonly folders: ReadonlyArray<Place>
  /** What lies in them and was not looked into: links that lead out, what may not be read, what was found under another root. */
  readonly unseen: ReadonlyArray<Place>
  readonly skipped: ReadonlyArray<Skipped>
}

/** Files that one call takes; more is most likely the wrong folder. One more is found, so that it can be told. */
export const filesMax = 100_000

/** A folder that was named is the root of what lies in it, a file's folder the root of the file, unless `root` says otherwise. */
export const findDocuments = (paths: ReadonlyArray<string>, root: string | undefined): Found => {
  const search: Search = {
    root: root === undefined ? undefined : resolve(root),
    files: new Map(),
    folders: [],
    unseen: [],
    skipped: [],
    entered: new Set(),
  }
  for (const path of paths) {
    try {
      const found = statSync(path)
      if (found.isDirectory()) enterNamed(search, path)
      else if (found.isFile()) add(search, { path: resolve(path), root: search.root ?? dirname(resolve(path)) }, path)
      else skip(search, path, 'it is neither a file nor a folder')
    } catch (error) {
      skip(search, path, fileProblem(error))
    }
  }
  const { files, folders, skipped, unseen } = search
  return { files: [...files.values()], folders, skipped, unseen }
}

interface Search {
  readonly root: string | undefined
  /** By absolute path. */
  readonly files: Map<string, FoundFile>
  readonly folders: Place[]
  readonly unseen: Place[]
  readonly skipped: Skipped[]
  /** Real paths of folders, so that links that lead in a circle end. */
  readonly entered: Set<string>
}

interface Bounds {
  readonly root: string
  /** Real path of the folder that was named. */
  readonly within: string
}

const enterNamed = (search: Search, path: string): void => {
  const bounds = { root: search.root ?? resolve(path), within: realpathSync(path) }
  const links: Array<string> = []
  if (enter(search, path, bounds, links)) search.folders.push({ path: resolve(path), root: bounds.root })
  // A folder goes by its own name before it goes by that of a link to it.
  for (const link of links) attempt(search, link, bounds, () => enter(search, link, bounds, links))
}

/** False for one that was entered already. */
const enter = (search: Search, folder: string, bounds: Bounds, links: Array<string>): boolean => {
  const real = realpathSync(folder)
  if (search.entered.has(real) || search.files.size > filesMax) {
    search.unseen.push({ path: resolve(folder), root: bounds.root })
    return false
  }
  const entries = readdirSync(folder, { withFileTypes: true }).sort(byName)
  search.entered.add(real)
  for (const { name } of entries) {
    const path = join(folder, name)
    if (!isPassedOver(name)) attempt(search, path, bounds, () => visit(search, path, bounds, links))
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
  if (isLink && !leadsInside(path, bounds.within)) {
    search.unseen.push({ path: resolve(path), root: bounds.root })
    return
  }
  const found = statSync(path)
  if (found.isDirectory() && isLink) links.push(path)
  else if (found.isDirectory()) enter(search, path, bounds, links)
  else if (found.isFile() && isDocumentName(path)) add(search, { path: resolve(path), root: bounds.root }, path)
}

const add = (search: Search, place: Place, written: string): void => {
  if (!search.files.has(place.path) && search.files.size <= filesMax) search.files.set(place.path, { ...place, written })
}

const skip = (search: Search, path: string, reason: string): void => {
  search.skipped.push({ path: tellable(path), reason })
}

const leadsInside = (path: string, folder: string): boolean => {
  const real = realpathSync(path)
  return real === folder || real.startsWith(folder.endsWith(sep) ? folder : folder + sep)
}

const byName = (a: Dirent, b: Dirent): number => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0)
