/**
 * The row of a commit: made with its time and hash, decoded or folded, and checked. Damage within a row is reported with its position, not as a
 * bug.
 */

import * as Clock from 'effect/Clock'
import * as Effect from 'effect/Effect'
import * as Result from 'effect/Result'
import type { BrainEvent, CommitContext, EventType, NewEvent } from '../../domain/events/brain-event.ts'
import { bodyFilter, MalformedBody, packBody, type StoredEvent, unpackBody } from '../../domain/events/codec/commit-body.ts'
import type { UnknownEvent } from '../../domain/events/codec/event-codec.ts'
import {
  type DecodedOnly,
  type DecodedRun,
  decodeAndValidate,
  decodeCommit,
  decodedRuns,
  decodeRuns,
  encodeCommit,
  eventOf,
} from '../../domain/events/codec/event-codec.ts'
import { provenRuns } from '../../domain/events/codec/proven-body.ts'
import type { BrainKey, Position } from '../../domain/identity.ts'
import type { BrainFold } from '../../domain/projections/brain-fold.ts'
import { foldCommit } from '../../domain/projections/commit-fold.ts'
import type { Cryptography } from '../ports/cryptography.ts'
import { type CommitRow, commitsPerRead, EventStore, type Head } from '../ports/event-store.ts'
import { IntegrityBroken, NewerLog } from '../request-errors.ts'

/** The time of the clock in milliseconds UTC, limited to times that can be stored and read again. */
export const commitTime = Effect.map(Clock.currentTimeMillis, (now) => Math.min(Math.max(now, 0), latestTime))

/** A row with its hash, which covers the canonical array of its fields and the hash of the row before. */
export const commitRow = (
  crypto: Cryptography['Service'],
  events: ReadonlyArray<NewEvent>,
  head: Pick<CommitRow, 'prev' | 'first' | 'at' | 'actor' | 'session'>,
): CommitRow => {
  const row = { ...head, count: events.length, body: encodeCommit(events) }
  return { ...row, hash: commitHash(crypto, row) }
}

/** Writes the canonical JSON by hand, because this runs for every commit; texts and whole numbers allow it. */
export const commitHash = (
  crypto: Cryptography['Service'],
  { actor, at, body, count, first, prev, session }: Omit<CommitRow, 'hash'>,
): string => crypto.sha256(`[${JSON.stringify(prev)},${first},${count},${at},${actor},${session ?? null},${JSON.stringify(body)}]`)

/** Reads the events of positions `from` to `to`, oldest first, a page of commits at a time; with `types`, only events of these types. */
export const forEachEvent = Effect.fnUntraced(function* (
  { key }: { readonly key: BrainKey },
  from: Position,
  to: Position,
  visit: (event: BrainEvent) => void,
  types?: ReadonlySet<EventType>,
) {
  const mayHold = types === undefined ? () => true : bodyFilter(types)
  const store = yield* EventStore
  let next = from
  while (next <= to) {
    const rows = yield* store.read(key, next, commitsPerRead, to)
    if (rows.length === 0) return
    for (const row of rows) {
      const events = !mayHold(row.body)
        ? []
        : types === undefined
          ? yield* decodeRow(key, row)
          : yield* decodeWanted(key, row, (type) => types.has(type))
      for (const event of events) if (event.position >= next && event.position <= to) visit(event)
      next = row.first + row.count
    }
  }
})

/** Gives each commit to `visit`, newest first, and returns what it found; `undefined` at the beginning of the log, or after `most` commits. */
export const eachCommitBack = Effect.fnUntraced(function* <A>(
  { key, state }: { readonly key: BrainKey; readonly state: { readonly position: Position } },
  visit: (events: ReadonlyArray<BrainEvent>) => A | undefined,
  most: number = Number.MAX_SAFE_INTEGER,
) {
  const store = yield* EventStore
  let position = state.position
  for (let read = 0; position > 0 && read < most; read++) {
    const [row] = yield* store.read(key, position, 1)
    if (row === undefined) break
    const found = visit(yield* decodeRow(key, row))
    if (found !== undefined) return found
    position = row.first - 1
  }
  return undefined
})

/** Returns the events of the commit that holds a position; none where no commit does. */
export const commitAt = Effect.fnUntraced(function* ({ key }: { readonly key: BrainKey }, position: Position) {
  const store = yield* EventStore
  const [row] = yield* store.read(key, position, 1)
  return row === undefined ? [] : yield* decodeRow(key, row)
})

export const eventsOfCommit = Effect.fnUntraced(function* (brain: { readonly key: BrainKey }, first: Position, count: number) {
  const events: Array<BrainEvent> = []
  yield* forEachEvent(brain, first, first + count - 1, (event) => events.push(event))
  return events as ReadonlyArray<BrainEvent>
})

/** Decodes the events of a row, each with its position; of some types only those that are wanted. */
export const decodeRow = (
  brain: BrainKey,
  row: CommitRow,
  only?: DecodedOnly,
): Effect.Effect<ReadonlyArray<BrainEvent>, IntegrityBroken | NewerLog> =>
  readRow(brain, row, (commit) => decodeCommit(row.body, row.first, row.count, commit, only))

/** Decodes the events of those types of a row that are wanted: of a large commit they are often few. */
export const decodeWanted = (brain: BrainKey, row: CommitRow, wants: (type: EventType) => boolean) =>
  Effect.map(decodeRowRuns(brain, row, wants), (runs): ReadonlyArray<BrainEvent> => {
    const events: Array<BrainEvent> = []
    forEachEventOf(
      row,
      runs,
      ({ type }) => wants(type),
      (event) => events.push(event),
    )
    return events
  })

/** With `wants`, runs of other types have no columns. */
export const decodeRowRuns = (
  brain: BrainKey,
  row: CommitRow,
  wants?: (type: EventType) => boolean,
): Effect.Effect<ReadonlyArray<DecodedRun>, IntegrityBroken | NewerLog> => readRow(brain, row, () => decodeRuns(row.body, row.count, wants))

/** Calls `visit` with the events of those runs of a row that are visited, in order. */
export const forEachEventOf = (
  row: CommitRow,
  runs: ReadonlyArray<DecodedRun>,
  isVisited: (run: DecodedRun) => boolean,
  visit: (event: BrainEvent) => void,
): void => {
  const commit = commitOf(row)
  let position = row.first
  for (const run of runs) {
    const { from, to } = run
    if (isVisited(run)) for (let at = from; at < to; at++) visit(eventOf(run, at, position + at - from, commit))
    position += to - from
  }
}

/** The fields that the events of a row take from it. */
export const commitOf = ({ actor, at, session }: CommitRow): CommitContext =>
  session === undefined ? { at, actor } : { at, actor, session }

/** Returns the runs of a row whose columns and canonical body are proven, not its hash; undefined where {@link bodyFault} has to decide. */
export const provenRow = (row: CommitRow): ReadonlyArray<DecodedRun> | undefined => {
  if (shapeFault(row) !== undefined) return undefined
  try {
    const runs = provenRuns(row.body, row.first, row.count)
    const decoded = runs && decodedRuns(runs)
    return decoded === undefined || Result.isFailure(decoded) ? undefined : decoded.success
  } catch (error) {
    if (!(error instanceof MalformedBody)) throw error
    return undefined
  }
}

/** Folds a row: all of it, or nothing when it cannot be read. */
export const foldRow = (brain: BrainKey, fold: BrainFold, row: CommitRow): Effect.Effect<void, IntegrityBroken | NewerLog> =>
  readRow(brain, row, (commit) => foldCommit(fold, row.body, row.first, row.count, commit))

const readRow = <A>(
  brain: BrainKey,
  row: CommitRow,
  read: (commit: CommitContext) => Result.Result<A, UnknownEvent>,
): Effect.Effect<A, IntegrityBroken | NewerLog> => {
  const { first } = row
  const broken = (fault: RowFault) => Effect.fail(new IntegrityBroken({ brain, ...fault }))
  const shape = shapeFault(row)
  if (shape !== undefined) return broken({ position: Number.isSafeInteger(first) ? first : 0, problem: shape })
  try {
    const done = read(commitOf(row))
    if (Result.isSuccess(done)) return Effect.succeed(done.success)
    const { type, version } = done.failure
    return Effect.fail(new NewerLog({ brain, position: first, type, version }))
  } catch (error) {
    if (error instanceof MalformedBody) return broken({ position: first, problem: error.message })
    // Events that fit their schema can be folded: where they cannot, it is a bug.
    const fault = bodyFault(row)
    if (fault === undefined) throw error
    return broken(fault)
  }
}

export interface RowFault {
  readonly position: Position
  readonly problem: string
}

/** Last millisecond that a `Date` can hold. */
export const latestTime = 8_640_000_000_000_000

/** Finds a value that no column of a commit can have. It is cheap, because every row that is read is checked. */
const shapeFault = ({ actor, at, body, count, first, hash, prev, session }: CommitRow): string | undefined => {
  const whole = (value: unknown, min: number, max: number = Number.MAX_SAFE_INTEGER) =>
    typeof value === 'number' && Number.isSafeInteger(value) && value >= min && value <= max
  if (!whole(first, 1)) return 'its first position is none'
  if (!whole(count, 1)) return 'its count of events is none'
  if (!whole(at, 0, latestTime)) return 'its time is none'
  if (!whole(actor, 0)) return 'its actor is none'
  if (session !== undefined && !whole(session, 0)) return 'its session is none'
  if (typeof body !== 'string') return 'its body is no text'
  return typeof prev === 'string' && typeof hash === 'string' ? undefined : 'a hash of it is none'
}

/** Finds the first event that does not fit its schema, or a body that differs from what packing its events gives. */
export const bodyFault = ({ body, count, first }: CommitRow): RowFault | undefined => {
  try {
    const events = unpackBody(body, count)
    for (const [i, event] of events.entries()) {
      const problem = eventProblem(event, first + i)
      if (problem !== undefined) return { position: first + i, problem }
    }
    return packBody(events) === body ? undefined : { position: first, problem: 'the body is not in canonical form' }
  } catch (error) {
    if (!(error instanceof MalformedBody)) throw error
    return { position: first, problem: error.message }
  }
}

export const eventProblem = (event: StoredEvent, position: Position): string | undefined => {
  const valid = decodeAndValidate(event)
  if (Result.isSuccess(valid)) {
    return event.cause === undefined || event.cause < position ? undefined : `${event.type}: its cause does not stand before it`
  }
  const { failure } = valid
  return failure._tag === 'InvalidEvent'
    ? `${failure.type}: ${failure.problem}`
    : `event ${failure.type} version ${failure.version} is not known here: a newer Crabtrail wrote it, or none`
}

/** Compares the head that the store reports with the true end of the log; `undefined` if they are equal. */
export const headFault = (said: Head, { hash, position }: Head): RowFault | undefined => {
  if (said.position !== position) {
    const problem = `the store says the log ends at ${said.position}, and it ends at ${position}`
    return said.position > position
      ? { position: position + 1, problem: `${problem}: commits are missing` }
      : { position, problem: `${problem}: what it says was changed` }
  }
  return said.hash === hash ? undefined : { position, problem: 'what the store says of its newest commit is another: it was changed' }
}

interface ChainEnd {
  readonly last: Position
  /** Hash of the commit there; `''` before the first. */
  readonly hash: string
  /** Its time in milliseconds UTC; 0 before the first, or where it is not known. */
  readonly at: number
}

interface ChainFault extends RowFault {
  readonly check: 'chain' | 'positions'
}

/** Returns undefined for a commit that continues the log: its positions, the hash of the commit before it, its own hash and its time. */
export const rowFault = (crypto: Cryptography['Service'], row: CommitRow, before: ChainEnd): ChainFault | undefined => {
  const { count, first } = row
  const next = before.last + 1
  const broken = (problem: string): ChainFault => ({ check: 'chain', position: first, problem })
  if (first !== next)
    return { check: 'positions', position: next, problem: `the log goes on at ${first} where ${next} is next: commits are missing` }
  if (row.prev !== before.hash) return broken('its hash of the commit before is another: a commit was changed, dropped or reordered')
  if (commitHash(crypto, row) !== row.hash)
    return broken(`the commit of positions ${first} to ${first + count - 1} is not what its hash says: it was changed`)
  return row.at < before.at ? broken('its time is before that of the commit before it') : undefined
}
