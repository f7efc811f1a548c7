/**
 * Snapshots of folds: a cache beside the log, which loses nothing when it is deleted.
 *
 * Guarantees: what is read is, byte for byte, what was written, or nothing; a snapshot is there whole or not at all; equal blocks of a
 * brain are kept once.
 */
import * as Context from 'effect/Context'
import type * as Effect from 'effect/Effect'
import type { BrainKey, Position } from '../../domain/identity.ts'
import type { SnapshotBlock } from '../../domain/snapshots/graph-blocks.ts'
import type { StoreUnavailable } from './store-errors.ts'

/** Of which moment a snapshot is, and what it is made of. */
export interface SnapshotRecord {
  /** A commit end. */
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
    /** By rising position. One whose record was damaged is left out. */
    readonly list: (brain: BrainKey) => Effect.Effect<ReadonlyArray<SnapshotRecord>, StoreUnavailable>
    /** The newest at or before a position; of those whose records are whole. */
    readonly newest: (brain: BrainKey, notAfter: Position) => Effect.Effect<SnapshotRecord | undefined, StoreUnavailable>
    /** The blocks in order; `undefined` where one is missing or damaged, or there is no such snapshot. */
    readonly read: (brain: BrainKey, position: Position) => Effect.Effect<ReadonlyArray<SnapshotBlock> | undefined, StoreUnavailable>
    /** Takes the place of one at the same position. `data` of block i belongs to record.blocks[i]. */
    readonly write: (
      brain: BrainKey,
      record: SnapshotRecord,
      data: ReadonlyArray<SnapshotBlock['data']>,
    ) => Effect.Effect<void, StoreUnavailable>
    /** Drops the snapshots of all other positions, and the blocks that no snapshot has any more. */
    readonly keep: (brain: BrainKey, positions: ReadonlyArray<Position>) => Effect.Effect<void, StoreUnavailable>
  }
>()('@crabtrail/core/SnapshotStore') {}
