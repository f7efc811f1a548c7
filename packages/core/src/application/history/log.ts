/** Reads the log as it is, filtered by anything. */
import * as Effect from 'effect/Effect'
import { type BrainEvent, eventDefinitions, isEventType } from '../../domain/events/brain-event.ts'
import { footprint } from '../../domain/history/footprint.ts'
import { printedSession, printedTurn } from '../../domain/identity.ts'
import type { LogAnswer, LoggedEvent } from '../answers.ts'
import { forEachEvent } from '../brain/as-of.ts'
import type { OpenBrain } from '../brain/brain.ts'
import { resolveEdge, resolveNode, resolveTurn } from '../naming/names.ts'
import { resolvePosition } from '../naming/positions.ts'
import { actorNames, isoTime } from '../naming/speakers.ts'
import { ContentStore } from '../ports/content-store.ts'
import { InvalidRequest, NotFound } from '../request-errors.ts'
import type { EventsAsked, LogRequest } from '../requests.ts'
import { eventNames } from './event-names.ts'

export const log = Effect.fnUntraced(function* (brain: OpenBrain, request: LogRequest) {
  const { position } = brain.state
  const limit = request.limit ?? 1_000
  const asked = yield* eventFilter(brain, request)
  const matches = (event: BrainEvent) => asked(event) && (request.walks !== false || !walkTypes.has(event.type))
  const from = request.from === undefined ? 1 : yield* resolvePosition(brain, request.from)
  const to = request.to === undefined ? position : yield* resolvePosition(brain, request.to)
  if (request.from !== undefined && from > to) {
    return yield* new InvalidRequest({ field: 'from', problem: `it is position ${from}, after the end at ${to}: nothing lies between` })
  }
  let found: Array<BrainEvent> = []
  let more = false
  yield* forEachEvent(brain, Math.max(1, from), to, (event) => {
    if (!matches(event)) return
    found.push(event)
    if (found.length < 2 * limit) return
    found = found.slice(-limit)
    more = true
  })
  more ||= found.length > limit
  const events = found.slice(-limit)
  const actors = yield* actorNames(
    brain,
    events.map(({ commit }) => commit.actor),
  )
  const names = request.names === true ? yield* eventNames(brain, events) : undefined
  const told = events.map((event) => ({ ...logged(event, actors), ...(names === undefined ? {} : { names: names(event) }) }))
  return { brain: brain.key, position, more, events: told } satisfies LogAnswer
})

/** The events of a walk, one for each node and edge. */
const walkTypes: ReadonlySet<string> = new Set(['SeedsSelected', 'NodeFired', 'NodeInhibited', 'EdgeFollowed', 'EdgeSkipped'])

export const logged = (
  { cause, commit, data, origin, position, turn, type }: BrainEvent,
  actors: (actor: number) => string,
): LoggedEvent => ({
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

/** Whether an event is asked for; what a request names must be there. */
export const eventFilter = Effect.fnUntraced(function* (brain: OpenBrain, request: EventsAsked) {
  const { graph } = brain.state
  const { type } = request
  if (type !== undefined && !isEventType(type)) {
    const meant = Object.keys(eventDefinitions).find((one) => one.toLowerCase() === type.toLowerCase())
    const hint = meant === undefined ? 'docs/reference/events.md lists them' : `did you mean ${meant}?`
    return yield* new InvalidRequest({ field: 'type', problem: `there is no event type ${JSON.stringify(type.slice(0, 80))}; ${hint}` })
  }
  const turn = request.turn === undefined ? undefined : yield* resolveTurn(brain.state, request.turn)
  const sessions = request.session === undefined ? undefined : yield* resolveSessions(brain, request.session)
  const node = request.node === undefined ? undefined : yield* resolveNode(brain, graph, request.node)
  const edge = request.edge === undefined ? undefined : (yield* resolveEdge(brain, graph, request.edge)).edge
  return (event: BrainEvent): boolean =>
    (type === undefined || event.type === type) &&
    (turn === undefined || event.turn === turn) &&
    (sessions === undefined || (event.commit.session !== undefined && sessions.has(event.commit.session))) &&
    (node === undefined || footprint(event).nodes.has(node)) &&
    (edge === undefined || footprint(event).edges.has(edge))
})

/** A session by its number (`s17`), or all that had this key one after the other. */
const resolveSessions = Effect.fnUntraced(function* (brain: OpenBrain, text: string) {
  if (text === '') return yield* new InvalidRequest({ field: 'session', problem: 'it is empty' })
  const numbered = /^s([1-9]\d{0,14})$/.exec(text)
  if (numbered?.[1] !== undefined && brain.state.participants.sessions.has(Number(numbered[1]))) return new Set([Number(numbered[1])])
  const contents = yield* ContentStore
  const found = yield* contents.find(brain.key, 'session-key', brain.fingerprint('session-key', text))
  if (found.length > 0) return new Set(found.map(({ number }) => number))
  return yield* new NotFound({ what: 'session', name: text.slice(0, 200), hint: 'give its key, or its number as s17' })
})
