/**
 * An open brain: its fold is kept level with the log, and `transact` appends to it. A lost race is decided again: once without the brain's lock, then
 * with the lock held, where it cannot be lost.
 */

import * as Clock from 'effect/Clock'
import * as Effect from 'effect/Effect'
import * as Result from 'effect/Result'
import { assertAgreement, assertFolded, type ExpectedFold } from '../../domain/agreement.ts'
import { assertThat } from '../../domain/assertion.ts'
import { type BrainEvent, type NewEvent, namedContents } from '../../domain/events/brain-event.ts'
import { placed } from '../../domain/events/codec/event-codec.ts'
import type { ContentKind } from '../../domain/events/event-definition.ts'
import type { ActorNumber, BrainKey, Position, SessionNumber } from '../../domain/identity.ts'
import { type BrainFold, type BrainState, brainState, emptyFold, foldEvent } from '../../domain/projections/brain-fold.ts'
import { CandidateRows } from '../../domain/walk/candidate-edges.ts'
import { Counters, type Counts, countCommit, countConflict, countReplay } from '../counters.ts'
import { ContentStore } from '../ports/content-store.ts'
import { Cryptography } from '../ports/cryptography.ts'
import {
  type Append,
  type CommandKey,
  type CommitGate,
  commitsPerRead,
  EventStore,
  type FoundContent,
  type LockedBrain,
  type RecordedCommand,
} from '../ports/event-store.ts'
import type { SnapshotStore } from '../ports/snapshot-store.ts'
import { type Abandoned, type BrainExists, IdempotencyConflict, StoreUnavailable, WrongExpectedPosition } from '../ports/store-errors.ts'
import { IntegrityBroken, type NewerLog } from '../request-errors.ts'
import { followIndex } from '../text-index/index-changes.ts'
import { KeptWords, KnownLabels, KnownParticipants } from './caches.ts'
import { commitRow, commitTime, foldRow, headFault } from './commit-row.ts'
import type { ContentDrafts, Fingerprint } from './contents.ts'
import type { KeptVectors } from './kept-vectors.ts'
import type { Known, KnownQuestion, KnownSignal } from './known-events.ts'

/* Caches of an open brain beside its fold. Code that folds events must also invalidate these caches. */

interface Derived {
  readonly state: BrainState
  readonly words: KeptWords
  readonly rows: CandidateRows
  /** Cached vectors; undefined if this process has no embedder. */
  vectors: KeptVectors | undefined
}

const heedEvents = ({ rows, state, vectors }: Derived, events: ReadonlyArray<BrainEvent>): void => {
  rows.heed(state.graph, events)
  vectors?.heedEvents(events)
}

/** Invalidates the caches after a commit that was read and folded: its single changes are not known. */
const heedCommit = ({ rows, vectors }: Derived): void => {
  rows.clear()
  vectors?.heedOthers()
}

/** Clears the caches if contents were erased, so that no erased text stays in memory. */
const heedErasures = (brain: OpenBrain): void => {
  const { labels, participants, state, vectors, words } = brain
  const erased = state.erased.size
  if (brain.ahead?.hash !== brain.hash) brain.ahead = undefined
  words.heed(erased)
  labels.heed(erased)
  participants.heed(erased)
  vectors?.heed(erased)
}

export interface OpenBrain extends Derived {
  readonly key: BrainKey
  readonly fingerprintKey: string
  readonly fingerprint: Fingerprint
  readonly fold: BrainFold
  /** Hash of the newest commit that was folded. */
  hash: string
  /** The last read of the log. It is current while its `hash` equals that of the brain. */
  level: LevelWithLog | undefined
  /** Position of the newest known snapshot; 0 for none. */
  snapshot: Position
  /** False while the text index is missing and could not be built anew. */
  indexed: boolean
  readonly participants: KnownParticipants
  readonly labels: KnownLabels
  /** Contents that were found before they were asked for. They count while its `hash` equals that of the brain. */
  ahead: FoundAhead | undefined
  /** Decides the effects of facts for the learner; kept while the backlog lasts, so that the next call goes on where the last one ended. */
  learner: DecideFact | undefined
  /** True while a request measures the bar of confidence, between whose looks other requests go on. */
  calibrating: boolean
  /** Hash at the end of the last segment that was found to fit the log; `''` before the first lookup. */
  segmentHash: string
  /** The last past states that were asked for, the newest request first. */
  pasts: ReadonlyArray<PastBrain>
  /** The verdicts and other signals of the log, as far as they were read for an answer. */
  signals: Known<KnownSignal>
  /** The questions of a part of the log, as far as they were read for a comparison. */
  asked: Known<KnownQuestion>
}

/** The command that the log had under a key, if any, when `hash` was the hash of its newest commit. */
interface LevelWithLog {
  readonly hash: string
  readonly key: string | undefined
  readonly recorded: RecordedCommand | undefined
}

/** The answer of `find` for a kind and a body, when `hash` was the hash of the newest commit. */
interface FoundAhead {
  readonly hash: string
  readonly kind: ContentKind
  readonly body: string
  readonly found: ReadonlyArray<FoundContent>
}

export interface PastBrain {
  readonly fold: BrainFold
  readonly state: BrainState
  digest: string | undefined
}

/** Decides the effects of the fact at a position. Called with rising positions. */
export type DecideFact = (
  position: Position,
) => Effect.Effect<ReadonlyArray<NewEvent>, StoreUnavailable | IntegrityBroken | NewerLog, EventStore | SnapshotStore>

export interface FoldedLog {
  readonly fold: BrainFold
  readonly hash: string
}

export const unread = (): FoldedLog => ({ fold: emptyFold(), hash: '' })

/** Takes ownership of `from`: no other code may fold into it. */
export const openBrain = (key: BrainKey, fingerprintKey: string, fingerprint: Fingerprint, from: FoldedLog = unread()): OpenBrain => {
  const { fold, hash } = from
  return {
    key,
    fingerprintKey,
    fingerprint,
    fold,
    state: brainState(fold),
    hash,
    level: undefined,
    snapshot: fold.position,
    indexed: true,
    words: new KeptWords(),
    rows: new CandidateRows(),
    participants: new KnownParticipants(),
    labels: new KnownLabels(),
    ahead: undefined,
    learner: undefined,
    calibrating: false,
    segmentHash: '',
    pasts: [],
    signals: { from: 1, to: 0, all: [] },
    asked: { from: 1, to: 0, all: [] },
    vectors: undefined,
  }
}

/** Reads contents of the state that the decision is appended to, through the store or within the lock. */
export interface Access {
  readonly find: (kind: ContentKind, body: string) => Effect.Effect<ReadonlyArray<FoundContent>, StoreUnavailable>
  /** One answer of `find` for each body, in their order: for a kind that has no index, in one pass over the contents. */
  readonly findAll: (
    kind: ContentKind,
    bodies: ReadonlyArray<string>,
  ) => Effect.Effect<ReadonlyArray<ReadonlyArray<FoundContent>>, StoreUnavailable>
  readonly bodies: LockedBrain['bodies']
}

const accessThrough = (fingerprint: Fingerprint, through: Pick<LockedBrain, 'bodies' | 'find' | 'findAll'>): Access => ({
  find: (kind, body) => through.find(kind, fingerprint(kind, body)),
  findAll: (kind, bodies) => {
    const fingerprints = bodies.map((body) => fingerprint(kind, body))
    return through.findAll(kind, fingerprints)
  },
  bodies: through.bodies,
})

/** Reads through the store, outside of any lock. */
export const storedAccess = (brain: Pick<OpenBrain, 'fingerprint' | 'key'>): Effect.Effect<Access, never, ContentStore> =>
  Effect.map(ContentStore, (contents) =>
    accessThrough(brain.fingerprint, {
      find: (...of) => contents.find(brain.key, ...of),
      findAll: (...of) => contents.findAll(brain.key, ...of),
      bodies: (refs) => contents.bodies(brain.key, refs),
    }),
  )

export interface Decision<A> {
  /** New events. If there are none, nothing is appended. */
  readonly events: ReadonlyArray<NewEvent>
  readonly actor: ActorNumber
  readonly session: SessionNumber | undefined
  readonly answer: A
}

interface Transaction<A, E, R> {
  readonly brain: OpenBrain
  /** Runs again on every attempt: gathers what depends on the state, then decides. */
  readonly decide: (access: Access) => Effect.Effect<Decision<A>, E, R>
  readonly drafts: ContentDrafts
  readonly durability: Append['durability']
  readonly command?: CommandKey
  readonly gate?: CommitGate
  /** Position that the caller expects. If it is given, a lost race is an error. */
  readonly expected?: Position
}

/** The result of a transaction. `recorded` is given where the command was answered before; nothing is appended then. */
interface Transacted<A> {
  readonly answer: A | undefined
  readonly recorded: RecordedCommand | undefined
  readonly events: ReadonlyArray<BrainEvent>
}

type TransactError = StoreUnavailable | WrongExpectedPosition | IdempotencyConflict | Abandoned | BrainExists | IntegrityBroken | NewerLog

export const transact = Effect.fnUntraced(function* <A, E, R>(
  transaction: Transaction<A, E, R>,
): Effect.fn.Return<Transacted<A>, E | TransactError, R | EventStore | ContentStore | Cryptography> {
  const { brain, command, expected } = transaction
  for (let attempt = 0, lost: WrongExpectedPosition | undefined; ; attempt++) {
    // The log of a request was read when it began. If others wrote since, the append loses, and the log is read again.
    if (attempt > 0 || !isLevel(brain, command)) yield* catchUp(brain, undefined, command?.key)
    const recorded = yield* recordedCommand(transaction)
    // Another process may have answered the same key: its commit is folded, so the answer can be read from it.
    if (recorded !== undefined) return { answer: undefined, recorded, events: [] }
    if (lost !== undefined && (expected !== undefined || attempt > 4)) return yield* lost
    const once: Effect.Effect<Transacted<A>, E | TransactError, R | EventStore | ContentStore | Cryptography> = attempt < 2
      ? openly(transaction)
      : withLock(transaction)
    const done = yield* Effect.result(once)
    if (Result.isSuccess(done)) return done.success
    const { failure } = done
    if (failure instanceof WrongExpectedPosition) {
      lost = failure
      yield* countConflict(expected)
    } else if (!isCutOff(failure) || attempt < 2 || attempt > 4) return yield* Effect.fail(failure)
  }
})

/** True if the log was read at the present state, with the key of the command. */
const isLevel = ({ hash, level }: OpenBrain, command: CommandKey | undefined): boolean =>
  level?.hash === hash && (command === undefined || level.key === command.key)

/** True if the connection was lost with the lock, so nothing was written. False for a commit in doubt: it could be in the log twice. */
const isCutOff = (failure: unknown): boolean => failure instanceof StoreUnavailable && failure.reason === 'unreachable' && failure.retryable

const recordedCommand = Effect.fnUntraced(function* <A, E, R>({ brain, command }: Transaction<A, E, R>) {
  if (command === undefined) return undefined
  const recorded = brain.level?.recorded
  if (recorded === undefined || recorded.signal === command.signal) return recorded
  return yield* new IdempotencyConflict({ brain: brain.key, first: recorded.first })
})

const openly = Effect.fnUntraced(function* <A, E, R>(transaction: Transaction<A, E, R>) {
  const { brain } = transaction
  const store = yield* EventStore
  yield* expectPosition(transaction)
  const stored = yield* storedAccess(brain)
  const find: Access['find'] = (kind, body) => {
    const { ahead } = brain
    if (ahead?.hash === brain.hash && ahead.kind === kind && ahead.body === body) return Effect.succeed(ahead.found)
    return brain.participants.find(brain.state, kind, body, () => stored.find(kind, body))
  }
  const prepared = yield* prepare(transaction, { ...stored, find })
  if (prepared.append !== undefined) yield* store.append(prepared.append)
  return settle(brain, prepared, yield* Counters)
})

const withLock = Effect.fnUntraced(function* <A, E, R>(transaction: Transaction<A, E, R>) {
  const { brain, command } = transaction
  const store = yield* EventStore
  const prepared = yield* store.locked(brain.key, (locked) =>
    Effect.gen(function* () {
      yield* catchUp(brain, locked, command?.key)
      // Somebody else may have answered the key while the lock was waited for.
      const recorded = yield* recordedCommand(transaction)
      if (recorded !== undefined) return { answer: undefined, recorded, events: [], append: undefined }
      yield* expectPosition(transaction)
      const ready = yield* prepare(transaction, accessThrough(brain.fingerprint, locked))
      if (ready.append !== undefined) yield* locked.append(ready.append)
      return ready
    }),
  )
  return settle(brain, prepared, yield* Counters)
})

const expectPosition = <A, E, R>({ brain, expected }: Transaction<A, E, R>) =>
  expected === undefined || expected === brain.fold.position
    ? Effect.void
    : Effect.fail(new WrongExpectedPosition({ brain: brain.key, expected, actual: brain.fold.position }))

interface Prepared<A> {
  readonly answer: A | undefined
  readonly recorded?: RecordedCommand
  readonly events: ReadonlyArray<BrainEvent>
  readonly append: Append | undefined
  readonly expected?: ExpectedFold
}

const prepare = Effect.fnUntraced(function* <A, E, R>(transaction: Transaction<A, E, R>, access: Access) {
  const { brain, command, drafts, durability, gate } = transaction
  const { actor, answer, events, session } = yield* transaction.decide(access)
  if (events.length === 0) return { answer, events: [], append: undefined } satisfies Prepared<A>
  const expected = assertAgreement(events, brain.state)
  const crypto = yield* Cryptography
  const at = Math.max(yield* commitTime, brain.state.at)
  const row = commitRow(crypto, events, { prev: brain.hash, first: brain.fold.position + 1, at, actor, session })
  const commit = session === undefined ? { at, actor } : { at, actor, session }
  const inPlace = events.map((event, i) => placed(event, row.first + i, commit))
  const index = followIndex(inPlace, brain.state.graph)
  const names = events.flatMap(namedContents).flatMap(({ ref }) => (drafts.body(ref) === undefined ? [ref] : []))
  const missing = [...new Set([...names, ...index.needs.filter((ref) => drafts.body(ref) === undefined)])]
  const stored = missing.length === 0 ? undefined : yield* access.bodies(missing)
  const lost = names.find((ref) => stored?.has(ref) !== true)
  // After the append, the missing content could not be told from an erased one.
  if (lost !== undefined) {
    const problem = `an event names content ${lost}, which is neither stored as its reference says nor about to be`
    return yield* new IntegrityBroken({ brain: brain.key, position: brain.fold.position, problem })
  }
  const append: Append = {
    brain: brain.key,
    row,
    contents: drafts.rows(events, brain.fingerprint),
    index: index.changes((ref) => drafts.body(ref) ?? stored?.get(ref)),
    durability,
    ...(command === undefined ? {} : { key: command }),
    ...(gate === undefined ? {} : { gate }),
  }
  return { answer, events: inPlace, append, expected } satisfies Prepared<A>
})

const settle = <A>(brain: OpenBrain, { answer, append, events, expected, recorded }: Prepared<A>, counts: Counts): Transacted<A> => {
  if (append !== undefined) assertRow(append.row, brain)
  for (const event of events) foldEvent(brain.fold, event)
  if (expected !== undefined) assertFolded(expected, brain.state)
  heedEvents(brain, events)
  heedErasures(brain)
  if (append !== undefined) brain.hash = append.row.hash
  countCommit(counts, append, events)
  return { answer, recorded, events }
}

/** A row follows on the brain that it was made for. */
export const assertRow = ({ at, count, first, prev }: Append['row'], { hash, state }: Pick<OpenBrain, 'hash' | 'state'>): void => {
  assertThat('a commit holds at least one event', count > 0, count)
  assertThat('the predecessor of a commit is the head', prev === hash)
  assertThat('a commit begins behind the last event', first === state.position + 1, first, state.position)
  assertThat('a commit is not earlier than the one before it', at >= state.at, at, state.at)
}

/** Folds everything that was committed since. Fails where the fold and the head of the store differ: nothing could be appended there. */
export const catchUp = Effect.fnUntraced(function* (brain: OpenBrain, locked?: LockedBrain, key?: string) {
  const store = yield* EventStore
  const { position: before } = brain.fold
  const began = yield* Clock.monotonicTimeNanos
  for (;;) {
    const from = brain.fold.position + 1
    const { head, recorded, rows } = yield* locked === undefined
      ? store.tail(brain.key, from, commitsPerRead, key)
      : locked.tail(from, commitsPerRead, key)
    for (const row of rows) {
      const expected = brain.fold.position + 1
      if (row.first !== expected || row.prev !== brain.hash) {
        const problem = 'the commit does not follow the one before it'
        return yield* new IntegrityBroken({ brain: brain.key, position: expected, problem })
      }
      yield* foldRow(brain.key, brain.fold, row)
      brain.hash = row.hash
      heedCommit(brain)
    }
    const fault = head && headFault(head, { position: brain.fold.position, hash: brain.hash })
    if (fault === undefined) {
      brain.level = { hash: brain.hash, key, recorded }
      heedErasures(brain)
      return yield* countReplay(brain.fold.position - before, began)
    }
    // Commits that were appended meanwhile end beyond the head that was read before them. If there were none, the head is wrong.
    if (rows.length === 0) return yield* new IntegrityBroken({ brain: brain.key, ...fault })
  }
})
