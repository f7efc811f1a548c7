/** Reads the events of a log, filtered by type, turn, session, node, edge and position. */

import * as Effect from 'effect/Effect'
import { type BrainEvent, type EventType, eventDefinitions, isEventType } from '../../domain/events/brain-event.ts'
import { type FieldOf, footprint, numberedFields } from '../../domain/history/footprint.ts'
import { type Subject, type SubjectKind, typeSubject } from '../../domain/history/segments.ts'
import { type BrainKey, type Position, printedSession, printedTurn } from '../../domain/identity.ts'
import type { LogAnswer, LoggedEvent } from '../answers.ts'
import type { OpenBrain } from '../brain/brain.ts'
import { decodeRow, headFault, type RowFault } from '../brain/commit-row.ts'
import { absentBrain, chooseBrain, type OpenBrains, withBrain } from '../commands/open-brains.ts'

import { actorNames, isoTime, nodeNames, resolveActor, resolveEdge, resolveNode, resolveSessions, resolveTurn } from '../naming/names.ts'
import { resolvePosition } from '../naming/positions.ts'
import { placesOf, visitNewestFirst } from '../naming/segments.ts'
import { EventStore, type Head, type Tail } from '../ports/event-store.ts'
import { IntegrityBroken, InvalidRequest, NotFound } from '../request-errors.ts'
import type { EventsAsked, LogRequest, WatchRequest } from '../requests.ts'

/* Names for the numbers in logged events: a node has its id, an edge its two ends. */

export type EventNames = Readonly<Record<string, ReadonlyArray<string>>>

/** Most names that are given for one field; a heading may be long, and an edge has two. */
const namesMost = 16

/** Returns, for each event, the present names in its fields that hold nodes or edges. An erased name reads `erased:17`. */
const eventNames = Effect.fnUntraced(function* (brain: OpenBrain, events: ReadonlyArray<BrainEvent>) {
  const { graph } = brain.state
  const fields = new Map(events.map((event) => [event, numberedFields(event)]))
  const ends = ({ numbers, of }: FieldOf) =>
    of === 'node' ? numbers : numbers.flatMap((edge) => [graph.sourceOf(edge), graph.targetOf(edge)])
  const names = yield* nodeNames(brain, graph, [...fields.values()].flat().flatMap(ends), 'names')
  const end = (node: number) => (graph.typeOf(node) === 'cue' ? names.title(node) : names.id(node))
  const called = ({ numbers, of }: FieldOf) =>
    numbers
      .slice(0, namesMost)
      .map((number) => (of === 'node' ? end(number) : `${end(graph.sourceOf(number))} → ${end(graph.targetOf(number))}`))
  return (event: BrainEvent): EventNames => Object.fromEntries((fields.get(event) ?? []).map((field) => [field.field, called(field)]))
})

export const log = Effect.fnUntraced(function* (brain: OpenBrain, request: LogRequest) {
  const { position } = brain.state
  const limit = request.limit ?? 1_000
  const asked = yield* eventFilter(brain, request)
  const matches = (event: BrainEvent) => asked.matches(event) && (request.walks !== false || !walkTypes.has(event.type))
  const from = request.from === undefined ? 1 : yield* resolvePosition(brain, request.from)
  const to = request.to === undefined ? position : yield* resolvePosition(brain, request.to)
  if (request.from !== undefined && from > to) {
    return yield* new InvalidRequest({ field: 'from', problem: `it is position ${from}, after the end at ${to}: nothing lies between` })
  }
  const found: Array<BrainEvent> = []
  const places = yield* placesOf(brain, asked.groups, to)
  const visit = (event: BrainEvent) => {
    if (matches(event)) found.push(event)
    return found.length <= limit
  }
  const wants = (type: EventType) =>
    (request.type === undefined || type === request.type) && (request.walks !== false || !walkTypes.has(type))
  yield* visitNewestFirst(brain, places, Math.max(1, from), to, visit, wants)
  const more = found.length > limit
  const events = found.slice(0, limit).reverse()
  return { brain: brain.key, position, more, events: yield* toldEvents(brain, events, request) } satisfies LogAnswer
})

const toldEvents = Effect.fnUntraced(function* (brain: OpenBrain, events: ReadonlyArray<BrainEvent>, asked: Pick<LogRequest, 'names'>) {
  const speakers = events.map(({ commit }) => commit.actor)
  const actors = yield* actorNames(brain, speakers)
  const names = asked.names === true ? yield* eventNames(brain, events) : undefined
  return events.map((event): LoggedEvent => ({ ...logged(event, actors), ...(names === undefined ? {} : { names: names(event) }) }))
})

/** Types of events of which a walk has one for each node or edge. */
export const walkTypes: ReadonlySet<EventType> = new Set(['SeedsSelected', 'NodeFired', 'NodeInhibited', 'EdgeFollowed', 'EdgeSkipped'])

const logged = ({ cause, commit, data, origin, position, turn, type }: BrainEvent, actors: (actor: number) => string): LoggedEvent => ({
  position,
  type,
  at: isoTime(commit.at),
  actor: actors(commit.actor),
  session: commit.session === undefined ? null : printedSession(commit.session),
  cause: cause ?? null,
  turn: turn === undefined ? null : printedTurn(turn),
  origin: origin ?? null,
  data: { ...data },
})

interface EventFilter {
  /** True for the events asked for. */
  readonly matches: (event: BrainEvent) => boolean
  /** Such an event touches, of every group, at least one subject. */
  readonly groups: ReadonlyArray<ReadonlyArray<Subject>>
}

/** Returns the filter of a request. It fails if the request names something that does not exist. */
const eventFilter = Effect.fnUntraced(function* (brain: OpenBrain, request: EventsAsked) {
  const { graph } = brain.state
  const { type } = request
  if (type !== undefined && !isEventType(type)) {
    const meant = Object.keys(eventDefinitions).find((one) => one.toLowerCase() === type.toLowerCase())
    const hint = meant === undefined ? 'docs/reference/events.md lists them' : `did you mean ${meant}?`
    return yield* new InvalidRequest({ field: 'type', problem: `there is no event type ${JSON.stringify(type.slice(0, 80))}; ${hint}` })
  }
  const turn = request.turn === undefined ? undefined : yield* resolveTurn(brain.state, request.turn)
  const sessions = request.session === undefined ? undefined : yield* resolveSessions(brain, request.session)
  const actor = request.actor === undefined ? undefined : yield* resolveActor(brain, request.actor)
  const node = request.node === undefined ? undefined : yield* resolveNode(brain, graph, request.node)
  const edge = request.edge === undefined ? undefined : (yield* resolveEdge(brain, graph, request.edge)).edge
  const group = (kind: SubjectKind, numbers: Iterable<number> | undefined) =>
    numbers === undefined ? [] : [Array.from(numbers, (number) => ({ kind, number }))]
  const matches = (event: BrainEvent): boolean =>
    (type === undefined || event.type === type) &&
    (turn === undefined || event.turn === turn) &&
    (sessions === undefined || (event.commit.session !== undefined && sessions.has(event.commit.session))) &&
    (actor === undefined || event.commit.actor === actor) &&
    (node === undefined || footprint(event).nodes.has(node)) &&
    (edge === undefined || footprint(event).edges.has(edge))
  return {
    matches,
    groups: [
      ...(type === undefined ? [] : [[typeSubject(type)]]),
      ...group('turn', turn === undefined ? undefined : [turn]),
      ...group('session', sessions),
      ...group('actor', actor === undefined ? undefined : [actor]),
      ...group('node', node === undefined ? undefined : [node]),
      ...group('edge', edge === undefined ? undefined : [edge]),
    ],
  } satisfies EventFilter
})

/*
 * Follows a log while it grows: gives every event that is committed, once and in order, whoever commits it.
 *
 * It reads one page at a time, when it is asked, and keeps only its position between two requests. So a slow reader reads later and holds
 * no more, and a reader that stops asking has ended.
 */

export interface TailOptions {
  /** Milliseconds to wait before the next look. A log does not report that it grew. */
  readonly pollEveryMs?: number
  /** Commits read at once. No more of the log is ever held. */
  readonly commitsPerPage?: number
}

const pollEveryDefaultMs = 250
const commitsPerPageDefault = 32

/**
 * Begins behind position `after`, which may lie inside a commit. The returned effect waits for the next events and gives at least one. If
 * it is interrupted or fails, the next run gives the same events.
 */
export const tailLog = Effect.fnUntraced(function* (brain: BrainKey, after: Position, options: TailOptions = {}) {
  const { commitsPerPage = commitsPerPageDefault, pollEveryMs = pollEveryDefaultMs } = options
  let end = yield* endBefore(brain, after)
  const look = Effect.fnUntraced(function* () {
    const store = yield* EventStore
    const tail = yield* store.tail(brain, end.position + 1, commitsPerPage)
    if (tail.head === undefined) return yield* absentBrain(brain)
    const fault = faultOf(tail, tail.head, end)
    if (fault !== undefined) return yield* new IntegrityBroken({ brain, ...fault })
    const events: Array<BrainEvent> = []
    for (const row of tail.rows) events.push(...(yield* decodeRow(brain, row)))
    const last = tail.rows.at(-1)
    if (last !== undefined) end = { position: last.first + last.count - 1, hash: last.hash }
    return events.filter(({ position }) => position > after)
  })
  return Effect.gen(function* () {
    for (;;) {
      const events = yield* look()
      if (events.length > 0) return events
      yield* Effect.sleep(pollEveryMs)
    }
  })
})

/** Finds the last commit end at or before a position. */
const endBefore = Effect.fnUntraced(function* (brain: BrainKey, position: Position) {
  const store = yield* EventStore
  const { head } = yield* store.tail(brain, 1, 0)
  if (head === undefined) return yield* absentBrain(brain)
  if (position === 0) return { position: 0, hash: '' } satisfies Head
  const [row] = yield* store.read(brain, position, 1)
  if (row === undefined) {
    return yield* new NotFound({ what: 'position', name: String(position), hint: `the log of ${brain} ends at ${head.position}` })
  }
  const last = row.first + row.count - 1
  return (last === position ? { position, hash: row.hash } : { position: row.first - 1, hash: row.prev }) satisfies Head
})

/**
 * Finds a fault: the next commits must follow the one before them and, if there are none, the log must end here. A store that was restored
 * to an earlier state has another log.
 */
const faultOf = ({ rows }: Tail, head: Head, end: Head): RowFault | undefined => {
  if (rows.length === 0) return headFault(head, end)
  let { hash, position } = end
  for (const row of rows) {
    if (row.first !== position + 1 || row.prev !== hash)
      return { position: position + 1, problem: 'the commit does not follow the one before it' }
    ;({ hash } = row)
    position = row.first + row.count - 1
  }
  return undefined
}

/* Gives the events that a request waits for, in the form of the log, when they are committed. */

/** Looks up at once what the request names. A session key also means sessions that begin with it later. */
export const watchLog = Effect.fnUntraced(function* (open: OpenBrains, request: WatchRequest) {
  const brain = yield* chooseBrain(request, 'refuse')
  const inBrain = <A, E, R>(use: (brain: OpenBrain) => Effect.Effect<A, E, R>) => withBrain(open, { brain }, 'refuse', use)
  const { from, session, ...rest } = request
  const ofSession = session === undefined ? {} : { session }
  const begun = yield* inBrain((here) =>
    Effect.all({ after: startOf(here, from), asked: eventFilter(here, rest), known: eventFilter(here, ofSession) }),
  )
  const tail = yield* tailLog(brain, begun.after)
  const told = Effect.fnUntraced(function* (here: OpenBrain, events: ReadonlyArray<BrainEvent>) {
    const belongs = yield* eventFilter(here, ofSession)
    const found = events.filter((event) => begun.asked.matches(event) && belongs.matches(event))
    return yield* toldEvents(here, found, request)
  })
  /** Events that were read and not given yet. */
  let read: ReadonlyArray<BrainEvent> = []
  return Effect.gen(function* () {
    for (;;) {
      if (read.length === 0) read = yield* tail
      const found = yield* inBrain((here) => told(here, read))
      read = []
      if (found.length > 0) return found
    }
  })
})

/** Returns the position before the first event that is asked for. The request may also name the position that comes next. */
const startOf = Effect.fnUntraced(function* (brain: OpenBrain, from: string | undefined) {
  const end: Position = brain.state.position
  if (from === undefined || from === String(end + 1)) return end
  return Math.max(0, (yield* resolvePosition(brain, from)) - 1)
})
