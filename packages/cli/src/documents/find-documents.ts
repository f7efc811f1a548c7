/**
 * Finds the files that paths mean: a file is itself, a folder what lies below it, in code-unit order.
 *
 * Guarantee: nothing outside a folder is reached through it, and every file is found once.
 */
import { type Dirent, lstatSync, readdirSync, realpathSync, statSync } from 'node:fs'
import { dirname, join, resolve, sep } from 'node:path'
import { fileProblem } from './whole-file.ts'

export interface FoundFile {
  /** As somebody would write it, from where they stand. */
  readonly shown: string
  readonly path: string
  /** The folder that its source name begins below. */
  readonly root: string
}

export interface Skipped {
  readonly path: string
  readonly reason: string
}

export interface Found {
  readonly files: ReadonlyArray<FoundFile>
  readonly skipped: ReadonlyArray<Skipped>
}

/** Files that one call takes; more is most likely the wrong folder. One more is found, so that it can be told. */
export const filesMax = 100_000

/** A folder that was named is the root of what lies in it, a file's folder the root of the file, unless `root` says otherwise. */
export const findDocuments = (paths: ReadonlyArray<string>, root: string | undefined): Found => {
  const search: Search = { root: root === undefined ? undefined : resolve(root), files: new Map(), skipped: [], entered: new Set() }
  for (const path of paths) {
    try {
      const found = statSync(path)
      if (found.isDirectory()) enter(search, path, { root: search.root ?? resolve(path), within: realpathSync(path) })
      else if (found.isFile()) add(search, { shown: path, path: resolve(path), root: search.root ?? dirname(resolve(path)) })
      else search.skipped.push({ path, reason: 'it is neither a file nor a folder' })
    } catch (error) {
      search.skipped.push({ path, reason: fileProblem(error) })
    }
  }
  return { files: [...search.files.values()], skipped: search.skipped }
}

interface Search {
  readonly root: string | undefined
  /** By absolute path. */
  readonly files: Map<string, FoundFile>
  readonly skipped: Skipped[]
  /** Real paths of folders, so that links that lead in a circle end. */
  readonly entered: Set<string>
}

interface Bounds {
  readonly root: string
  /** Real path of the folder that was named. */
  readonly within: string
}

const enter = (search: Search, folder: string, bounds: Bounds): void => {
  const real = realpathSync(folder)
  if (search.entered.has(real) || search.files.size > filesMax) return
  search.entered.add(real)
  for (const entry of readdirSync(folder, { withFileTypes: true }).sort(byName)) {
    if (entry.name.startsWith('.') || entry.name === 'node_modules') continue
    const path = join(folder, entry.name)
    try {
      visit(search, path, bounds)
    } catch (error) {
      search.skipped.push({ path, reason: fileProblem(error) })
    }
  }
}

const visit = (search: Search, path: string, bounds: Bounds): void => {
  if (lstatSync(path).isSymbolicLink() && !leadsInside(path, bounds.within)) return
  const found = statSync(path)
  if (found.isDirectory()) enter(search, path, bounds)
  else if (found.isFile() && /\.(md|markdown|txt)$/i.test(path)) add(search, { shown: path, path: resolve(path), root: bounds.root })
}

const add = (search: Search, file: FoundFile): void => {
  if (!search.files.has(file.path) && search.files.size <= filesMax) search.files.set(file.path, file)
}

const leadsInside = (path: string, folder: string): boolean => {
  const real = realpathSync(path)
  return real === folder || real.startsWith(folder.endsWith(sep) ? folder : folder + sep)
}

const byName = (a: Dirent, b: Dirent): number => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0)
