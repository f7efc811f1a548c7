/**
 * A backup: the store as it is at one moment, in one file that is sealed, readable for its owner alone, and whole or not there at all.
 *
 * Others go on writing meanwhile. It is proven before it gets its name, so that it never takes the place of a good one when it is none.
 */
import { existsSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { StoreUnavailable } from '@crabtrail/core'
import * as Effect from 'effect/Effect'
import { attempt } from './attempt.ts'
import { copyDatabase, toldOf } from './copy-database.ts'
import { CopyRefused } from './copy-refused.ts'
import { idByHeader, suffixes } from './database-file.ts'
import { unavailable } from './failure.ts'
import { besides, fileAt, isSameFile, putNew, putOver } from './file-in-place.ts'
import { requireOurId } from './migrate.ts'
import { clearAbandoned, partOf, removePart } from './parts.ts'
import { isInUseAsStore, sealFile } from './seal.ts'

export interface BackupRequest {
  /** Path of the store. */
  readonly path: string
  /** Path of the backup. */
  readonly target: string
  /** What may exist at `target`: nothing, or an earlier backup. */
  readonly over: 'nothing' | 'backup'
}

export interface Backup<A> {
  readonly file: string
  readonly bytes: number
  readonly proof: A
}

/** `prove` looks at the copy, a store that can only be read; what it fails with, the backup fails with. */
export const backupSqlite = <A, E, R>(
  request: BackupRequest,
  prove: (copy: string) => Effect.Effect<A, E, R>,
): Effect.Effect<Backup<A>, E | StoreUnavailable | CopyRefused, R> => {
  const store = resolve(request.path)
  const target = fileAt(resolve(request.target))
  const part = partOf(target)
  const make = attempt(target, () => requireRoom(request, store, target)).pipe(
    Effect.andThen(attempt(target, () => clearAbandoned(target))),
    Effect.andThen(attempt(store, () => copyDatabase(store, part))),
    Effect.andThen(prove(part)),
    Effect.flatMap((proof) => attempt(target, () => ({ file: target, bytes: finish(request, part, target), proof }))),
  )
  return make.pipe(Effect.mapError(toldOf(part, { from: store, to: target })), Effect.ensuring(clear(part)))
}

/** Deletes an unfinished copy, whether the work on it succeeded or failed. */
export const clear = (part: string): Effect.Effect<void> => Effect.sync(() => removePart(part))

const requireRoom = ({ over }: BackupRequest, store: string, target: string): void => {
  if (!existsSync(dirname(target))) throw unavailable(target, 'not-found', 'its folder is not there: check the path')
  if (suffixes.some((suffix) => target.endsWith(suffix))) throw new CopyRefused({ place: target, problem: besideDatabase })
  if (isSameFile(store, target)) throw new CopyRefused({ place: target, problem: 'it is the store itself: name another file' })
  if (!existsSync(target)) return
  if (statSync(target).isFile() && over === 'nothing') throw taken(target)
  if (!statSync(target).isFile()) throw new CopyRefused({ place: target, problem: 'it is no regular file: name another' })
  if (statSync(target).size === 0) return
  requireOurId(target, idByHeader(target))
  if (besides(target).length > 0 || isInUseAsStore(target)) throw new CopyRefused({ place: target, problem: aStore })
}

/** Whoever opens that database later would. */
const besideDatabase = 'by its name it belongs to a database, which would take it for its own and drop it: name another file'

const taken = (place: string) =>
  new CopyRefused({ place, problem: 'there is such a file already: name another, or allow to take its place with --force' })

const aStore = 'it is no backup but a store that somebody writes to: name another file'

/** Seals the copy and moves it to its place. Returns its size in bytes. */
const finish = ({ over }: BackupRequest, part: string, target: string): number => {
  sealFile(part)
  const { size } = statSync(part)
  if (over === 'backup') putOver(part, target)
  else if (!putNew(part, target)) throw taken(target)
  return size
}
