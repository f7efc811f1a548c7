/**
 * Makes a backup: the store as it is at one moment, in one sealed file that only its owner may read and that exists whole or not at all.
 * Other programs go on writing meanwhile. The copy is proven before it gets its name, so a broken copy never replaces a good backup.
 */

import { existsSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { StoreUnavailable } from '@crabtrail/core'
import * as Effect from 'effect/Effect'
import { unavailable } from '../../failures.ts'
import { attempt, CopyRefused, codeOf, damaged, failureOf } from '../engine/failure.ts'
import type { Connection } from '../file/connection.ts'
import {
  besides,
  createFile,
  fileAt,
  headerOf,
  idByHeader,
  isInUseAsStore,
  isSameFile,
  putNew,
  putOver,
  suffixes,
} from '../file/database-file.ts'
import { requireOurId } from '../file/migrate.ts'
import { openConnection, openToCopy } from '../file/open.ts'
import { clearAbandoned, partOf, removePart } from './parts.ts'
import { sealFile, sealStands } from './seal.ts'

/*
 * Copies a database as it is at one moment, while other programs go on writing to it.
 *
 * The engine writes the copy anew: it holds no byte of deleted data, has no files beside it, and is in the format of this program.
 */

/**
 * Copies the database to `to`, which must not exist and which only its owner may read. Throws StoreUnavailable at `from`, or at `to` if the
 * failure is there.
 */
export const copyDatabase = (from: string, to: string): void => {
  const source = openToCopy(from)
  try {
    createFile(to)
    vacuumInto(source, to)
    // Another file may have replaced the source meanwhile.
    source.requireInPlace()
  } finally {
    source.close()
  }
  bringUpToDate(to)
}

/**
 * Throws StoreUnavailable if a file lost or changed any part of what was written to it. A file found on a disk has to be checked before it
 * is used.
 */
export const requireSound = (path: string): void => {
  const source = openToCopy(path)
  try {
    const seal = sealStands(source.place)
    if (seal === 'differs') throw unavailable(source.place, 'corrupt', brokenSeal)
    if (seal === 'fits') return
    const found = source.pragma('integrity_check(1)')
    if (found !== 'ok') throw unavailable(source.place, 'corrupt', damaged(String(found)))
  } catch (cause) {
    throw failureOf(source.place, cause) ?? cause
  } finally {
    source.close()
  }
}

const brokenSeal = 'it is not whole any more, because its seal does not fit: take another backup'

const vacuumInto = (source: Connection, to: string): void => {
  try {
    source.engine.prepare('vacuum into ?').run([to])
  } catch (cause) {
    throw failureOf(ofTarget.test(codeOf(cause)) ? to : source.place, cause) ?? cause
  }
}

/** Errors of the target: the source is only read, so it cannot cause them. */
const ofTarget = /^SQLITE_(FULL|CANTOPEN|READONLY|PERM|IOERR_(WRITE|FSYNC|TRUNCATE|CLOSE|DIR_FSYNC))/

/**
 * Makes the copy a single file that any SQLite can read, even where nothing can be written beside it. The copy of a backup does not keep
 * the seal.
 */
const bringUpToDate = (place: string): void => {
  const connection = openConnection({ path: place })
  try {
    connection.engine.execute('pragma user_version = 0')
    connection.pragma('journal_mode = delete')
  } finally {
    connection.close()
  }
}

/**
 * Translates a failure at a part, the file that a copy is first written to: the error names the file that the part was to become, or the
 * file that it was copied from.
 */
export const toldOf =
  (part: string, { from, to }: { readonly from: string; readonly to: string }) =>
  <E>(error: E): E | StoreUnavailable => {
    if (!(error instanceof StoreUnavailable) || error.place !== part) return error
    const { detail, reason, retryable } = error
    return new StoreUnavailable({ reason, place: ofPlace.has(reason) ? to : from, detail, retryable, cause: error })
  }

const ofPlace: ReadonlySet<StoreUnavailable['reason']> = new Set(['full', 'read-only', 'permission', 'not-found', 'io'])

export interface BackupRequest {
  readonly path: string
  readonly target: string
  /** Existing file that may be at `target`: `nothing`, or an earlier backup. */
  readonly over: 'nothing' | 'backup'
}

export interface Backup<A> {
  readonly file: string
  readonly bytes: number
  readonly proof: A
}

/** Makes a backup. `prove` checks the copy, a store that can only be read; if it fails, the backup fails with its error. */
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
  if (besides(target).length > 0 || isInUseAsStore(headerOf(target))) throw new CopyRefused({ place: target, problem: aStore })
}

/** SQLite would take such a file for part of the database beside it. */
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
