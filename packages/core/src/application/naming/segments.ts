/** Keeps the index of the log level with it, and reads the log through it. No answer depends on it: what is behind its end is read in full. */

import * as Effect from 'effect/Effect'
import { canonicalJson } from '../../domain/canonical-json.ts'
import type { BrainEvent, EventType } from '../../domain/events/brain-event.ts'
import {
  addedCounts,
  type CommitMark,
  commitPart,
  countPart,
  type LogMark,
  MalformedSegment,
  noCounts,
  noMark,
  type PartKey,
  partOf,
  readCounts,
  readLists,
  readMarks,
  type SegmentSizes,
  type Subject,
  segmentBuilder,
  segmentSizes,
  segmentsJoined,
  segmentsVersion,
} from '../../domain/history/segments.ts'
import type { BrainKey, Position } from '../../domain/identity.ts'
import type { OpenBrain } from '../brain/brain.ts'
import { decodeRow, decodeWanted } from '../brain/commit-row.ts'
import { type CommitRow, commitsPerRead, EventStore } from '../ports/event-store.ts'
import { type FoundParts, type SegmentRecord, SegmentStore } from '../ports/segment-store.ts'

/** Adds the next segment if one is due. Returns true if there may be another one to add. */
export const keepSegments = Effect.fnUntraced(function* (brain: Pick<OpenBrain, 'key' | 'fold'>, sizes: SegmentSizes = segmentSizes) {
  const store = yield* SegmentStore
  const { key } = brain
  const records = (yield* store.find(key, []))?.segments ?? []
  if (!(yield* fitsLog(key, records))) {
    yield* store.drop(key)
    return yield* addSegment(key, [], brain.fold.position, sizes)
  }
  return yield* addSegment(key, records, brain.fold.position, sizes)
})

export const rebuildSegments = Effect.fnUntraced(function* (brain: Pick<OpenBrain, 'key' | 'fold'>) {
  const store = yield* SegmentStore
  yield* store.drop(brain.key)
  while (yield* keepSegments(brain));
})

const addSegment = Effect.fnUntraced(function* (
  key: BrainKey,
  records: ReadonlyArray<SegmentRecord>,
  head: Position,
  { due, most }: SegmentSizes,
) {
  const through = records.at(-1)?.last ?? 0
  if (head - through < due) return false
  const store = yield* SegmentStore
  const rows = yield* rowsFrom(key, through + 1, head, most)
  const newest = rows.at(-1)
  if (newest === undefined) return false
  const last = newest.first + newest.count - 1
  const joined = segmentsJoined(
    records.map((one) => one.last - one.first + 1),
    last - through,
    most,
  )
  const [before, within] = [records.slice(0, records.length - joined), records.slice(records.length - joined)]
  const first = within[0]?.first ?? through + 1
  const builder = segmentBuilder(first, markAt(before))
  const found = yield* Effect.forEach(within, ({ first }) => store.read(key, first))
  // Another process may have replaced a segment between the read of the records and that of the parts.
  if (within.length > 0 && canonicalJson((yield* store.find(key, []))?.segments ?? []) !== canonicalJson(records)) return true
  for (const [i, record] of within.entries()) {
    const parts = found[i]
    // A damaged segment is made anew with all others.
    if (parts === undefined) return yield* Effect.as(store.drop(key), true)
    builder.join(record.first, parts, record)
  }
  for (const row of rows) {
    builder.begin(row.first, row.body.length)
    for (const event of yield* decodeRow(key, row)) builder.add(event)
  }
  const { cause, turn } = builder.mark()
  yield* store.write(key, { first, last, hash: newest.hash, version: segmentsVersion, turn, cause }, builder.parts())
  return true
})

const markAt = (records: ReadonlyArray<SegmentRecord>): LogMark => records.at(-1) ?? noMark

/** Reads whole commits from a position on, up to `head` or as many events as a segment may have. */
const rowsFrom = Effect.fnUntraced(function* (key: BrainKey, from: Position, head: Position, most: number) {
  const events = yield* EventStore
  const rows: Array<CommitRow> = []
  for (let next = from; next <= head && next - from < most; ) {
    const read = yield* events.read(key, next, commitsPerRead, Math.min(head, from + most - 1))
    const last = read.at(-1)
    if (last === undefined) break
    rows.push(...read)
    next = last.first + last.count
  }
  return rows
})

/** True if the segments are of this version and the log has, at the end of the last one, the commit that it ends with. */
const fitsLog = Effect.fnUntraced(function* (key: BrainKey, records: ReadonlyArray<SegmentRecord>) {
  const last = records.at(-1)
  if (last === undefined) return true
  if (records.some(({ version }) => version !== segmentsVersion)) return false
  const events = yield* EventStore
  const [row] = yield* events.read(key, last.last, 1, last.last)
  return row !== undefined && row.first + row.count - 1 === last.last && row.hash === last.hash
})

export interface FoundCommits {
  /** Last position that the index covers; 0 without an index. */
  readonly through: Position
  readonly end: LogMark
  /** First positions of the commits that touch a subject, rising, up to the end of the index. */
  readonly of: (subject: Subject) => ReadonlyArray<Position>
}

const nothingFound: FoundCommits = { through: 0, end: noMark, of: () => [] }

/** Looks up subjects, in segments that begin at or before `notAfter`. An index that is damaged or does not fit the log counts as none. */
export const lookUp = Effect.fnUntraced(function* (brain: OpenBrain, subjects: ReadonlyArray<Subject>, notAfter: Position) {
  const found = yield* soundParts(brain, subjects.map(partOf), notAfter)
  const last = found?.segments.at(-1)
  if (found === undefined || last === undefined) return nothingFound
  return readable(() => ({ through: last.last, end: last, of: listsOf(found, subjects) })) ?? nothingFound
})

/** Returns the marks of commits, which the index covers; undefined if one of them is missing. */
export const marksOf = Effect.fnUntraced(function* (brain: OpenBrain, firsts: ReadonlyArray<Position>) {
  const found = yield* soundParts(brain, firsts.map(commitPart))
  if (found === undefined) return undefined
  const wanted = new Set(firsts)
  const marks = readable(
    () =>
      new Map(
        found.parts.flatMap(({ data, part }) =>
          readMarks(part, data).flatMap((mark) => (wanted.has(mark.first) ? [[mark.first, mark] as const] : [])),
        ),
      ),
  )
  return marks?.size === wanted.size ? (marks satisfies ReadonlyMap<Position, CommitMark>) : undefined
})

/** Counts the log up to the end of the last segment that ends at or before `notAfter`; `through` is that end, 0 without one. */
export const countsIn = Effect.fnUntraced(function* (brain: OpenBrain, notAfter: Position) {
  const found = yield* soundParts(brain, [countPart], notAfter)
  const whole = (found?.segments ?? []).filter(({ last }) => last <= notAfter)
  const counts = readable(() => {
    const firsts = new Set(whole.map(({ first }) => first))
    return (found?.parts ?? []).filter(({ first }) => firsts.has(first)).map(({ data }) => readCounts(data))
  })
  if (counts === undefined || counts.length < whole.length) return { through: 0, counts: noCounts }
  return { through: whole.at(-1)?.last ?? 0, counts: counts.reduce(addedCounts, noCounts) }
})

const soundParts = Effect.fnUntraced(function* (brain: OpenBrain, keys: ReadonlyArray<PartKey>, notAfter?: Position) {
  const store = yield* SegmentStore
  const distinct = [...new Map(keys.map((key) => [`${key.kind} ${key.part}`, key])).values()]
  const found = yield* store.find(brain.key, distinct, notAfter)
  const last = found?.segments.at(-1)
  if (found === undefined || last === undefined || last.hash === brain.segmentHash) return found
  if (!(yield* fitsLog(brain.key, found.segments))) return undefined
  brain.segmentHash = last.hash
  return found
})

const readable = <A>(read: () => A): A | undefined => {
  try {
    return read()
  } catch (error) {
    if (error instanceof MalformedSegment) return undefined
    throw error
  }
}

const listsOf = ({ parts }: FoundParts, subjects: ReadonlyArray<Subject>): FoundCommits['of'] => {
  const wanted = new Map<string, Array<Position>>(subjects.map((subject) => [nameOf(subject), []]))
  for (const { data, first, kind, part } of parts) {
    if (kind === 'commit' || kind === 'count') continue
    const isWanted = (number: number) => wanted.has(nameOf({ kind, number }))
    for (const [number, firsts] of readLists(part, first, data, isWanted)) wanted.get(nameOf({ kind, number }))?.push(...firsts)
  }
  return (subject) => wanted.get(nameOf(subject)) ?? []
}

const nameOf = ({ kind, number }: Subject): string => `${kind} ${number}`

/** Commits that may hold the wanted events: those listed, and all behind `through`. */
interface Places {
  readonly commits: ReadonlyArray<Position>
  readonly through: Position
}

/** Finds commits that touch a subject of every group, perhaps also behind `notAfter`: the caller selects the events. No group: all commits. */
export const placesOf = Effect.fnUntraced(function* (brain: OpenBrain, groups: ReadonlyArray<ReadonlyArray<Subject>>, notAfter: Position) {
  const [narrowest, ...others] = groups
  if (narrowest === undefined) return { commits: [], through: 0 } satisfies Places
  const { of, through } = yield* lookUp(brain, groups.flat(), notAfter)
  const [commits, ...rest] = [narrowest, ...others].map((group) => new Set(group.flatMap(of)))
  const found = [...(commits ?? [])].filter((first) => rest.every((one) => one.has(first)))
  return { commits: found.sort((a, b) => a - b), through } satisfies Places
})

export const rowAt = Effect.fnUntraced(function* (brain: OpenBrain, position: Position) {
  const store = yield* EventStore
  return (yield* store.read(brain.key, position, 1, position))[0]
})

/** Positions that are read at once: few at first, because the answer may be near, then more each time. */
const positionsFirst = 128
const positionsMost = 4_096

/** Types of events that a visit is about: events of others are not decoded. Most events of a log are steps of walks, which few ask about. */
type Wants = (type: EventType) => boolean

const all: Wants = () => true

/** Visits events of positions `from` to `to`, newest first, until `visit` returns false. */
export const visitNewestFirst = Effect.fnUntraced(function* (
  brain: OpenBrain,
  { commits, through }: Places,
  from: Position,
  to: Position,
  visit: (event: BrainEvent) => boolean,
  wants: Wants = all,
) {
  const visitRow = (row: CommitRow) =>
    // A commit that `to` lies in is decoded whole: what stands last of it may be of any type.
    Effect.map(decodeWanted(brain.key, row, row.first + row.count - 1 > to ? all : wants), (events) =>
      events.toReversed().every((event) => event.position > to || event.position < from || visit(event)),
    )
  const store = yield* EventStore
  for (let high = to, size = positionsFirst; high >= from && high > through; size = Math.min(2 * size, positionsMost)) {
    const rows = yield* store.read(brain.key, Math.max(from, through + 1, high - size + 1), commitsPerRead, high)
    const [oldest] = rows
    if (oldest === undefined) break
    for (const row of rows.toReversed()) if (!(yield* visitRow(row))) return
    high = oldest.first - 1
  }
  for (const first of commits.toReversed()) {
    if (first > to) continue
    const row = yield* rowAt(brain, first)
    if (row === undefined || row.first + row.count - 1 < from || !(yield* visitRow(row))) return
  }
})

/** Visits events of positions 1 to `to`, oldest first, until `visit` returns false. */
export const visitOldestFirst = Effect.fnUntraced(function* (
  brain: OpenBrain,
  { commits, through }: Places,
  to: Position,
  visit: (event: BrainEvent) => boolean,
  wants: Wants = all,
) {
  const visitRow = (row: CommitRow) =>
    Effect.map(decodeWanted(brain.key, row, wants), (events) => events.every((event) => event.position > to || visit(event)))
  for (const first of commits) {
    const row = first > to ? undefined : yield* rowAt(brain, first)
    if (row === undefined || !(yield* visitRow(row))) return
  }
  const store = yield* EventStore
  for (let next = through + 1; next <= to; ) {
    const rows = yield* store.read(brain.key, next, commitsPerRead, Math.min(to, next + positionsMost - 1))
    const last = rows.at(-1)
    if (last === undefined) return
    for (const row of rows) if (!(yield* visitRow(row))) return
    next = last.first + last.count
  }
})
