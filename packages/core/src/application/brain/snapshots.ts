/** Opens a brain from its newest snapshot, and makes the next snapshot when it is due. */

import * as Effect from 'effect/Effect'
import { assertThat } from '../../domain/assertion.ts'
import type { BrainKey, Position } from '../../domain/identity.ts'
import type { BrainFold } from '../../domain/projections/brain-fold.ts'
import {
  decodeSnapshot,
  encodeSnapshot,
  eventsBetween,
  isDue,
  MalformedSnapshot,
  nextDue,
  projectionVersion,
  type SnapshotBlock,
  worthKeeping,
} from '../../domain/snapshots/snapshot.ts'
import { Cryptography } from '../ports/cryptography.ts'
import { commitsPerRead, EventStore } from '../ports/event-store.ts'
import { type SnapshotRecord, SnapshotStore } from '../ports/snapshot-store.ts'
import { type FoldedLog, type OpenBrain, unread } from './brain.ts'
import { foldRow } from './commit-row.ts'

/** Restores the fold from the newest snapshot at or before a position that fits the log; without one, the empty fold. */
export const restoreFold = Effect.fnUntraced(function* (key: BrainKey, notAfter: Position = Number.MAX_SAFE_INTEGER) {
  const found = yield* soundSnapshot(key, notAfter)
  return found === undefined ? unread() : ({ fold: found.fold, hash: found.record.hash } satisfies FoldedLog)
})

const soundSnapshot = Effect.fnUntraced(function* (key: BrainKey, notAfter: Position) {
  const store = yield* SnapshotStore
  for (let latest = notAfter; ; ) {
    const record = yield* store.newest(key, latest)
    if (record === undefined) return undefined
    latest = record.position - 1
    if (record.version !== projectionVersion || !(yield* fitsLog(key, record))) continue
    const blocks = yield* store.read(key, record.position)
    const fold = blocks === undefined ? undefined : decoded(blocks)
    if (fold !== undefined) return { fold, record }
  }
})

/** True if the log has, at the position of the snapshot, the commit that the snapshot was made after. */
export const fitsLog = Effect.fnUntraced(function* (key: BrainKey, { hash, position }: SnapshotRecord) {
  const events = yield* EventStore
  const [row] = yield* events.read(key, position, 1)
  return row !== undefined && row.first + row.count - 1 === position && row.hash === hash
})

const decoded = (blocks: ReadonlyArray<SnapshotBlock>): BrainFold | undefined => {
  try {
    return decodeSnapshot(blocks)
  } catch (cause) {
    if (cause instanceof MalformedSnapshot) return undefined
    throw cause
  }
}

const writeSnapshot = Effect.fnUntraced(function* ({ fold, hash, key }: Pick<OpenBrain, 'fold' | 'hash' | 'key'>) {
  const store = yield* SnapshotStore
  const crypto = yield* Cryptography
  const blocks = encodeSnapshot(fold)
  const record: SnapshotRecord = {
    position: fold.position,
    hash,
    version: projectionVersion,
    blocks: blocks.map(({ data, name }) => ({ name, digest: crypto.sha256(data) })),
  }
  const data = blocks.map((block) => block.data)
  yield* store.write(key, record, data)
  return record.position
})

/** Writes a snapshot of the brain if one is due, and drops snapshots that are no longer worth their space. Returns true if it wrote one. */
export const keepSnapshots = Effect.fnUntraced(function* (brain: OpenBrain) {
  const { position } = brain.fold
  if (!isDue(position, brain.snapshot)) return false
  // Another process may have been quicker. A snapshot that cannot be used counts as none.
  const newest = (yield* soundSnapshot(brain.key, position))?.record.position ?? 0
  brain.snapshot = newest
  if (!isDue(position, newest)) return false
  const store = yield* SnapshotStore
  const usable = (yield* store.list(brain.key)).filter((one) => one.version === projectionVersion)
  const older = usable.filter((one) => one.position <= newest)
  const events = yield* EventStore
  const end = (yield* events.brain(brain.key))?.position ?? 0
  const newer = usable.filter((one) => one.position > position && one.position <= end)
  yield* writeSnapshot(brain)
  // Snapshots of another process that is ahead are left for that process to drop.
  const worthy = worthKeeping([...older.map((one) => one.position), position])
  assertSnapshots(worthy, position)
  yield* store.keep(brain.key, [...worthy, ...newer.map((one) => one.position)])
  brain.snapshot = position
  return true
})

export const assertSnapshots = (kept: ReadonlyArray<Position>, end: Position): void =>
  assertThat(
    'a snapshot is not beyond the folded log',
    kept.every((position) => position > 0 && position <= end),
    end,
  )

/**
 * Drops every snapshot and makes new ones along the whole log, so that each earlier position has one near. Folds the log from its first event a
 * second time. The fold of the brain must have been read from the log itself. `between`: fewest events between two snapshots.
 */
export const rebuildSnapshots = Effect.fnUntraced(function* (
  brain: Pick<OpenBrain, 'fold' | 'hash' | 'key' | 'snapshot'>,
  between: number = eventsBetween,
) {
  const { key, fold: end } = brain
  const [store, events] = [yield* SnapshotStore, yield* EventStore]
  yield* store.keep(key, [])
  const past = { key, ...unread() }
  let due = nextDue(0, end.position, between)
  while (due < end.position) {
    const rows = yield* events.read(key, past.fold.position + 1, commitsPerRead, end.position)
    if (rows.length === 0) break
    for (const row of rows) {
      yield* foldRow(key, past.fold, row)
      past.hash = row.hash
      if (past.fold.position < due || past.fold.position >= end.position) continue
      due = nextDue(yield* writeSnapshot(past), end.position, between)
    }
  }
  brain.snapshot = yield* writeSnapshot(brain)
})
