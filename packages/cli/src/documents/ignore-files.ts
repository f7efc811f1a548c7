/** What the ignore files of a folder and of those above it leave out: `.gitignore`, and `.crabtrailignore` for what git keeps and a memory should not. */

import { existsSync, statSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import * as Result from 'effect/Result'
/** What the ignore files of a folder and of those above it leave out: `.gitignore`, and `.crabtrailignore` for what git keeps and a memory should not. */
import ignore, { type Ignore } from 'ignore'
import { readDocument } from './read-document.ts'

/** The later one has the last word. */
const names = ['.gitignore', '.crabtrailignore']

/** A list of a million bytes is none that somebody wrote. */
const bytesMax = 1_000_000

interface Rules {
  readonly folder: string
  readonly list: Ignore
}

/** Outermost first; a rule further in has the last word. */
export type IgnoreFiles = ReadonlyArray<Rules>

const noIgnoreFiles: IgnoreFiles = []

/** One that is there and cannot be read: what it leaves out is not known, so that nothing behind it may be read. */
export interface UnreadableIgnoreFile {
  readonly path: string
  readonly reason: string
}

type Heeded = Result.Result<IgnoreFiles, UnreadableIgnoreFile>

/** With those of this folder. */
export const withIgnoreFiles = (above: IgnoreFiles, folder: string): Heeded => {
  const lists: Array<string> = []
  for (const name of names) {
    const path = join(folder, name)
    if (statSync(path, { throwIfNoEntry: false })?.isFile() !== true) continue
    const text = readDocument(path, bytesMax)
    if (Result.isFailure(text))
      return Result.fail({ path, reason: `${text.failure}; what it leaves out is not known, so its folder was not read` })
    lists.push(text.success)
  }
  return Result.succeed(lists.length === 0 ? above : [...above, { folder, list: ignore().add(lists.join('\n')) }])
}

/** Those of the folders above, up to the top of the repository that the folder lies in; none where it lies in none or is itself left out. */
export const ignoreFilesAbove = (folder: string): Heeded => {
  const above: Array<string> = []
  for (let at = folder; !existsSync(join(at, '.git')); at = dirname(at)) {
    if (dirname(at) === at) return Result.succeed(noIgnoreFiles)
    above.unshift(dirname(at))
  }
  const files = above.reduce<Heeded>((so, at) => Result.flatMap(so, (outer) => withIgnoreFiles(outer, at)), Result.succeed(noIgnoreFiles))
  return Result.map(files, (all) => (isIgnored(all, folder, true) ? noIgnoreFiles : all))
}

/** What lies in a folder that is left out is not asked about. */
export const isIgnored = (files: IgnoreFiles, path: string, isFolder: boolean): boolean => {
  for (const { folder, list } of files.toReversed()) {
    const below = relative(folder, path).split(sep).join('/')
    const { ignored, unignored } = list.test(isFolder ? `${below}/` : below)
    if (ignored || unignored) return ignored
  }
  return false
}
