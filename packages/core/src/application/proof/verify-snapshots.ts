/** Proves the snapshots: each is, block for block, what the log up to its position folds to. */
import * as Effect from 'effect/Effect'
import type { BrainKey, Position } from '../../domain/identity.ts'
import type { BrainFold } from '../../domain/projections/brain-fold.ts'
import { encodeSnapshot, projectionVersion } from '../../domain/snapshots/snapshot.ts'
import type { VerifyCheck } from '../answers.ts'
import type { OpenBrain } from '../brain/brain.ts'
import { fitsLog } from '../brain/snapshots.ts'
import { Cryptography } from '../ports/cryptography.ts'
import { type SnapshotRecord, SnapshotStore } from '../ports/snapshot-store.ts'

/** Watches a fold of the whole log go by, and compares it with each snapshot where that was made. */
export interface SnapshotWitness {
  readonly watch: (fold: BrainFold) => void
  readonly records: ReadonlyArray<SnapshotRecord>
  /** Of which positions the fold was seen to be another. */
  readonly differ: ReadonlySet<Position>
}

export const snapshotWitness = Effect.fnUntraced(function* (brain: OpenBrain) {
  const store = yield* SnapshotStore
  const crypto = yield* Cryptography
  // Where the list itself cannot be read, that is found when it is read again in the end.
  const listed = yield* Effect.orElseSucceed(store.list(brain.key), () => [])
  const records = listed.filter(({ version }) => version === projectionVersion)
  const made = new Map(records.map((record) => [record.position, record]))
  const differ = new Set<Position>()
  const watch = (fold: BrainFold) => {
    const record = made.get(fold.position)
    if (record === undefined) return
    const blocks = encodeSnapshot(fold).map(({ data, name }) => `${name} ${crypto.sha256(data)}`)
    const said = record.blocks.map(({ digest, name }) => `${name} ${digest}`)
    if (blocks.join('\n') !== said.join('\n')) differ.add(fold.position)
  }
  return { watch, records, differ } satisfies SnapshotWitness
})

/** Whoever makes snapshots drops others meanwhile. */
const isListed = Effect.fnUntraced(function* (brain: BrainKey, position: Position) {
  const store = yield* SnapshotStore
  return (yield* store.list(brain)).some((record) => record.position === position)
})

/** Of a snapshot whose record is what the log gives. */
const problemOf = Effect.fnUntraced(function* (brain: BrainKey, record: SnapshotRecord) {
  const store = yield* SnapshotStore
  const crypto = yield* Cryptography
  if (!(yield* fitsLog(brain, record))) return 'is of another log'
  const held = yield* store.read(brain, record.position)
  if (held === undefined) return (yield* isListed(brain, record.position)) ? 'is damaged; no brain is opened from it' : undefined
  // What lies there may be well kept, and yet not what was written.
  const isSame = held.every(({ data }, i) => crypto.sha256(data) === record.blocks[i]?.digest)
  return isSame ? undefined : 'does not hold what it was made of; a brain that is opened from it answers wrongly'
})

/** What a reader of such a snapshot would be told is wrong only where the blocks are whole: a damaged one is not read. */
export const verifySnapshots = Effect.fnUntraced(function* (brain: OpenBrain, { differ, records }: SnapshotWitness) {
  const store = yield* SnapshotStore
  yield* store.list(brain.key)
  for (const record of records) {
    const { position } = record
    const problem = differ.has(position) ? 'is not what the log gives' : yield* problemOf(brain.key, record)
    if (problem === undefined) continue
    const detail = `the snapshot of position ${position} ${problem}: run doctor --rebuild-snapshots, which makes them anew from the log`
    return { name: 'snapshots', ok: false, detail, position } satisfies VerifyCheck
  }
  const detail = records.length === 0 ? 'none yet' : `${records.length} are what the log gives, byte for byte`
  return { name: 'snapshots', ok: true, detail } satisfies VerifyCheck
})
