/** Finds the branches of a brain: brains that were saved by a replay of it, with copies of its contents. */
import * as Effect from 'effect/Effect'
import type { BrainKey } from '../../domain/identity.ts'
import { ContentStore } from '../ports/content-store.ts'
import { Cryptography } from '../ports/cryptography.ts'
import { EventStore } from '../ports/event-store.ts'
import { NotFound } from '../request-errors.ts'
import { catchUp, type OpenBrain, openBrain } from './brain.ts'
import { fingerprintWith } from './contents.ts'
import { decodeRow } from './read-row.ts'
import { restoreFold } from './snapshots.ts'

/** Returns the fork of a brain, as its first commit records it; undefined for a brain that is no branch. */
export const forkOf = Effect.fnUntraced(function* (key: BrainKey) {
  const store = yield* EventStore
  const contents = yield* ContentStore
  const [row] = yield* store.read(key, 1, 1)
  const fork = (row === undefined ? [] : yield* decodeRow(key, row)).find((event) => event.type === 'BrainForked')
  if (fork === undefined) return undefined
  const parent = (yield* contents.bodies(key, [fork.data.parent])).get(fork.data.parent)
  return { ...fork.data, parent }
})

/** Returns the keys of the branches of a brain and of their branches. */
export const branchKeysOf = Effect.fnUntraced(function* (brain: Pick<OpenBrain, 'key' | 'fingerprintKey'>) {
  const store = yield* EventStore
  const family = (yield* store.brains).filter(
    ({ brain: key, fingerprintKey }) => key !== brain.key && fingerprintKey === brain.fingerprintKey,
  )
  const parents = new Map<BrainKey, string | undefined>()
  for (const { brain: key } of family) {
    const fork = yield* forkOf(key)
    if (fork !== undefined) parents.set(key, fork.parent)
  }
  const found = new Set<string>([brain.key])
  for (let before = 0; before < found.size; ) {
    before = found.size
    // The name of a parent may have been erased: then it may be this brain.
    for (const [key, parent] of parents) if (parent === undefined || found.has(parent)) found.add(key)
  }
  return [...parents.keys()].filter((key) => found.has(key))
})

/** Returns the branches of a brain and their branches, open and level with their logs. */
export const branchesOf = Effect.fnUntraced(function* (brain: OpenBrain) {
  const branches: Array<OpenBrain> = []
  for (const key of yield* branchKeysOf(brain)) {
    const branch = openBrain(key, brain.fingerprintKey, brain.fingerprint, yield* restoreFold(key))
    yield* catchUp(branch)
    branches.push(branch)
  }
  return branches
})

/** Opens a branch of the store, level with its log. */
export const openSaved = Effect.fnUntraced(function* (key: BrainKey) {
  const store = yield* EventStore
  const crypto = yield* Cryptography
  const record = yield* store.brain(key)
  if (record === undefined)
    return yield* new NotFound({
      what: 'branch',
      name: key,
      hint: 'replay --save-as NAME saves a replay as a brain that can be promoted, and brains lists them',
    })
  const { fingerprintKey } = record
  const opened = openBrain(key, fingerprintKey, fingerprintWith(crypto, fingerprintKey), yield* restoreFold(key))
  yield* catchUp(opened)
  return opened
})
