/**
 * Snapshots of folds: a cache beside the log. Nothing is lost if it is deleted.
 *
 * Guarantees: a read returns, byte for byte, what was written, or nothing; a snapshot exists whole or not at all; equal blocks of a brain
 * are stored once.
 */
import * as Context from 'effect/Context'
import type * as Effect from 'effect/Effect'
import type { BrainKey, Position } from '../../domain/identity.ts'
import type { SnapshotBlock } from '../../domain/snapshots/snapshot.ts'
import type { StoreUnavailable } from './store-errors.ts'

/** Position, version and blocks of a snapshot. */
export interface SnapshotRecord {
  /** Position of the snapshot, which is a commit end. */
  readonly position: Position
  /** Hash of the commit that ends there: a snapshot of another log does not fit this one. */
  readonly hash: string
  /** See `projectionVersion`. */
  readonly version: number
  /** Each block’s name and the sha256 of its data, in order. */
  readonly blocks: ReadonlyArray<{ readonly name: string; readonly digest: string }>
}

export class SnapshotStore extends Context.Service<
  SnapshotStore,
  {
    /** Lists the snapshots by rising position. A snapshot with a damaged record is left out. */
    readonly list: (brain: BrainKey) => Effect.Effect<ReadonlyArray<SnapshotRecord>, StoreUnavailable>
    /** Finds the newest snapshot at or before a position, among those with an undamaged record. */
    readonly newest: (brain: BrainKey, notAfter: Position) => Effect.Effect<SnapshotRecord | undefined, StoreUnavailable>
    /** Reads the blocks in order; `undefined` if a block is missing or damaged, or the snapshot does not exist. */
    readonly read: (brain: BrainKey, position: Position) => Effect.Effect<ReadonlyArray<SnapshotBlock> | undefined, StoreUnavailable>
    /** Writes a snapshot and replaces one at the same position. `data` of block i belongs to record.blocks[i]. */
    readonly write: (
      brain: BrainKey,
      record: SnapshotRecord,
      data: ReadonlyArray<SnapshotBlock['data']>,
    ) => Effect.Effect<void, StoreUnavailable>
    /** Drops the snapshots of all other positions, and the blocks that no snapshot has any more. */
    readonly keep: (brain: BrainKey, positions: ReadonlyArray<Position>) => Effect.Effect<void, StoreUnavailable>
  }
>()('@crabtrail/core/SnapshotStore') {}
