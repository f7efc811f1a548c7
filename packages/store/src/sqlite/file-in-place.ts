/** Moves a finished file to its place, where nothing exists or in place of a file that was checked before. */
import { existsSync, linkSync, realpathSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { suffixes, syncFolder } from './database-file.ts'
import { codeOf } from './failure.ts'

/** Puts the file at `place`. Returns false, and keeps `file`, if something exists there, even if it was made just now. */
export const putNew = (file: string, place: string): boolean => {
  try {
    linkSync(file, place)
    rmSync(file)
  } catch (cause) {
    if (codeOf(cause) === 'EEXIST') return false
    if (!withoutLinks.has(codeOf(cause))) throw cause
    if (existsSync(place)) return false
    renameSync(file, place)
  }
  settle(place)
  return true
}

export const putOver = (file: string, place: string): void => {
  renameSync(file, place)
  settle(place)
}

/** A second name for a file, so that it stays when another takes its place; where files have one name only, it moves there. */
export const keepAs = (place: string, aside: string): void => {
  try {
    linkSync(place, aside)
  } catch (cause) {
    if (!withoutLinks.has(codeOf(cause))) throw cause
    renameSync(place, aside)
  }
}

/** Returns the file that a link leads to, or the path itself if nothing exists there. */
export const fileAt = (path: string): string => (existsSync(path) ? realpathSync(path) : path)

export const isSameFile = (one: string, other: string): boolean => {
  const [here, there] = [one, other].map((path) => statSync(path, { bigint: true, throwIfNoEntry: false }))
  return here !== undefined && there !== undefined && here.dev === there.dev && here.ino === there.ino
}

/** Returns the existing files that the engine keeps beside a database in use or after a crash. */
export const besides = (path: string): ReadonlyArray<string> => suffixes.map((suffix) => path + suffix).filter((file) => existsSync(file))

/** Error codes of file systems without hard links. */
const withoutLinks: ReadonlySet<string> = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'])

/** Flushes the folder, so that the name survives a power loss. */
const settle = (place: string): void => {
  if (process.platform !== 'win32') syncFolder(dirname(place))
}

/** True if a store, or a file that the engine left beside one, exists. */
export const isThere = (store: string): boolean => existsSync(store) || besides(store).length > 0
