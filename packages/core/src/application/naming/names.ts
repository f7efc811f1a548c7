/** Translates between numbers and the names that people read: printed ids of nodes, edges, turns and feedbacks, actors, sessions and days. */

import { type Day, dayOfIso, dayOfTime, isoDay } from '@crabtrail/text/days/calendar'
import * as Clock from 'effect/Clock'
import * as Effect from 'effect/Effect'
import { type EdgeView, edgeKinds, type GraphView, isLive } from '../../domain/graph.ts'
import {
  type ActorNumber,
  type ContentRef,
  type EdgeNumber,
  erasedNode,
  type NodeNumber,
  printedSession,
  printedTurn,
  type SessionNumber,
  systemActor,
} from '../../domain/identity.ts'
import type { BrainState } from '../../domain/projections/brain-fold.ts'
import type { OpenBrain } from '../brain/brain.ts'
import { storedAccess } from '../brain/brain.ts'
import { keptBodies, readThrough } from '../brain/contents.ts'
import { ContentStore } from '../ports/content-store.ts'
import type { FoundContent } from '../ports/event-store.ts'
import { Ambiguous, InvalidRequest, NotFound } from '../request-errors.ts'
import { memoriesCalled, nearIds } from './near.ts'

export interface NodeNames {
  readonly id: (node: NodeNumber) => string
  readonly title: (node: NodeNumber) => string
  readonly text: (node: NodeNumber) => string | undefined
}

/** Reads ids, titles and, if asked for, texts of nodes at once. An erased node reads `erased:17`. */
export const nodeNames = Effect.fnUntraced(function* (
  brain: OpenBrain,
  graph: GraphView,
  nodes: Iterable<NodeNumber>,
  texts: 'texts' | 'names',
) {
  const refs: Array<ContentRef> = []
  for (const node of new Set(nodes)) {
    const view = graph.node(node)
    if (view === undefined) continue
    refs.push(view.id)
    if (view.title !== undefined) refs.push(view.title)
    if (view.title === undefined || texts === 'texts') refs.push(view.text)
  }
  const bodies = yield* keptBodies(brain, refs)
  const body = (ref: ContentRef | undefined) => (ref === undefined ? undefined : bodies.get(ref))
  const names: NodeNames = {
    id: (node) => body(graph.node(node)?.id) ?? erasedNode(node),
    title: (node) => body(graph.node(node)?.title) ?? beginningOf(body(graph.node(node)?.text)) ?? erasedNode(node),
    text: (node) => body(graph.node(node)?.text),
  }
  return names
})

/** Reads short contents through a cache, because nearly every recall needs them: keys of sources, and names that join memories. */
export const namesOf = (brain: OpenBrain, refs: Iterable<ContentRef>) =>
  readThrough(
    brain,
    refs,
    (ref) => brain.words.name(ref),
    (ref, body) => brain.words.keepName(ref, body),
  )

/** Returns the beginning of a text in one line, for a memory without a title. */
export const beginning = (text: string): string => text.slice(0, 120).replace(/\s+/g, ' ')
const beginningOf = (text: string | undefined): string | undefined => (text === undefined ? undefined : beginning(text))

export const printedEdge = (edge: EdgeNumber): string => `e${edge}`

/** Reads the number of a turn, session or feedback from its printed name: `t17` or `17`. */
export const readNumber = (what: 'turn' | 'session' | 'feedback', text: string): Effect.Effect<number, InvalidRequest> => {
  const found = new RegExp(`^${what[0]}?([1-9]\\d*)$`).exec(text)
  return found?.[1] === undefined
    ? Effect.fail(
        new InvalidRequest({ field: what, problem: `${JSON.stringify(text.slice(0, 80))} is none: they are written ${what[0]}17` }),
      )
    : Effect.succeed(Math.min(Number(found[1]), Number.MAX_SAFE_INTEGER))
}

/** Reads a turn, which must have begun at or before that state. */
export const resolveTurn = Effect.fnUntraced(function* ({ lastTurn, position }: BrainState, text: string) {
  const turn = yield* readNumber('turn', text)
  if (turn <= lastTurn) return turn
  const hint =
    lastTurn === 0 ? `nothing was recalled up to position ${position}` : `the newest up to position ${position} is ${printedTurn(lastTurn)}`
  return yield* new NotFound({ what: 'turn', name: printedTurn(turn), hint })
})

const shortestPrefix = 6

/**
 * Finds a node by its id as printed, by `erased:17`, or by a beginning of at least six characters that fits one node only. Several nodes can have one id,
 * if a document is moved to where another one was: see {@link withId}. An id that no node has any more is that of a node that had it and is `meant`.
 */
export const resolveNode = Effect.fnUntraced(function* (
  brain: OpenBrain,
  graph: GraphView,
  text: string,
  meant: (node: NodeNumber) => boolean = () => false,
) {
  if (text === '') return yield* new InvalidRequest({ field: 'node', problem: 'it is empty' })
  const erased = erasedIn(graph, text)
  if (erased !== undefined) return erased
  const contents = yield* ContentStore
  const { find } = yield* storedAccess(brain)
  const all = yield* find('node-id', text)
  const had = withId(graph, all, meant) ?? all.find(({ number }) => meant(number))?.number
  if (had !== undefined) return had
  if (text.length < shortestPrefix)
    return yield* unknownNode(brain, graph, text, `give its id as printed, or at least ${shortestPrefix} characters of it`)
  const found = (yield* contents.findByPrefix(brain.key, 'node-id', text, 8)).filter(({ number, ref }) => graph.node(number)?.id === ref)
  const [one] = found
  if (one === undefined) return yield* unknownNode(brain, graph, text, 'list and recall print the names there are')
  if (found.length === 1) return one.number
  return yield* new Ambiguous({ what: 'node', name: text, matches: found.slice(0, matchesTold).map(({ body }) => body) })
})

/** Returns the node of `erased:17`, if the graph has it. */
const erasedIn = (graph: GraphView, text: string): NodeNumber | undefined => {
  const number = Number(/^erased:([1-9]\d{0,14})$/.exec(text)?.[1])
  return graph.stateOf(number) === undefined ? undefined : number
}

/** Returns the node that has the id of these contents: one that is meant, else a live one, else any. */
const withId = (
  graph: GraphView,
  found: ReadonlyArray<FoundContent>,
  meant: (node: NodeNumber) => boolean = () => false,
): NodeNumber | undefined => {
  const exact = found.filter(({ number, ref }) => graph.node(number)?.id === ref)
  return (exact.find(({ number }) => meant(number)) ?? exact.find(({ number }) => isLive(graph.stateOf(number))) ?? exact[0])?.number
}

/** Finds nodes by their ids as printed or by `erased:17`, all in one look-up; one that is not there is left out. */
export const nodesWithIds = Effect.fnUntraced(function* (brain: OpenBrain, graph: GraphView, ids: ReadonlyArray<string>) {
  const { findAll } = yield* storedAccess(brain)
  const found = yield* findAll('node-id', ids)
  return new Map(
    ids.flatMap((id, i): ReadonlyArray<readonly [string, NodeNumber]> => {
      const node = erasedIn(graph, id) ?? withId(graph, found[i] ?? [])
      return node === undefined ? [] : [[id, node]]
    }),
  )
})

const matchesTold = 5

const unknownNode = Effect.fnUntraced(function* (brain: OpenBrain, graph: GraphView, text: string, hint: string) {
  // A text index that cannot be read must not hide that there is no such node.
  const near = yield* Effect.orElseSucceed(nearIds(brain, graph, text), (): ReadonlyArray<string> => [])
  return yield* new NotFound({ what: 'node', name: text.slice(0, 200), hint, ...(near.length === 0 ? {} : { near }) })
})

/** Finds a node like {@link resolveNode}, and else by the name of its file, by its title, or by a beginning of one that fits one node only. */
export const resolveMemory = (brain: OpenBrain, graph: GraphView, text: string) =>
  resolveNode(brain, graph, text).pipe(
    Effect.catchTag('NotFound', (unknown) =>
      Effect.gen(function* () {
        const found = yield* memoriesCalled(brain, graph, text)
        const [one] = found
        if (one === undefined) return yield* unknown
        if (found.length === 1) return one
        const names = yield* nodeNames(brain, graph, found.slice(0, matchesTold), 'names')
        return yield* new Ambiguous({ what: 'node', name: text, matches: found.slice(0, matchesTold).map(names.id) })
      }),
    ),
  )

/** Finds an edge by `e17` or `SRC>KIND>DST`. */
export const resolveEdge = Effect.fnUntraced(function* (brain: OpenBrain, graph: GraphView, text: string) {
  if (text === '') return yield* new InvalidRequest({ field: 'edge', problem: 'it is empty' })
  const numbered = /^e([1-9]\d{0,14})$/.exec(text)
  const byNumber = numbered?.[1] === undefined ? undefined : graph.edge(Number(numbered[1]))
  if (byNumber !== undefined) return byNumber
  const kind = edgeKinds.find((one) => text.includes(`>${one}>`))
  if (kind === undefined) {
    const hint = 'give its id as printed (e17) or SRC>KIND>DST; show NODE lists those of a node'
    return yield* new NotFound({ what: 'edge', name: text.slice(0, 200), hint })
  }
  const at = text.indexOf(`>${kind}>`)
  const source = yield* resolveNode(brain, graph, text.slice(0, at))
  const target = yield* resolveNode(brain, graph, text.slice(at + kind.length + 2))
  const found = graph
    .between(source, target)
    .map((edge) => graph.edge(edge))
    .filter((edge): edge is EdgeView => edge !== undefined && edge.kind === kind)
  const edge = found.find(({ linked }) => linked) ?? found.at(-1)
  return edge ?? (yield* new NotFound({ what: 'edge', name: text, hint: `the two are not joined by a ${kind} edge` }))
})

export const isoTime = (at: number): string => new Date(at).toISOString()

/** Returns a function from an actor's number to its name: `crabtrail` for the program itself, `erased:3` for an erased name. */
export const actorNames = Effect.fnUntraced(function* (brain: OpenBrain, actors: ReadonlyArray<ActorNumber>) {
  const { names } = brain.state.participants
  const refs = [...new Set(actors)].flatMap((actor) => names.get(actor) ?? [])
  const bodies = yield* keptBodies(brain, refs)
  return (actor: ActorNumber): string => {
    if (actor === systemActor) return 'crabtrail'
    const ref = names.get(actor)
    return (ref === undefined ? undefined : bodies.get(ref)) ?? `erased:${actor}`
  }
})

/** Finds a session by its number (`s17`), or all sessions that had this key one after the other. */
export const resolveSessions = Effect.fnUntraced(function* (brain: OpenBrain, text: string) {
  if (text === '') return yield* new InvalidRequest({ field: 'session', problem: 'it is empty' })
  const { find } = yield* storedAccess(brain)
  // A session may be called like the number of another one. Who said something under that name means his own.
  const found = yield* find('session-key', text)
  if (found.length > 0) return new Set(found.map(({ number }) => number))
  const numbered = /^s([1-9]\d{0,14})$/.exec(text)
  if (numbered?.[1] !== undefined && brain.state.participants.sessions.has(Number(numbered[1]))) return new Set([Number(numbered[1])])
  return yield* new NotFound({ what: 'session', name: text.slice(0, 200), hint: 'give its key, or its number as s17' })
})

export const resolveActor = Effect.fnUntraced(function* (brain: OpenBrain, name: string) {
  const { find } = yield* storedAccess(brain)
  const [found] = yield* find('actor-name', name)
  if (found !== undefined) return found.number satisfies ActorNumber
  return yield* new NotFound({ what: 'actor', name: name.slice(0, 200), hint: 'nobody of that name said anything; log lists the actors' })
})

/** Returns the content that holds the key of a session; empty for a signal outside of sessions. */
export const sessionKeyRef = ({ state }: OpenBrain, session: SessionNumber | undefined): ReadonlyArray<ContentRef> => {
  const key = session === undefined ? undefined : state.participants.sessions.get(session)?.key
  return key === undefined ? [] : [key]
}

/** A session as answers name it: its number, and its key unless that was erased. Both are null for a signal outside of sessions. */
interface NamedSession {
  readonly session: string | null
  readonly sessionKey: string | null
}

/** Names a session. `bodies` holds the content of its key, see {@link sessionKeyRef}. */
export const namedSession = (
  brain: OpenBrain,
  session: SessionNumber | undefined,
  bodies: ReadonlyMap<ContentRef, string>,
): NamedSession => {
  const [key] = sessionKeyRef(brain, session)
  return {
    session: session === undefined ? null : printedSession(session),
    sessionKey: key === undefined ? null : (bodies.get(key) ?? null),
  }
}

/** Returns the day that a request names, or else that of the clock in UTC. */
export const todayOf = ({ today }: { readonly today?: string | undefined }): Effect.Effect<Day> => {
  const named = today === undefined ? undefined : dayOfIso(today)
  return named === undefined ? Effect.map(Clock.currentTimeMillis, dayOfTime) : Effect.succeed(named)
}

/** Returns the day of a time, in milliseconds UTC, as in 2026-11-28, in a zone that is so many minutes behind UTC. The edge alone knows its zone. */
export const localDay = (milliseconds: number, minutesBehind: number): string => isoDay(dayOfTime(milliseconds - 60_000 * minutesBehind))
