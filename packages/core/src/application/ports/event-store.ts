/**
 * The append-only log of every brain in one store, with what is written in the same transaction.
 *
 * Guarantees: a commit is visible whole or not at all; positions of a brain are 1..n without a gap; a commit never changes, whether it is
 * archived or not; of concurrent appends with one expected position exactly one succeeds. The store knows no event type: it stores bodies and
 * hashes.
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

/** A content as stored: `ref` is sha256(salt ‖ body). A sealed content (`body` undefined) keeps only its salt. */
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

/**
 * Part of the index that a text is in, each with statistics of its own: documents by their words, cues by their words, and documents again
 * by the names in them.
 */
export type IndexSpace = 'document' | 'cue' | 'phrase' | 'alias'

/** A change that a commit makes in the text index. Positions make every past state of the index readable. */
export type IndexChange =
  | {
      readonly change: 'add'
      readonly space: IndexSpace
      readonly node: NodeNumber
      readonly terms: ReadonlyArray<string>
      /** Weighted occurrences, side by side with `terms`. */
      readonly counts: ReadonlyArray<number>
      /** Length of the document for BM25. */
      readonly length: number
      /** Stemmed words without stop words. */
      readonly words: number
      readonly from: Position
    }
  | { readonly change: 'end'; readonly space: IndexSpace; readonly node: NodeNumber; readonly until: Position }

/** Digests in hex, under the brain's key, of an idempotency key and of the request that it was used for. */
export interface CommandKey {
  readonly key: string
  readonly signal: string
}

/**
 * Asks the caller just before COMMIT, or before the one statement that commits by itself. `true` begins the commit; `false` means that the
 * caller gave up, and nothing is written. An append that is decided again asks again.
 */
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
  /** `power`: an acknowledged commit survives a power loss. `process`: it survives the end of this process. */
  readonly durability: 'power' | 'process'
  /** Given with the first commit of a new brain: its fingerprint key (32 bytes, hex). */
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

/** Commits from a position on, and the head of the log, in one read. The log may have grown by the time the commits are read. */
export interface Tail {
  /** Undefined if the brain does not exist. */
  readonly head: Head | undefined
  readonly rows: ReadonlyArray<CommitRow>
  /** The command that was recorded under the key that was asked for, if there is one. */
  readonly recorded?: RecordedCommand | undefined
}

/** A command that was answered before. */
export interface RecordedCommand {
  readonly signal: string
  readonly first: Position
  readonly count: number
}

/** A brain whose write lock is held: nobody else can write to it meanwhile. */
export interface LockedBrain {
  readonly tail: (from: Position, limit: number, key?: string) => Effect.Effect<Tail, StoreUnavailable>
  readonly find: (kind: ContentKind, fingerprint: string) => Effect.Effect<ReadonlyArray<FoundContent>, StoreUnavailable>
  readonly findAll: (
    kind: ContentKind,
    fingerprints: ReadonlyArray<string>,
  ) => Effect.Effect<ReadonlyArray<ReadonlyArray<FoundContent>>, StoreUnavailable>
  readonly bodies: (refs: ReadonlyArray<ContentRef>) => Effect.Effect<ReadonlyMap<ContentRef, string>, StoreUnavailable>
  /** Appends without the risk of a lost race. The append is committed only if the locked effect succeeds. */
  readonly append: (append: Append) => Effect.Effect<void, StoreUnavailable | Abandoned | IdempotencyConflict | WrongExpectedPosition>
}

/** A content found by its body. */
export interface FoundContent {
  readonly ref: ContentRef
  readonly owner: ContentOwner
  readonly number: number
}

/**
 * A run of whole commits that is stored as one compressed row in place of its own rows. It never changes. The archived stretches of a brain
 * follow on each other from position 1 without a gap.
 */
export interface ArchivedStretch {
  /** First position of the stretch, where a commit begins. */
  readonly first: Position
  /** Last position of the stretch, where a commit ends. */
  readonly last: Position
  readonly commits: number
  /** Hash of the commit before the stretch; `''` for none. */
  readonly prev: string
  /** Hash of the last commit of the stretch. */
  readonly hash: string
  /** Bytes of the compressed row. */
  readonly bytes: number
}

/** Bytes that the commits of a stretch take in their own rows, and archived. Both count bodies and hashes, without what tables add to them. */
export interface ArchivedBytes {
  readonly before: number
  readonly after: number
}

/** Most commits that one read returns. */
export const commitsPerRead = 5_000

export class EventStore extends Context.Service<
  EventStore,
  {
    /** Location of the store for messages: a path or `memory`. */
    readonly place: string
    /** All brains, by key in code-unit order. */
    readonly brains: Effect.Effect<ReadonlyArray<BrainRecord>, StoreUnavailable>
    /** The record of a brain; `undefined` if it does not exist. */
    readonly brain: (brain: BrainKey) => Effect.Effect<BrainRecord | undefined, StoreUnavailable>
    /** Appends a commit. The head must be at `row.first − 1` with hash `row.prev`. With `create`, the brain must not exist yet. */
    readonly append: (
      append: Append,
    ) => Effect.Effect<void, WrongExpectedPosition | IdempotencyConflict | Abandoned | BrainExists | StoreUnavailable>
    /**
     * Runs `body` with the write lock of a brain, to append to it. Its reads see everything committed before; its append is part of the lock's
     * transaction. Nobody else, in this process or another, writes to this brain or to those of `steady` meanwhile: a caller may rely on what
     * it reads of them. Other brains may change: a store for one machine locks all, one for many machines does not.
     */
    readonly locked: <A, E, R>(
      brain: BrainKey,
      body: (locked: LockedBrain) => Effect.Effect<A, E, R>,
      steady?: ReadonlyArray<BrainKey>,
    ) => Effect.Effect<A, E | StoreUnavailable, R>
    /**
     * Commits with events at or after `from` and, if `to` is given, at or before `to`; oldest first, at most `limit` (up to {@link
     * commitsPerRead}).
     */
    readonly read: (
      brain: BrainKey,
      from: Position,
      limit: number,
      to?: Position,
    ) => Effect.Effect<ReadonlyArray<CommitRow>, StoreUnavailable>
    /**
     * Does a {@link read} together with the head before it, for readers that follow the log. Usually nothing is new, and only the head is
     * read. With `key`, the command that was recorded under it is looked up as well.
     */
    readonly tail: (brain: BrainKey, from: Position, limit: number, key?: string) => Effect.Effect<Tail, StoreUnavailable>
    /** The command that was recorded under this key, if there is one. */
    readonly recorded: (brain: BrainKey, key: string) => Effect.Effect<RecordedCommand | undefined, StoreUnavailable>
    /** All keys of a brain, by first position, for export. */
    readonly commands: (brain: BrainKey) => Effect.Effect<ReadonlyArray<RecordedCommand & { readonly key: string }>, StoreUnavailable>
    /** The archived stretches of a brain, by rising position. */
    readonly archived: (brain: BrainKey) => Effect.Effect<ReadonlyArray<ArchivedStretch>, StoreUnavailable>
    /**
     * Archives commits, in one transaction with the lock of the brain: packs them into one row, reads that back, compares what it holds with
     * `rows` and with the rows of the log, and deletes those. Every read answers as before. If anything differs, it fails with reason
     * `corrupt` and nothing is changed. A rehearsal packs and compares, and writes nothing.
     *
     * Answers undefined, and changes nothing, unless `rows` begin behind the archived stretches: another process was quicker, or a store that
     * the connection was lost to has done it before.
     */
    readonly archive: (
      brain: BrainKey,
      rows: ReadonlyArray<CommitRow>,
      options?: { readonly rehearsal: boolean },
    ) => Effect.Effect<ArchivedBytes | undefined, StoreUnavailable>
    /** Copies what is only in the write-ahead log into the database file. It is called after a turn, when nobody waits for it. */
    readonly checkpoint: Effect.Effect<void, StoreUnavailable>
    /**
     * Describes damage of the files below the tables, where rows and the indexes that find them may differ unnoticed; undefined if none is
     * found. It reads all files of a store that has files of its own.
     */
    readonly fault: Effect.Effect<string | undefined, StoreUnavailable>
    /** States what is known where `fault` finds nothing: no more than it looks at. */
    readonly intact: string
    /**
     * Facts for `doctor` and `stats`: engine, format, bytes and the like. `fallback`: the reason why the engine that is tried first is not
     * used.
     */
    readonly describe: Effect.Effect<Readonly<Record<string, string | number>>, StoreUnavailable>
  }
>()('@crabtrail/core/EventStore') {}
