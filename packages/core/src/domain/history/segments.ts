/**
 * Index of the log: which commits touch a node, an edge, a session, an actor, a turn or a type of event, and how many events there are of
 * each type.
 *
 * The log is divided into segments, runs of whole commits. Each segment lists the commits of every number, in parts of 128 numbers,
 * so that a lookup reads one part of each segment. The same log and borders give the same bytes. A number may be listed that the
 * events of a commit only resemble, never the other way round: readers select the events themselves.
 */
import { fnv1a } from '@crabtrail/text/fnv1a'
import { onFirstUse } from '@crabtrail/text/on-first-use'
import { changedEdges, utilityMoves } from '../edge-rules.ts'
import { type BrainEvent, type EventType, eventTypes, ignore, natureOf } from '../events/brain-event.ts'
import type { Position, TurnNumber } from '../identity.ts'
import { forEachNumber } from './footprint.ts'

/** Raise it with every change of the numbers that an event is listed under, or of the encoding. Segments of other versions are not read. */
export const segmentsVersion = 5

/**
 * Kinds of numbers. `node` and `edge`: named by the event. `strength`: edges that the event can link, prune or move; a decay is listed by its
 * type alone. `utility`: nodes that the event adds or whose utility it sets. `use`: edges that a turn followed.
 */
export const subjectKinds = ['node', 'edge', 'session', 'actor', 'turn', 'type', 'strength', 'utility', 'use'] as const
export type SubjectKind = (typeof subjectKinds)[number]

export interface Subject {
  readonly kind: SubjectKind
  readonly number: number
}

/** Returns the subject under which a type is listed. No two types share a number: counts are kept by it. */
export const typeSubject = (type: EventType): Subject => ({ kind: 'type', number: typeNumber(type) })

const mostTypeNumbers = 65_536

/** The number of each type depends on its name alone, so that a new type changes no other's. */
const typeNumbers = onFirstUse(() => new Map(eventTypes.map((type) => [type, fnv1a(type) % mostTypeNumbers])))
const typesByNumber = onFirstUse(() => new Map([...typeNumbers()].map(([type, number]) => [number, type])))
const typeNumber = (type: EventType): number => typeNumbers().get(type) ?? 0

/** Kinds of parts. `commit` holds the {@link CommitMark} of each commit, `count` the {@link LogCounts} of the segment. */
export const partKinds = [...subjectKinds, 'commit', 'count'] as const
export type PartKind = (typeof partKinds)[number]

export interface PartKey {
  readonly kind: PartKind
  readonly part: number
}
export interface SegmentPart extends PartKey {
  readonly data: Uint8Array
}

/** The state of the log before a commit, and the newest turn after it. */
export interface CommitMark {
  readonly first: Position
  readonly before: LogMark
  readonly turnAfter: TurnNumber
}

export interface LogCounts {
  readonly commits: number
  readonly bytes: number
  /** Events of each type; a type without events is absent. */
  readonly events: ReadonlyMap<EventType, number>
}

export const noCounts: LogCounts = { commits: 0, bytes: 0, events: new Map() }

export const addedCounts = (one: LogCounts, other: LogCounts): LogCounts => {
  const events = new Map(one.events)
  for (const [type, count] of other.events) events.set(type, (events.get(type) ?? 0) + count)
  return { commits: one.commits + other.commits, bytes: one.bytes + other.bytes, events }
}

export const countPart: PartKey = { kind: 'count', part: 0 }

/** Keeps nearly every part below 1,000 bytes: SQLite gives the rest of a longer one a page of its own, most of which stays empty. */
const numbersInPart = 128
const positionsInPart = 4_096

export const partOf = ({ kind, number }: Subject): PartKey => ({ kind, part: Math.floor(number / numbersInPart) })
export const commitPart = (first: Position): PartKey => ({ kind: 'commit', part: Math.floor(first / positionsInPart) })

/** Visits the subjects under which an event is listed. One may be visited several times. */
export const forEachSubject = (event: BrainEvent, visit: (kind: SubjectKind, number: number) => void): void => {
  const { actor, session } = event.commit
  forEachNumber(event, visit)
  visit('type', typeNumber(event.type))
  visit('actor', actor)
  if (session !== undefined) visit('session', session)
  if (event.turn !== undefined) visit('turn', event.turn)
  const changed = changedEdges(event)
  if (changed !== 'all') for (const edge of changed) visit('strength', edge)
  for (const { number } of utilityMoves(event)) visit('utility', number)
  switch (event.type) {
    case 'NodeAdded':
      return visit('utility', event.data.node)
    case 'EdgeFollowed':
      return visit('use', event.data.edge)
    case 'TurnStarted':
    case 'ModelAsked':
    case 'RecallSkipped':
      return
    default:
      ignore<'segments'>(event.type)
  }
}

export interface SegmentBuilder {
  /** Adds a commit that begins at `first`; `bytes` is the size of its body. Commits come in the order of the log, each before its events. */
  readonly begin: (first: Position, bytes: number) => void
  /** Adds an event of the commit that was begun last. Events come in the order of the log. */
  readonly add: (event: BrainEvent) => void
  /** Adds the parts of an earlier segment, which ends before the next commit that is added. `from` is its first position. */
  readonly join: (from: Position, parts: ReadonlyArray<SegmentPart>, end: LogMark) => void
  readonly mark: () => LogMark
  /** Returns the parts in the order of their kinds and numbers. */
  readonly parts: () => ReadonlyArray<SegmentPart>
}

/** `from` is the first position of the segment, and `before` the mark of the log before it. */
export const segmentBuilder = (from: Position, before: LogMark): SegmentBuilder => {
  const lists = new Map<SubjectKind, Map<number, Array<Position>>>(subjectKinds.map((kind) => [kind, new Map()]))
  const commits: Array<{ first: Position; before: LogMark; turnAfter: TurnNumber }> = []
  const events = new Map<EventType, number>()
  let bytes = 0
  let mark = before
  let current: Position = 0
  const list = (kind: SubjectKind, number: number) => {
    const ofKind = lists.get(kind)
    const known = ofKind?.get(number)
    if (known === undefined) ofKind?.set(number, [current])
    else if (known.at(-1) !== current) known.push(current)
  }
  return {
    begin: (first, size) => {
      current = first
      bytes += size
      commits.push({ first, before: mark, turnAfter: mark.turn })
    },
    add: (event) => {
      events.set(event.type, (events.get(event.type) ?? 0) + 1)
      forEachSubject(event, list)
      mark = markAfter(mark, event)
      const commit = commits.at(-1)
      if (commit !== undefined) commit.turnAfter = mark.turn
    },
    join: (start, parts, end) => {
      for (const { data, kind, part } of parts.toSorted((a, b) => a.part - b.part)) {
        if (kind === 'commit') commits.push(...readMarks(part, data))
        else if (kind === 'count') {
          const counts = readCounts(data)
          bytes += counts.bytes
          for (const [type, count] of counts.events) events.set(type, (events.get(type) ?? 0) + count)
        } else {
          const ofKind = lists.get(kind)
          for (const [number, firsts] of readLists(part, start, data)) {
            const known = ofKind?.get(number)
            if (known === undefined) ofKind?.set(number, firsts)
            else known.push(...firsts)
          }
        }
      }
      mark = { turn: end.turn, cause: end.cause }
    },
    mark: () => mark,
    parts: () => [
      ...[...lists].flatMap(([kind, ofKind]) => listParts(kind, from, ofKind)),
      ...grouped(commits, ({ first }) => commitPart(first).part).map(([part, marks]) => ({
        kind: 'commit' as const,
        part,
        data: writeMarks(part, marks),
      })),
      { ...countPart, data: writeCounts({ commits: commits.length, bytes, events }) },
    ],
  }
}

const listParts = (kind: SubjectKind, from: Position, lists: ReadonlyMap<number, ReadonlyArray<Position>>): ReadonlyArray<SegmentPart> => {
  const rising = [...lists].sort(([a], [b]) => a - b)
  return grouped(rising, ([number]) => partOf({ kind, number }).part).map(([part, group]) => ({
    kind,
    part,
    data: writeLists(part, from, group),
  }))
}

const grouped = <A>(items: ReadonlyArray<A>, keyOf: (item: A) => number): ReadonlyArray<readonly [number, ReadonlyArray<A>]> => {
  const groups: Array<readonly [number, Array<A>]> = []
  for (const item of items) {
    const key = keyOf(item)
    const last = groups.at(-1)
    if (last !== undefined && last[0] === key) last[1].push(item)
    else groups.push([key, [item]])
  }
  return groups
}

/*
 * Encoding: whole numbers, seven bits in a byte, the lowest first. A list is the difference of its number from the one before, its length,
 * and the differences of its positions. Counts are the commits, the bytes, and for each type the difference of its number and its count.
 */

/** Thrown for bytes that {@link segmentBuilder} does not write. */
export class MalformedSegment extends Error {
  override readonly name = 'MalformedSegment'
}

const writeLists = (
  part: number,
  from: Position,
  lists: ReadonlyArray<readonly [number: number, firsts: ReadonlyArray<Position>]>,
): Uint8Array => {
  const bytes: Array<number> = []
  let lastNumber = part * numbersInPart
  for (const [number, firsts] of lists) {
    write(bytes, number - lastNumber)
    write(bytes, firsts.length)
    let last = from
    for (const first of firsts) {
      write(bytes, first - last)
      last = first
    }
    lastNumber = number
  }
  return Uint8Array.from(bytes)
}

/** Reads lists of a part: each wanted number with its rising positions. `from` is the first position of the segment. */
export const readLists = function* (
  part: number,
  from: Position,
  data: Uint8Array,
  isWanted: (number: number) => boolean = () => true,
): Generator<readonly [number: number, firsts: Array<Position>]> {
  const read = reader(data)
  let number = part * numbersInPart
  while (!read.atEnd()) {
    number += read.next()
    const length = read.next()
    if (!isWanted(number)) {
      read.skip(length)
      continue
    }
    const firsts: Array<Position> = []
    let first = from
    for (let i = 0; i < length; i++) {
      first += read.next()
      firsts.push(first)
    }
    yield [number, firsts]
  }
}

const writeMarks = (part: number, marks: ReadonlyArray<CommitMark>): Uint8Array => {
  const bytes: Array<number> = []
  let [position, turn, cause] = [part * positionsInPart, 0, 0]
  for (const { before, first, turnAfter } of marks) {
    for (const difference of [first - position, before.turn - turn, turnAfter - before.turn, before.cause - cause]) write(bytes, difference)
    ;[position, turn, cause] = [first, turnAfter, before.cause]
  }
  return Uint8Array.from(bytes)
}

export const readMarks = (part: number, data: Uint8Array): ReadonlyArray<CommitMark> => {
  const read = reader(data)
  const marks: Array<CommitMark> = []
  let [first, turn, cause] = [part * positionsInPart, 0, 0]
  while (!read.atEnd()) {
    first += read.next()
    turn += read.next()
    const turnAfter = turn + read.next()
    cause += read.next()
    marks.push({ first, before: { turn, cause }, turnAfter })
    turn = turnAfter
  }
  return marks
}

const writeCounts = ({ bytes, commits, events }: LogCounts): Uint8Array => {
  const numbers: Array<number> = []
  write(numbers, commits)
  write(numbers, bytes)
  const rising = [...events].map(([type, count]) => [typeNumber(type), count] as const).sort(([a], [b]) => a - b)
  let last = 0
  for (const [number, count] of rising) {
    write(numbers, number - last)
    write(numbers, count)
    last = number
  }
  return Uint8Array.from(numbers)
}

export const readCounts = (data: Uint8Array): LogCounts => {
  const read = reader(data)
  const [commits, bytes] = [read.next(), read.next()]
  const events = new Map<EventType, number>()
  for (let number = 0; !read.atEnd(); ) {
    number += read.next()
    const type = typesByNumber().get(number)
    if (type === undefined) throw new MalformedSegment(`no type of event has the number ${number}`)
    events.set(type, read.next())
  }
  return { commits, bytes, events }
}

/** Divides instead of shifting, because positions may exceed 32 bits. */
const write = (bytes: Array<number>, value: number): void => {
  let rest = value
  while (rest >= 0x80) {
    bytes.push((rest % 0x80) + 0x80)
    rest = Math.floor(rest / 0x80)
  }
  bytes.push(rest)
}

const reader = (data: Uint8Array) => {
  let at = 0
  return {
    atEnd: () => at >= data.length,
    /** Skips so many numbers. Each ends with a byte below 0x80. */
    skip: (numbers: number): void => {
      for (let left = numbers; left > 0; at++) {
        const byte = data[at]
        if (byte === undefined) throw new MalformedSegment('a part of a segment ends too early')
        if (byte < 0x80) left--
      }
    },
    next: (): number => {
      let value = 0
      for (let scale = 1; ; scale *= 0x80) {
        const byte = data[at++]
        if (byte === undefined || scale > Number.MAX_SAFE_INTEGER) throw new MalformedSegment('a part of a segment ends too early')
        value += (byte % 0x80) * scale
        if (byte < 0x80) return value
      }
    },
  }
}

/* The sizes of segments. */

export interface SegmentSizes {
  /** Events behind the last segment from which the next one is due. A lookup reads fewer than so many events that are in no segment. */
  readonly due: number
  /** Most events of a segment, up to the end of its last commit, and the most that one call adds. */
  readonly most: number
}

export const segmentSizes: SegmentSizes = { due: 1_024, most: 65_536 }

/**
 * Returns how many of the last segments the next one takes in, so that their number grows with the logarithm of the log up to the largest
 * size: those that are at most twice as large as what follows them. `events` are the events of each segment, oldest first.
 */
export const segmentsJoined = (events: ReadonlyArray<number>, added: number, most: number): number => {
  let [joined, size] = [0, added]
  for (const older of events.toReversed()) {
    if (older > 2 * size || older + size > most) return joined
    size += older
    joined++
  }
  return joined
}

/* The mark of a place in the log: what a fold must know there to tell the time of a use. */

/** The newest turn and the highest cause of any effect before an event, 0 for none. A fold needs both for the time of a use. */
export interface LogMark {
  readonly turn: TurnNumber
  readonly cause: Position
}

export const noMark: LogMark = { turn: 0, cause: 0 }

/** Returns the mark after an event. Does the same as the folds of the turns and of the progress. */
export const markAfter = (mark: LogMark, event: BrainEvent): LogMark => {
  const cause = natureOf(event.type) === 'effect' ? Math.max(mark.cause, event.cause ?? 0) : mark.cause
  const turn = Math.max(mark.turn, turnBegun(event))
  return turn === mark.turn && cause === mark.cause ? mark : { turn, cause }
}

const turnBegun = (event: BrainEvent): TurnNumber => {
  switch (event.type) {
    case 'TurnStarted':
    case 'ModelAsked':
    case 'RecallSkipped':
      return event.turn ?? 0
    case 'NodeAdded':
    case 'EdgeFollowed':
      return 0
    default:
      ignore<'segments'>(event.type)
      return 0
  }
}
