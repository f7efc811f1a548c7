/** Gives every file the name under which it is remembered; two files never share one. */

import { realpathSync } from 'node:fs'
import { relative, resolve, sep } from 'node:path'
import { folderKey, InvalidRequest, limits, type Request, sourceKey } from '@crabtrail/core'
import * as Result from 'effect/Result'
import type { Found, FoundFile, Place, Skipped } from './find-documents.ts'
import { tellable } from './whole-file.ts'

export interface NamedFile extends FoundFile {
  readonly source: string
  /** What its root is called in the memory. */
  readonly rootName: string
}

export interface Named {
  readonly files: ReadonlyArray<NamedFile>
  readonly folders: ReadonlyArray<Request.FolderInput>
  /** Names of what is there and was not looked into. */
  readonly unseen: ReadonlyArray<string>
  readonly skipped: ReadonlyArray<Skipped>
}

export const sourceNames = (found: Found, name: string | undefined): Result.Result<Named, InvalidRequest> => {
  if (folderKey({ path: '.', separator }, name) === undefined) {
    return malformed('--as', `${JSON.stringify(name)} is no name to file documents under: give a plain one, as notes`)
  }
  const rootName = rootNames(name)
  const bySource = new Map<string, NamedFile>()
  const skipped: Array<Skipped> = []
  for (const file of found.files) {
    const source = sourceKey(portable(file), name)
    if (source === undefined) return malformed('--root', `${tellable(file.written)} does not lie below ${tellable(file.root)}`)
    const bytes = Buffer.byteLength(source)
    if (bytes > limits.idBytes) {
      skipped.push({ path: tellable(file.written), reason: `its name has ${bytes} bytes; at most ${limits.idBytes}` })
      continue
    }
    const other = bySource.get(source)
    if (other !== undefined && isTwin(other.path, file.path)) {
      skipped.push({ path: tellable(file.written), reason: twinReason(other.written, file.written) })
      continue
    }
    if (other !== undefined) {
      const both = `${tellable(other.written)} and ${tellable(file.written)} would both be remembered as ${tellable(source)}`
      return malformed('PATH', `${both}: give --root, or read them in apart with --as`)
    }
    bySource.set(source, { ...file, source, rootName: rootName(file.root) })
  }
  return Result.succeed({
    files: [...bySource.values()],
    folders: found.folders.flatMap((folder) => {
      const below = folderKey(portable(folder), name)
      return below === undefined ? [] : [{ root: rootName(folder.root), below, reach: 'files' as const }]
    }),
    unseen: found.unseen.flatMap((place) => sourceKey(portable(place), name) ?? []),
    skipped,
  })
}

/** Two names that read the same: the letters of one are composed, those of the other are not. */
const isTwin = (one: string, other: string): boolean => one !== other && one.normalize('NFC') === other.normalize('NFC')

const twinReason = (first: string, second: string): string =>
  `it is ${spelled(second)}, which reads the same as ${spelled(first)}, and two documents cannot share a name: rename one of them`

const spelled = (path: string): string =>
  tellable(path).replace(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)

const separator = sep === '/' ? '/' : '\\'

const portable = ({ path, root }: Place) => ({ path: relative(root, path), separator }) as const

/** The name that was given, the same wherever the folder lies; without one, where it lies. */
const rootNames = (name: string | undefined): ((root: string) => string) => {
  const given = name === undefined ? '' : folderKey({ path: '.', separator }, name)
  const real = new Map<string, string>()
  return (root) => {
    if (given) return given
    const known = real.get(root) ?? realPath(root)
    real.set(root, known)
    return known
  }
}

/** A root that is not there has nothing below it, and is told by then. */
const realPath = (path: string): string => {
  try {
    return realpathSync(path)
  } catch {
    return resolve(path)
  }
}

const malformed = (field: string, problem: string) => Result.fail(new InvalidRequest({ field, problem }))
