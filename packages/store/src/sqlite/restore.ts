/**
 * Puts a backup where a store is to be: the whole of it, proven, or nothing.
 *
 * A store that is there already is kept aside, never deleted, and only taken away from under nobody: while another program has it open
 * nothing is done, and whoever opens it in the very moment notices at the next commit.
 */
import { existsSync, renameSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import type { StoreUnavailable } from '@crabtrail/core'
import * as Effect from 'effect/Effect'
import { clear, copyDatabase, requireSound, toldOf } from './backup.ts'
import type { Connection } from './connection.ts'
import { fileAt, isSameFile, isThere, keepAs, putNew, putOver, suffixes } from './database-file.ts'
import { attempt, CopyRefused, failureOf, unavailable } from './failure.ts'

import { openConnection } from './open.ts'
import { clearAbandoned, partOf } from './parts.ts'
import { freeAside } from './seal.ts'

export interface RestoreRequest {
  readonly backup: string
  /** Path of the store. */
  readonly path: string
  /** What may exist at `path`: nothing, or a store, which is kept aside. */
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

/** `prove` looks at what is to be the store, and can only read it; what it fails with, the restoring fails with. */
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

/** From the first moment on in the mode in which everybody who has it open can be noticed. */
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
 * The store with everything in one file and nobody else at it, until it is closed: whoever opens it meanwhile waits. Absent where it is
 * too damaged to be opened, and so by anybody.
 */
const holdAlone = (store: string): Connection | undefined => {
  let connection: Connection | undefined
  try {
    connection = openConnection({ path: store, busyTimeoutMs: patienceMs })
    // Only with nobody else at the file can it leave the mode in which several write.
    connection.pragma('journal_mode = delete')
    connection.engine.execute('begin exclusive')
    return connection
  } catch (cause) {
    connection?.close()
    const failure = failureOf(store, cause)
    if (failure === undefined) throw cause
    if (failure.reason === 'locked') throw unavailable(store, 'locked', inUse, cause)
    if (failure.reason === 'corrupt' || failure.reason === 'not-a-database') return undefined
    throw failure
  }
}

const inUse = 'another program has it open: end that (openclaw gateway stop, for the one of a gateway), then restore again'
