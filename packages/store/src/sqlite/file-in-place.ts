/** Gives a finished file its place: over nothing that is there, or over one that was looked at before. */
import { existsSync, linkSync, realpathSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { suffixes, syncFolder } from './database-file.ts'
import { codeOf } from './failure.ts'

/** False where something has the name already, also when it was made just now; then `file` stays. */
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

/** The file that a name leads to; the name itself where there is none yet. */
export const fileAt = (path: string): string => (existsSync(path) ? realpathSync(path) : path)

export const isSameFile = (one: string, other: string): boolean => {
  const [here, there] = [one, other].map((path) => statSync(path, { bigint: true, throwIfNoEntry: false }))
  return here !== undefined && there !== undefined && here.dev === there.dev && here.ino === there.ino
}

/** What the engine keeps beside a database that is in use or was left in the midst of it. */
export const besides = (path: string): ReadonlyArray<string> => suffixes.map((suffix) => path + suffix).filter((file) => existsSync(file))

/** What a file system says that gives a file one name only. */
const withoutLinks: ReadonlySet<string> = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'])

/** So that the name survives a power loss as the file does. */
const settle = (place: string): void => {
  if (process.platform !== 'win32') syncFolder(dirname(place))
}

/** A store, or what one left beside its place. */
export const isThere = (store: string): boolean => existsSync(store) || besides(store).length > 0
