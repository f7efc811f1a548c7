/**
 * The append-only log of every brain in one store, with what is written in the same transaction.
 *
 * Guarantees: a commit is visible whole or not at all; positions of a brain are 1..n without a gap; stored rows never change;
 * of concurrent appends with one expected position exactly one succeeds. The store knows no event type: it keeps bodies and hashes.
 */
import * as Context from 'effect/Context'
import type * as Effect from 'effect/Effect'
import type { ContentKind, ContentOwner } from '../../domain/events/event-definition.ts'
import type { ActorNumber, BrainKey, ContentRef, NodeNumber, Position, SessionNumber } from '../../domain/identity.ts'
import type { Abandoned, BrainExists, IdempotencyConflict, StoreUnavailable, WrongExpectedPosition } from './store-errors.ts'

/** One row of the log. `hash` is sha256 over the canonical array [prev, first, count, at, actor, session or null, body]. */
export interface CommitRow {
  readonly first: Position
  readonly count: number
  readonly at: number
  readonly actor: ActorNumber
  readonly session: SessionNumber | undefined
  readonly body: string
  /** Hash of the commit before; `''` for the first. */
  readonly prev: string
  readonly hash: string
}

/** A content as kept: `ref` is sha256(salt ‖ body). A sealed content (`body` undefined) keeps only its salt. */
export interface ContentRow {
  readonly ref: ContentRef
  readonly kind: ContentKind
  readonly owner: ContentOwner
  /** Number of the owner; 0 for the brain. */
  readonly number: number
  /** 16 random bytes, hex. */
  readonly salt: string
  readonly body: string | undefined
  /** Keyed fingerprint of kind and body, 32 hex digits: finds equal bodies; goes with the row. */
  readonly fingerprint: string
}

/** Where a text is filed, each with statistics of its own: documents by their words, cues by theirs, documents once more by the names in them. */
export type IndexSpace = 'document' | 'cue' | 'phrase'

/** What a commit changes in the text index. Positions make every past state of the index readable. */
export type IndexChange =
  | {
      readonly change: 'add'
      readonly space: IndexSpace
      readonly node: NodeNumber
      readonly terms: ReadonlyArray<string>
      /** Weighted occurrences, side by side with `terms`. */
      readonly counts: ReadonlyArray<number>
      /** What BM25 counts as the document's length. */
      readonly length: number
      /** Stemmed words without stop words. */
      readonly words: number
      readonly from: Position
    }
  | { readonly change: 'end'; readonly space: IndexSpace; readonly node: NodeNumber; readonly until: Position }

/** An idempotency key and what it was used for, both keyed digests in hex. */
export interface CommandKey {
  readonly key: string
  readonly signal: string
}

/** Moves from open to committing just before COMMIT; `false` means the caller gave up and the transaction is rolled back. */
export interface CommitGate {
  readonly enterCommit: () => boolean
}

export interface Append {
  readonly brain: BrainKey
  readonly row: CommitRow
  readonly contents: ReadonlyArray<ContentRow>
  readonly index: ReadonlyArray<IndexChange>
  readonly key?: CommandKey
  readonly gate?: CommitGate
  /** `power`: acknowledged means it survives a power loss. `process`: it survives the end of this process. */
  readonly durability: 'power' | 'process'
  /** Given with the first commit of a new brain, together with its fingerprint key (32 bytes, hex). */
  readonly create?: { readonly fingerprintKey: string }
}

export interface Head {
  /** Number of events; 0 for a brain without any. */
  readonly position: Position
  /** Hash of the newest commit; `''` for none. */
  readonly hash: string
}

export interface BrainRecord extends Head {
  readonly brain: BrainKey
  readonly fingerprintKey: string
  /** Milliseconds UTC of the newest commit. */
  readonly at: number
}

/** What there is from a position on, and where the log ends, in one reading: the end may have moved on by the time the commits are read. */
export interface Tail {
  /** Undefined for a brain that is not there. */
  readonly head: Head | undefined
  readonly rows: ReadonlyArray<CommitRow>
}

/** A command that was answered before. */
export interface RecordedCommand {
  readonly signal: string
  readonly first: Position
  readonly count: number
}

/** The store as it is for whoever holds a brain's write lock: nobody else can append to it meanwhile. */
export interface LockedBrain {
  readonly tail: (from: Position, limit: number) => Effect.Effect<Tail, StoreUnavailable>
  readonly find: (kind: ContentKind, fingerprint: string) => Effect.Effect<ReadonlyArray<FoundContent>, StoreUnavailable>
  readonly bodies: (refs: ReadonlyArray<ContentRef>) => Effect.Effect<ReadonlyMap<ContentRef, string>, StoreUnavailable>
  /** Cannot lose a race. Commits when the locked effect ends well, and not otherwise. */
  readonly append: (append: Append) => Effect.Effect<void, StoreUnavailable | Abandoned | IdempotencyConflict | WrongExpectedPosition>
}

/** A content found by what it says. */
export interface FoundContent {
  readonly ref: ContentRef
  readonly owner: ContentOwner
  readonly number: number
}

/** How many commits a read returns at most. */
export const commitsPerRead = 5_000

export class EventStore extends Context.Service<
  EventStore,
  {
    /** Where the store is, for messages: a path or `memory`. */
    readonly place: string
    /** By key, in code-unit order. */
    readonly brains: Effect.Effect<ReadonlyArray<BrainRecord>, StoreUnavailable>
    /** `undefined` for a brain that is not there. */
    readonly brain: (brain: BrainKey) => Effect.Effect<BrainRecord | undefined, StoreUnavailable>
    /** Expects the head at `row.first − 1` with hash `row.prev`. With `create`, the brain must not be there yet. */
    readonly append: (
      append: Append,
    ) => Effect.Effect<void, WrongExpectedPosition | IdempotencyConflict | Abandoned | BrainExists | StoreUnavailable>
    /** Runs `body` with the brain's write lock. Its reads see everything committed before; its append is part of the lock's transaction. */
    readonly locked: <A, E, R>(
      brain: BrainKey,
      body: (locked: LockedBrain) => Effect.Effect<A, E, R>,
    ) => Effect.Effect<A, E | StoreUnavailable, R>
    /** Commits that hold events at or after `from`, and at or before `to` where that is said; oldest first, at most `limit` (up to {@link commitsPerRead}). */
    readonly read: (
      brain: BrainKey,
      from: Position,
      limit: number,
      to?: Position,
    ) => Effect.Effect<ReadonlyArray<CommitRow>, StoreUnavailable>
    /** {@link read} and the head before it: for whoever follows the log. Nearly always nothing is new, and that is one look at the head. */
    readonly tail: (brain: BrainKey, from: Position, limit: number) => Effect.Effect<Tail, StoreUnavailable>
    /** What this key was used for, if it was. */
    readonly recorded: (brain: BrainKey, key: string) => Effect.Effect<RecordedCommand | undefined, StoreUnavailable>
    /** All keys of a brain by first position: for export. */
    readonly commands: (brain: BrainKey) => Effect.Effect<ReadonlyArray<RecordedCommand & { readonly key: string }>, StoreUnavailable>
    /** Copies what is only in the write-ahead log into the database file; called after a turn, off its path. */
    readonly checkpoint: Effect.Effect<void, StoreUnavailable>
    /**
     * What is wrong with the files below the tables, where rows and the indexes that find them may differ without anybody noticing; undefined
     * where nothing is. Reads all of them.
     */
    readonly fault: Effect.Effect<string | undefined, StoreUnavailable>
    /** Facts for `doctor` and `stats`: engine, format, bytes and the like; `fallback`: why it is not the engine that is tried first. */
    readonly describe: Effect.Effect<Readonly<Record<string, string | number>>, StoreUnavailable>
  }
>()('@crabtrail/core/EventStore') {}
