/** Lists the documents of a brain and what was said in it, with the day of the newest change of each; and tells what memories are called. */

import { dayOfTime, isoDay } from '@crabtrail/text/days/calendar'
import { inReadingOrder } from '@crabtrail/text/documents/source-key'
import * as Effect from 'effect/Effect'
import type { BrainEvent, EventType } from '../../domain/events/brain-event.ts'
import { isLive, isRecallable, isUnapproved } from '../../domain/graph.ts'
import { type Subject, typeSubject } from '../../domain/history/segments.ts'
import { type NodeNumber, type Position, printedSession, type SessionNumber, type SourceNumber } from '../../domain/identity.ts'
import type { BrainState } from '../../domain/projections/brain-fold.ts'
import { signalsInForce } from '../../domain/projections/standing.ts'
import type {
  ListAnswer,
  ListedDocument,
  ListedNote,
  ListedSession,
  NamesAnswer,
  SessionsAnswer,
  TagAnswer,
  Tagged,
  TagsAnswer,
} from '../answers.ts'
import type { OpenBrain } from '../brain/brain.ts'
import { cleanText, keptBodies } from '../brain/contents.ts'
import { stateAt } from '../commands/as-of.ts'
import { beginSignal, runCommand } from '../commands/run-command.ts'
import { beginning, isoTime, namesOf, nodeNames, nodesWithIds } from '../naming/names.ts'
import { resolvePosition } from '../naming/positions.ts'
import { placesOf, rowAt, visitNewestFirst } from '../naming/segments.ts'
import { TagExists } from '../request-errors.ts'
import type { ListRequest, NamesRequest, SessionsRequest, TagRequest, TagsRequest } from '../requests.ts'
import { knownSignals } from './signals.ts'

/** Documents and notes that are listed unless the request says otherwise. */
const listedMost = 50

export const list = Effect.fnUntraced(function* (brain: OpenBrain, { at, beginning: begins = '', limit = listedMost }: ListRequest) {
  const state = yield* stateAt(brain, at)
  const documents = yield* documentsOf(brain, state, begins.toLowerCase())
  const notes = yield* notesOf(brain, state, begins.toLowerCase(), limit)
  return {
    brain: brain.key,
    position: state.position,
    documents: { items: yield* toldDocuments(brain, state, documents.slice(0, limit)), count: documents.length },
    notes,
  } satisfies ListAnswer
})

interface Named {
  readonly source: SourceNumber
  readonly key: string
}

/** Returns the documents that are not retired, by name. */
const documentsOf = Effect.fnUntraced(function* (brain: OpenBrain, state: BrainState, begins: string) {
  const live = [...state.sources.byNumber].filter(([, { retired }]) => !retired)
  const keys = live.map(([, { key }]) => key)
  const bodies = yield* keptBodies(brain, keys)
  return live
    .map(([source, { key }]): Named => ({ source, key: bodies.get(key) ?? `erased:${source}` }))
    .filter(({ key }) => hasBeginning(key.toLowerCase(), begins))
    .sort((a, b) => inReadingOrder(a.key, b.key) || a.source - b.source)
})

const hasBeginning = (key: string, begins: string): boolean =>
  key.startsWith(begins) || key.slice(key.lastIndexOf('/') + 1).startsWith(begins)

const toldDocuments = Effect.fnUntraced(function* (
  brain: OpenBrain,
  { graph, position, sources }: BrainState,
  documents: ReadonlyArray<Named>,
) {
  const days = yield* daysOfDocuments(brain, position, new Set(documents.map(({ source }) => source)))
  const rootRefs = documents.flatMap(({ source }) => sources.byNumber.get(source)?.root ?? [])
  const roots = yield* keptBodies(brain, rootRefs)
  return documents.map(({ key, source }): ListedDocument => {
    const record = sources.byNumber.get(source)
    const passages = [...(record?.nodes ?? [])].filter((node) => isRecallable(graph, node))
    const [first] = passages
    return {
      document: key,
      passages: passages.length,
      changed: days.get(source) ?? null,
      origin: (first === undefined ? undefined : graph.originOf(first)) ?? null,
      root: (record?.root === undefined ? undefined : roots.get(record.root)) ?? null,
    }
  })
})

/** Returns the day of the newest change of each document up to a position. */
const daysOfDocuments = (brain: OpenBrain, position: Position, wanted: ReadonlySet<SourceNumber>) =>
  newestDays(brain, wanted, position, [], ['SourceAdded', 'SourceRevised', 'SourceRenamed'], (event) =>
    event.type === 'SourceAdded' || event.type === 'SourceRevised' || event.type === 'SourceRenamed' ? event.data.source : undefined,
  )

/** Returns the day of the newest event about each wanted number. The log is read backwards until each was seen. */
const newestDays = Effect.fnUntraced(function* (
  brain: OpenBrain,
  wanted: ReadonlySet<number>,
  position: Position,
  groups: ReadonlyArray<ReadonlyArray<Subject>>,
  types: ReadonlyArray<EventType>,
  numberIn: (event: BrainEvent) => number | undefined,
) {
  const days = new Map<number, string>()
  if (wanted.size === 0) return days
  const places = yield* placesOf(brain, [...groups, types.map(typeSubject)], position)
  const visit = (event: BrainEvent) => {
    const number = numberIn(event)
    if (number !== undefined && wanted.has(number) && !days.has(number)) days.set(number, isoDay(dayOfTime(event.commit.at)))
    return days.size < wanted.size
  }
  yield* visitNewestFirst(brain, places, 1, position, visit, (type) => types.includes(type))
  return days
})

/** Types of nodes that people, agents and conversations leave; of facts those without a document. */
const isSaid = ({ graph }: BrainState, node: NodeNumber): boolean =>
  graph.sourceNumberOf(node) === 0 && isLive(graph.stateOf(node)) && said.has(graph.typeOf(node) ?? 'cue')

const said: ReadonlySet<string> = new Set(['fact', 'correction'])

const notesOf = Effect.fnUntraced(function* (brain: OpenBrain, state: BrainState, begins: string, limit: number) {
  const { graph, position } = state
  const all = Array.from({ length: graph.nodes }, (_, at) => graph.nodes - at).filter((node) => isSaid(state, node))
  const matching = begins === '' ? all : yield* withBeginning(brain, state, all, begins)
  const shown = matching.slice(0, limit)
  const names = yield* nodeNames(brain, graph, shown, 'texts')
  const days = yield* daysOfTexts(brain, new Set(shown), position)
  const items = shown.flatMap((node): ReadonlyArray<ListedNote> => {
    const view = graph.node(node)
    if (view === undefined) return []
    const { origin, state, type } = view
    const review = graph.reviewOf(node)
    const isSuperseded = graph.supersededBy(node).some(({ gone }) => gone === undefined)
    const marks = { ...(isSuperseded ? { superseded: true as const } : {}), ...(isUnapproved(review) ? { review } : {}) }
    const [id, begins] = [names.id(node), beginning(names.text(node) ?? '')]
    return [{ node: id, begins, type, state, origin, ...marks, changed: days.get(node) ?? null }]
  })
  return { items, count: matching.length }
})

const withBeginning = Effect.fnUntraced(function* (
  brain: OpenBrain,
  { graph }: BrainState,
  nodes: ReadonlyArray<NodeNumber>,
  begins: string,
) {
  const names = yield* nodeNames(brain, graph, nodes, 'names')
  return nodes.filter((node) => names.id(node).toLowerCase().startsWith(begins))
})

/** Returns the day on which each memory got the text that it had at a position. */
export const daysOfTexts = (brain: OpenBrain, wanted: ReadonlySet<NodeNumber>, position: Position) => {
  const subjects = [...wanted].map((number) => ({ kind: 'node' as const, number }))
  return newestDays(brain, wanted, position, [subjects], ['NodeAdded', 'NodeRevised'], (event) =>
    event.type === 'NodeAdded' || event.type === 'NodeRevised' ? event.data.node : undefined,
  )
}

/** Names memories as of a position; those that were not there yet, as of now. */
export const names = Effect.fnUntraced(function* (brain: OpenBrain, { at, nodes }: NamesRequest) {
  const state = yield* stateAt(brain, at)
  const then = yield* titlesIn(brain, state, nodes)
  const later =
    state === brain.state
      ? then
      : yield* titlesIn(
          brain,
          brain.state,
          nodes.filter((node) => !then.has(node)),
        )
  const named = nodes.flatMap((node) => {
    const title = then.get(node) ?? later.get(node)
    return title === undefined ? [] : [{ node, title }]
  })
  return { brain: brain.key, position: state.position, names: named } satisfies NamesAnswer
})

const titlesIn = Effect.fnUntraced(function* (brain: OpenBrain, { graph }: BrainState, ids: ReadonlyArray<string>) {
  const found = yield* nodesWithIds(brain, graph, ids)
  const { title } = yield* nodeNames(brain, graph, found.values(), 'names')
  return new Map(Array.from(found, ([id, node]) => [id, title(node)] as const))
})

/* Lists the sessions of a brain, what was said in each, and what of it still teaches. */

/** Sessions that are listed unless the request says otherwise. */
const sessionsMost = 20

interface Taught {
  signals: number
  uses: number
  readonly last: { readonly at: string; readonly position: Position; readonly verdict: string | null }
}

type Judged = Pick<ListedSession, 'verdicts' | 'wrong' | 'takenBack'>
const noVerdicts: Judged = { verdicts: 0, wrong: 0 }

/** Lists sessions, those that taught last first, then the others, the newest first. */
export const sessions = Effect.fnUntraced(function* (brain: OpenBrain, { at, limit = sessionsMost }: SessionsRequest) {
  const state = yield* stateAt(brain, at)
  const { participants, position } = state
  const { judged, taught } = yield* whatWasSaid(brain, state)
  const numbers = [...taught.keys(), ...[...participants.sessions.keys()].filter((session) => !taught.has(session)).sort((a, b) => b - a)]
  const shown = numbers.slice(0, limit)
  const keys = shown.flatMap((session) => participants.sessions.get(session)?.key ?? [])
  const names = yield* namesOf(brain, keys)
  const listed = shown.flatMap((session): ReadonlyArray<ListedSession> => {
    const record = participants.sessions.get(session)
    if (record === undefined) return []
    const { last, signals = 0, uses = 0 } = taught.get(session) ?? {}
    const { ended, key, kind, turns } = record
    const told = { session: printedSession(session), key: names(key) ?? null, kind, ended, turns }
    return [{ ...told, ...(judged.get(session) ?? noVerdicts), signals, uses, last: last ?? null }]
  })
  return { brain: brain.key, position, sessions: listed, more: numbers.length - shown.length } satisfies SessionsAnswer
})

/** Returns the verdicts by the session in which they were given, and what still teaches by its session, that with the newest signal first. */
const whatWasSaid = Effect.fnUntraced(function* (brain: OpenBrain, { position, unlearnings }: BrainState) {
  const inForce = signalsInForce(unlearnings, position)
  const taught = new Map<SessionNumber, Taught>()
  const judged = new Map<SessionNumber, Judged>()
  for (const signal of (yield* knownSignals(brain)).toReversed()) {
    const { at, isInferred, outcome, session, verdict } = signal
    if (signal.position > position || session === undefined) continue
    const stands = inForce(signal)
    if (outcome !== undefined) judged.set(session, judgedToo(judged.get(session), { outcome, stands }))
    if (!stands) continue
    const known = taught.get(session) ?? { signals: 0, uses: 0, last: { at: isoTime(at), position: signal.position, verdict } }
    taught.set(session, known)
    known.signals++
    if (isInferred) known.uses++
  }
  return { judged, taught }
})

const judgedToo = (
  { takenBack = 0, verdicts, wrong }: Judged = noVerdicts,
  { outcome, stands }: { readonly outcome: number; readonly stands: boolean },
): Judged => {
  if (!stands) return { verdicts, wrong, takenBack: takenBack + 1 }
  return { verdicts: verdicts + 1, wrong: wrong + (outcome < 0 ? 1 : 0), ...(takenBack === 0 ? {} : { takenBack }) }
}

/* Names positions of the log, and lists the named ones. */

/** Names a position: the head that the request meets, unless it gives another. */
export const tag = Effect.fnUntraced(function* (brain: OpenBrain, request: TagRequest) {
  const { text: name } = yield* cleanText(request.name.normalize('NFC'))
  const signal = yield* beginSignal(brain, request, 'tag')
  const ref = signal.drafts.add(name)
  const { answer: taken, recorded } = yield* runCommand(signal, {
    durability: 'power',
    gather: Effect.fnUntraced(function* ({ access, state }) {
      const known = yield* access.find('tag', name)
      const taken = known.map((one) => state.settings.tags.get(one.ref)).find((at) => at !== undefined)
      const at = request.at === undefined ? state.position : yield* resolvePosition(brain, request.at)
      return { _tag: 'NamePosition' as const, tag: ref, at, taken }
    }),
  })
  if (taken !== undefined) return yield* new TagExists({ brain: brain.key, name, at: taken })
  const { position, settings } = brain.state
  const at = recorded === undefined ? settings.tags.get(ref) : yield* resolvePosition(brain, `tag:${name}`)
  return { brain: brain.key, name, at: at ?? position, position } satisfies TagAnswer
})

export const tags = Effect.fnUntraced(function* (brain: OpenBrain, { at: asked }: TagsRequest) {
  const { position, settings } = yield* stateAt(brain, asked)
  const names = yield* namesOf(brain, settings.tags.keys())
  const found: Array<Tagged> = []
  for (const [ref, at] of settings.tags) found.push({ name: names(ref) ?? 'erased', at, time: yield* timeAt(brain, at) })
  found.sort((a, b) => a.at - b.at || (a.name < b.name ? -1 : 1))
  return { brain: brain.key, position, tags: found } satisfies TagsAnswer
})

const timeAt = Effect.fnUntraced(function* (brain: OpenBrain, at: Position) {
  const row = at === 0 ? undefined : yield* rowAt(brain, at)
  return row === undefined ? null : isoTime(row.at)
})
