/** Finds the file that an export is written to: follows links, and never accepts a database. */

import { fstatSync, readlinkSync, readSync, realpathSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { InvalidRequest } from '@crabtrail/core'
import * as Effect from 'effect/Effect'
import { FileRefused } from '../failures.ts'
import { codeOf, fileProblem, withFile } from './whole-file.ts'

/** Returns the path of a file or device, or `stdout` for `/dev/stdout` and for the file that standard output was redirected to. */
export const exportTarget = Effect.fnUntraced(function* (path: string) {
  const target = yield* Effect.try({
    try: () => targetOf(path),
    catch: (error) => new FileRefused({ path, problem: fileProblem(error) }),
  })
  if (target !== undefined) return target
  const problem = `${path} is a database, or belongs to one, and would be lost: name another file`
  return yield* new InvalidRequest({ field: '--output', problem })
})

/** Fails for an existing file, which is replaced only on request. `path`: the target as the caller wrote it. */
export const requireNoFile = (target: string, path: string): Effect.Effect<void, FileRefused> =>
  target !== 'stdout' && statSync(target, { throwIfNoEntry: false })?.isFile() === true
    ? Effect.fail(new FileRefused({ path, problem: 'there is such a file already: name another, or allow to take its place with --force' }))
    : Effect.void

const targetOf = (path: string): string | undefined => {
  const found = statSync(path, { throwIfNoEntry: false })
  const stdout = fstatSync(1)
  if (found !== undefined && found.ino === stdout.ino && found.dev === stdout.dev) return 'stdout'
  if (found !== undefined && !found.isFile()) return path
  const target = linkedFile(path)
  return isOfDatabase(target) ? undefined : target
}

/** Returns the file that a link leads to, even if that file does not exist yet. */
const linkedFile = (path: string): string => {
  try {
    return realpathSync(path)
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error
  }
  try {
    return linkedFile(resolve(realpathSync(dirname(path)), readlinkSync(path)))
  } catch (error) {
    if (['ENOENT', 'EINVAL'].includes(codeOf(error))) return path
    throw error
  }
}

/** True for a database, and by their names for the files that SQLite keeps beside one, for these may be empty or absent. */
const isOfDatabase = (file: string): boolean => {
  const database = /^(.+)-(?:wal|shm|journal)$/.exec(file)?.[1]
  return beginsAsDatabase(file) || (database !== undefined && beginsAsDatabase(database))
}

const beginnings = [Buffer.from('SQLite format 3\0'), Buffer.from('377f0682', 'hex'), Buffer.from('377f0683', 'hex')]

const beginsAsDatabase = (path: string): boolean => {
  if (statSync(path, { throwIfNoEntry: false })?.isFile() !== true) return false
  const beginning = Buffer.alloc(16)
  withFile(path, (file) => readSync(file, beginning, 0, beginning.length, 0))
  return beginnings.some((one) => beginning.subarray(0, one.length).equals(one))
}
