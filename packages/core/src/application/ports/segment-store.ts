/**
 * Segments of the log: an index beside the log that says which commits touch a number. Nothing is lost if it is deleted.
 *
 * Guarantees: a read returns, byte for byte, what was written, or nothing; a segment exists whole or not at all; the segments of a brain
 * follow on each other without a gap from position 1.
 */
import * as Context from 'effect/Context'
import type * as Effect from 'effect/Effect'
import type { PartKey, SegmentPart } from '../../domain/history/segments.ts'
import type { BrainKey, Position, TurnNumber } from '../../domain/identity.ts'
import type { StoreUnavailable } from './store-errors.ts'

export interface SegmentRecord {
  /** First position of the segment, where a commit begins. */
  readonly first: Position
  /** Last position of the segment, where a commit ends. */
  readonly last: Position
  /** Hash of the commit that ends there: a segment of another log does not fit this one. */
  readonly hash: string
  /** See `segmentsVersion`. */
  readonly version: number
  /** The mark of the log at the end: the newest turn, and the highest cause of any effect. */
  readonly turn: TurnNumber
  readonly cause: Position
}

/** A part, with the first position of its segment. */
export interface FoundPart extends SegmentPart {
  readonly first: Position
}

/** The segments of a brain and some of their parts, as of one moment. */
export interface FoundParts {
  /** By rising position. */
  readonly segments: ReadonlyArray<SegmentRecord>
  /** By rising position of their segments; parts of one segment in any order. */
  readonly parts: ReadonlyArray<FoundPart>
}

export class SegmentStore extends Context.Service<
  SegmentStore,
  {
    /**
     * Finds all segments, and of those that begin at or before `notAfter` the parts with one of these keys. `undefined` if one of the parts
     * is damaged.
     */
    readonly find: (
      brain: BrainKey,
      keys: ReadonlyArray<PartKey>,
      notAfter?: Position,
    ) => Effect.Effect<FoundParts | undefined, StoreUnavailable>
    /** Reads all parts of the segment that begins at `first`, in any order. `undefined` if there is none, or a part is damaged. */
    readonly read: (brain: BrainKey, first: Position) => Effect.Effect<ReadonlyArray<SegmentPart> | undefined, StoreUnavailable>
    /**
     * Writes a segment in place of those within its positions. Writes nothing and returns false if it does not begin where one of them, or
     * the position after the last segment, begins, or if it ends within one of them: another process was quicker.
     */
    readonly write: (brain: BrainKey, record: SegmentRecord, parts: ReadonlyArray<SegmentPart>) => Effect.Effect<boolean, StoreUnavailable>
    readonly drop: (brain: BrainKey) => Effect.Effect<void, StoreUnavailable>
  }
>()('@crabtrail/core/SegmentStore') {}
