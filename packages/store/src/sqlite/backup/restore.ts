/**
 * Puts a backup in the place of a store: whole and proven, or not at all.
 *
 * An existing store is kept aside and never deleted. It is not taken from a program that uses it: while another program has it open,
 * nothing is done, and a program that opens it at that very moment notices at its next commit.
 */
import { existsSync, renameSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import type { StoreUnavailable } from '@crabtrail/core'
import * as Effect from 'effect/Effect'
import { unavailable } from '../../failures.ts'
import { attempt, CopyRefused, failureOf } from '../engine/failure.ts'
import type { Connection } from '../file/connection.ts'
import { fileAt, isSameFile, isThere, keepAs, putNew, putOver, suffixes } from '../file/database-file.ts'
import { openConnection } from '../file/open.ts'
import { clear, copyDatabase, requireSound, toldOf } from './backup.ts'
import { clearAbandoned, partOf } from './parts.ts'
import { freeAside } from './seal.ts'

export interface RestoreRequest {
  readonly backup: string
  readonly path: string
  /** Existing file that may be at `path`: `nothing`, or a store, which is kept aside. */
  readonly over: 'nothing' | 'store'
  /** `look`: checks everything and puts nothing in place. */
  readonly mode: 'restore' | 'look'
}

export interface Restored<A> {
  readonly store: string
  readonly bytes: number
  /** Path of the former store; undefined if there was none. */
  readonly aside: string | undefined
  readonly proof: A
}

/**
 * Restores a backup. `prove` checks the copy that will be the store, which it can only read; if it fails, the restore fails with its error.
 */
export const restoreSqlite = <A, E, R>(
  request: RestoreRequest,
  prove: (copy: string) => Effect.Effect<A, E, R>,
): Effect.Effect<Restored<A>, E | StoreUnavailable | CopyRefused, R> => {
  const backup = resolve(request.backup)
  const store = fileAt(resolve(request.path))
  // A look must not make the folder of the store.
  const target = request.mode === 'look' ? join(tmpdir(), basename(store)) : store
  const part = partOf(target)
  const make = attempt(store, () => requireRoom(request, backup, store)).pipe(
    Effect.andThen(attempt(store, () => clearAbandoned(target))),
    Effect.andThen(attempt(backup, () => requireSound(backup))),
    Effect.andThen(attempt(backup, () => copyDatabase(backup, part))),
    Effect.andThen(prove(part)),
    Effect.flatMap((proof) => attempt(store, () => ({ store, bytes: statSync(part).size, aside: finish(request, part, store), proof }))),
  )
  return make.pipe(Effect.mapError(toldOf(part, { from: backup, to: store })), Effect.ensuring(clear(part)))
}

const requireRoom = ({ mode, over }: RestoreRequest, backup: string, store: string): void => {
  if (isSameFile(backup, store)) throw new CopyRefused({ place: backup, problem: 'it is the store itself: name a backup of it' })
  if (!isThere(store)) return
  if (over === 'nothing') throw taken(store)
  if (existsSync(store) && !statSync(store).isFile())
    throw new CopyRefused({ place: store, problem: 'it is no regular file: name another' })
  // Checked before copying. A look does not even change the mode of the file.
  if (mode === 'restore' && existsSync(store)) holdAlone(store)?.close()
}

const taken = (place: string) =>
  new CopyRefused({ place, problem: 'there is a store already: name another with --store, or keep it aside with --force' })

/** Puts the part in place. Returns the path of the former store, or undefined. */
const finish = ({ mode, over }: RestoreRequest, part: string, store: string): string | undefined => {
  if (mode === 'look') return undefined
  enterWal(part)
  if (over === 'store' && isThere(store)) return exchange(part, store)
  if (!putNew(part, store)) throw taken(store)
  return undefined
}

/** Enters WAL mode before the file is in place, because only in this mode every program that has it open can be noticed. */
const enterWal = (part: string): void => openConnection({ path: part }).close()

const exchange = (part: string, store: string): string => {
  const aside = freeAside(store)
  const held = existsSync(store) ? holdAlone(store) : undefined
  try {
    if (held === undefined) for (const suffix of ['', ...suffixes]) moveAway(store + suffix, aside + suffix)
    else keepAs(store, aside)
    putOver(part, store)
  } finally {
    held?.close()
  }
  return aside
}

const moveAway = (file: string, aside: string): void => {
  if (existsSync(file)) renameSync(file, aside)
}

/** Milliseconds to wait for a program that is about to close the store. */
const patienceMs = 500

/**
 * Opens the store alone, with everything in one file; programs that open it meanwhile wait until it is closed. Returns undefined if the
 * store is too damaged to be opened by anybody.
 */
const holdAlone = (store: string): Connection | undefined => {
  let connection: Connection | undefined
  try {
    connection = openConnection({ path: store, busyTimeoutMs: patienceMs })
    // The store can leave WAL mode only if no other program has it open.
    connection.pragma('journal_mode = delete')
    connection.engine.execute('begin exclusive')
    return connection
  } catch (cause) {
    connection?.close()
    const failure = failureOf(store, cause)
    if (failure === undefined) throw cause
    if (failure.reason === 'locked') throw unavailable(store, 'locked', inUse, { cause })
    if (failure.reason === 'corrupt' || failure.reason === 'not-a-database') return undefined
    throw failure
  }
}

const inUse = 'another program has it open: end that (openclaw gateway stop, for the one of a gateway), then restore again'
