/**
 * Names and removes unfinished copies: `NAME.UUID-PID.part` beside the file that a backup or restore will become.
 *
 * The part is deleted however the work ends, unless the process is killed. Then it holds a readable copy of everything until the next
 * backup or restore of that name deletes it; until then `doctor` reports it.
 */
import { randomUUID } from 'node:crypto'
import { readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { besides, fileAt } from '../file/database-file.ts'

/** Returns a unique name that contains the id of this process. */
export const partOf = (target: string): string => `${target}.${randomUUID()}-${process.pid.toString(16)}.part`

/** Deletes a part and the files that the engine keeps beside it. */
export const removePart = (part: string): void => {
  for (const file of [part, ...besides(part)]) rmSync(file, { force: true })
}

/** Deletes the parts of a file whose process has ended. Parts without a process in their name stay. */
export const clearAbandoned = (target: string): void => {
  for (const part of partsOf(target).filter((one) => processOf(one) !== undefined && isAbandoned(one))) {
    try {
      removePart(part)
    } catch {
      // A part of another user stays; it does no harm.
    }
  }
}

/** Returns unfinished copies of a store, or of trial restores of it, on which no process of this machine works. */
export const abandonedParts = (store: string): ReadonlyArray<string> => {
  const place = fileAt(store)
  return [...partsOf(place), ...partsOf(join(tmpdir(), basename(place)))].filter(
    (part, at, all) => isAbandoned(part) && all.indexOf(part) === at,
  )
}

const ending = /^\.[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}(?:-(?<pid>[\da-f]{1,8}))?\.part$/

const partsOf = (target: string): ReadonlyArray<string> => {
  const [folder, name] = [dirname(target), basename(target)]
  try {
    return readdirSync(folder)
      .filter((one) => one.startsWith(name) && ending.test(one.slice(name.length)))
      .sort()
      .map((one) => join(folder, one))
  } catch {
    // A folder that cannot be read is ignored.
    return []
  }
}

const processOf = (part: string): number | undefined => {
  const pid = /-([\da-f]{1,8})\.part$/.exec(part)
  return pid === null || /\.[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\.part$/.test(part) ? undefined : Number.parseInt(pid[1] ?? '', 16)
}

const isAbandoned = (part: string): boolean => {
  const pid = processOf(part)
  if (pid === undefined) return true
  try {
    process.kill(pid, 0)
    return false
  } catch (error) {
    // EPERM: the process exists and belongs to another user.
    return error instanceof Error && 'code' in error && error.code === 'ESRCH'
  }
}
