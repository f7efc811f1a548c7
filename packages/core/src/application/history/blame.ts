/** Tells where a strength comes from, event by event. */
import * as Effect from 'effect/Effect'
import { changedEdges, utilityMoves } from '../../domain/edge-rules.ts'
import { type BrainEvent, type EventType, ignore } from '../../domain/events/brain-event.ts'
import type { DecodedOnly, WantedEvents } from '../../domain/events/codec/event-codec.ts'
import type { GraphView } from '../../domain/graph.ts'
import { type BlameReader, blameReader, type Step } from '../../domain/history/blame.ts'
import type { MissedWay, NotGivenReason } from '../../domain/history/not-recalled.ts'
import { type CommitMark, type Subject, typeSubject } from '../../domain/history/segments.ts'
import { type ContentRef, type EdgeNumber, type NodeNumber, type Position, printedFeedback, printedTurn } from '../../domain/identity.ts'
import { isVerdict } from '../../domain/projections/turns/turn-ledger.ts'
import { units } from '../../domain/strength.ts'
import type { BlameAnswer, BlameStep } from '../answers.ts'
import type { OpenBrain } from '../brain/brain.ts'
import { decodeRow, forEachEvent } from '../brain/commit-row.ts'
import { keptBodies } from '../brain/contents.ts'
import { stateAt } from '../commands/as-of.ts'
import { actorNames, isoTime, type NodeNames, namedSession, nodeNames, printedEdge, resolveEdge, sessionKeyRef } from '../naming/names.ts'
import { type FoundCommits, lookUp, marksOf, rowAt } from '../naming/segments.ts'
import { correctionsOf, doubtsIn } from '../passages/passages.ts'
import type { BlameRequest } from '../requests.ts'

export const blame = Effect.fnUntraced(function* (brain: OpenBrain, request: BlameRequest) {
  const { graph, position, progress } = yield* stateAt(brain, request.at)
  const edge = yield* resolveEdge(brain, graph, request.edge)
  const { strength } = yield* historiesOf(brain, { edges: new Set([edge.edge]), nodes: new Set() }, position)
  const names = yield* nodeNames(brain, graph, [edge.source, edge.target], 'names')
  const doubts = doubtsIn((yield* correctionsOf(brain, graph, [edge.target]))(edge.target))
  return {
    brain: brain.key,
    ...namedEdge(graph, names, edge.edge),
    first: units(edge.first),
    strength: units(edge.strength),
    history: strength(edge.edge),
    ...(doubts.length === 0 ? {} : { doubts }),
    backlog: progress.pending.length,
    position,
  } satisfies BlameAnswer
})

/** An edge by its names, as fields of an answer. */
export const namedEdge = (graph: GraphView, names: NodeNames, edge: EdgeNumber) => ({
  edge: printedEdge(edge),
  source: names.id(graph.sourceOf(edge)),
  target: names.id(graph.targetOf(edge)),
  kind: graph.kindOf(edge) ?? 'learned',
})

/** Reads the histories of strengths and utilities up to a position. */
export const historiesOf = Effect.fnUntraced(function* (brain: OpenBrain, traced: Traced, upTo: Position) {
  const { edges, nodes } = traced
  const reader = yield* readHistories(brain, traced, upTo)
  const steps = [...edges].flatMap(reader.strength).concat([...nodes].flatMap((node) => reader.utility(node).steps))
  const speakers = steps.map((step) => saidIn(step).actor)
  const actors = yield* actorNames(brain, speakers)
  const sessions = new Set(steps.map((step) => saidIn(step).session))
  const texts = yield* keptBodies(brain, [...steps.flatMap(textOf), ...[...sessions].flatMap((session) => sessionKeyRef(brain, session))])
  const tell = (step: Step, node: NodeNumber | undefined): BlameStep => {
    const { actor, session } = saidIn(step)
    const [text] = textOf(step).flatMap((ref) => texts.get(ref) ?? [])
    const told = printed(step, { actor: actors(actor), ...namedSession(brain, session, texts) }, text)
    return isAbout(step, node) ? told : { ...told, aboutOther: true }
  }
  return {
    strength: (edge: EdgeNumber): ReadonlyArray<BlameStep> =>
      reader.strength(edge).map((step) => tell(step, brain.state.graph.targetOf(edge))),
    utility: (node: NodeNumber): { readonly utility: number; readonly utilityHistory: ReadonlyArray<BlameStep> } => {
      const history = reader.utility(node)
      return { utility: units(history.utility), utilityHistory: history.steps.map((step) => tell(step, node)) }
    },
  }
})

/** The commit of the fact behind a step: of the event itself where it has none. */
const saidIn = ({ cause, event }: Step): BrainEvent['commit'] => (cause ?? event).commit

/** False where the verdict behind a step names other memories. One on a turn as a whole is about all that led to its answer. */
const isAbout = ({ cause }: Step, node: NodeNumber | undefined): boolean =>
  cause?.type !== 'FeedbackGiven' || cause.data.about === 'turn' || node === undefined || cause.data.nodes.includes(node)

const textOf = ({ cause }: Step): ReadonlyArray<ContentRef> => (isVerdict(cause) && cause.data.text !== undefined ? [cause.data.text] : [])

type Speaker = Pick<BlameStep, 'actor' | 'session' | 'sessionKey'>

const printed = ({ cause, event, from, to }: Step, speaker: Speaker, text: string | undefined): BlameStep => ({
  ...said(event, cause),
  position: event.position,
  type: event.type,
  at: isoTime(event.commit.at),
  from: units(from),
  to: units(to),
  delta: units(to - from),
  cause: event.cause ?? null,
  ...speaker,
  reason: reasonOf(event, cause?.type),
  ...(text === undefined ? {} : { said: text }),
  ...partsOf(cause),
})

/** Returns the signals behind an outcome that nobody said. */
const partsOf = (cause: BrainEvent | undefined): Pick<BlameStep, 'parts'> => {
  if (cause?.type !== 'FeedbackGiven' || cause.data.parts === undefined) return {}
  const { parts, seen = [], values = [], weights = [] } = cause.data
  return {
    parts: parts.map((signal, i) => {
      return { signal, weight: units(weights[i] ?? 0), value: units(values[i] ?? 0), turn: printedTurn(seen[i] ?? 0) }
    }),
  }
}

/** Returns the verdict and feedback of the fact behind a step, if it is one. The turn is given also if its end alone moved the edge. */
const said = (event: BrainEvent, cause: BrainEvent | undefined): Pick<BlameStep, 'verdict' | 'feedback' | 'turn'> => {
  const number = event.turn ?? cause?.turn
  const turn = number === undefined || event.type === 'EdgeLinked' ? null : printedTurn(number)
  return isVerdict(cause)
    ? { verdict: cause.data.verdict, feedback: printedFeedback(cause.data.feedback), turn }
    : { verdict: null, feedback: null, turn }
}

/** Requests other than a rollback that set strengths to absolute values. */
const restoredBy: Readonly<Partial<Record<EventType, string>>> = {
  MaintenanceRequested: 'protected',
  UnlearnRequested: 'unlearned',
  UnlearnWithdrawn: 'withdrawn',
  BrainPromoted: 'promoted',
}

/** Returns the reason that the event gives. Decays and restorations give none. */
const reasonOf = (event: BrainEvent, cause: EventType | undefined): string => {
  switch (event.type) {
    case 'EdgeLinked':
    case 'EdgePruned':
    case 'EdgeRestored':
    case 'StrengthAdjusted':
    case 'UtilityAdjusted':
      return event.data.reason
    case 'StrengthsDecayed':
      return 'decay'
    case 'StrengthsRestored':
      return restoredBy[cause ?? 'RollbackRequested'] ?? 'rollback'
    default:
      ignore<'changed edges' | 'utility moves'>(event.type)
      return 'set'
  }
}

/* Reads the histories of strengths and utilities from the commits that the index of the log names. */

interface Traced {
  readonly edges: ReadonlySet<EdgeNumber>
  readonly nodes: ReadonlySet<NodeNumber>
}

/** Returns a reader that knows the histories up to a position. */
export const readHistories = Effect.fnUntraced(function* (brain: OpenBrain, traced: Traced, upTo: Position) {
  if (traced.edges.size + traced.nodes.size === 0) return blameReader(traced.edges, traced.nodes)
  const found = yield* lookUp(brain, subjectsOf(traced), upTo)
  const indexed = found.through === 0 ? undefined : yield* readIndexed(brain, traced, found, upTo)
  const reader = indexed ?? blameReader(traced.edges, traced.nodes)
  yield* forEachEvent(brain, indexed === undefined ? 1 : found.through + 1, upTo, reader.read)
  return reader
})

const decays = typeSubject('StrengthsDecayed')
const strengthOf = (number: EdgeNumber): Subject => ({ kind: 'strength', number })
const useOf = (number: EdgeNumber): Subject => ({ kind: 'use', number })
const utilityOf = (number: NodeNumber): Subject => ({ kind: 'utility', number })

const subjectsOf = ({ edges, nodes }: Traced): ReadonlyArray<Subject> => [
  ...[...edges].map(strengthOf),
  ...[...nodes].map(utilityOf),
  ...(edges.size > 0 ? [decays] : []),
]

/** Reads up to the end of the index. Returns undefined if the index lacks the mark of a commit: it is damaged. */
const readIndexed = Effect.fnUntraced(function* (brain: OpenBrain, traced: Traced, found: FoundCommits, upTo: Position) {
  const { edges, nodes } = traced
  const listed = (subjects: ReadonlyArray<Subject>) => subjects.flatMap(found.of).filter((first) => first <= upTo)
  const decayed = edges.size > 0 ? listed([decays]) : []
  const commits = new Map<Position, Decoded>()
  const only = frequentOf(traced)
  const decode = Effect.fnUntraced(function* (position: Position) {
    const row = yield* rowAt(brain, position)
    if (row === undefined || commits.has(row.first)) return
    const events = (yield* decodeRow(brain.key, row, only)).filter((event) => event.position <= upTo)
    commits.set(row.first, { first: row.first, events })
  })
  yield* Effect.forEach(new Set([...listed([...edges].map(strengthOf)), ...listed([...nodes].map(utilityOf)), ...decayed]), decode)
  const causes = new Set([...commits.values()].flatMap(({ events }) => events.flatMap(causeOf(traced))))
  // Changes behind the index may have their causes within it.
  let decaysLater = false
  yield* forEachEvent(brain, found.through + 1, upTo, (event) => {
    decaysLater ||= event.type === 'StrengthsDecayed'
    for (const cause of causeOf(traced)(event)) if (cause <= found.through) causes.add(cause)
  })
  yield* Effect.forEach(causes, decode)
  const used = decayed.length > 0 || decaysLater ? (yield* lookUp(brain, [...edges].map(useOf), upTo)).of : () => []
  const uses = [...edges].flatMap((edge) => lastUses(edge, used(useOf(edge)), [...decayed, found.through + 1]))
  const marks = yield* marksOf(brain, [...commits.keys(), ...uses.map(({ first }) => first)])
  return marks && readInOrder(blameReader(edges, nodes), { commits, marks, uses }, found)
})

/** A commit of documents or of a turn has thousands of events of these types, and a history needs few of them. */
const frequentOf = ({ edges, nodes }: Traced): DecodedOnly => {
  const none: ReadonlySet<number> = new Set()
  return new Map<EventType, WantedEvents>([
    ['EdgeLinked', { field: 'edge', numbers: edges }],
    ['EdgePruned', { field: 'edge', numbers: edges }],
    ['EdgeRestored', { field: 'edge', numbers: edges }],
    ['EdgeFollowed', { field: 'edge', numbers: edges }],
    ['EdgeSkipped', { field: 'edge', numbers: none }],
    ['StrengthAdjusted', { field: 'edge', numbers: edges }],
    ['NodeAdded', { field: 'node', numbers: nodes }],
    ['NodeFired', { field: 'node', numbers: none }],
    ['UtilityAdjusted', { field: 'node', numbers: nodes }],
  ])
}

/** A commit, with its wanted events up to the position that is asked for. */
interface Decoded {
  readonly first: Position
  readonly events: ReadonlyArray<BrainEvent>
}

/** Returns the cause of an event that changes one of the edges or nodes. */
const causeOf =
  ({ edges, nodes }: Traced) =>
  (event: BrainEvent): ReadonlyArray<Position> => {
    if (event.cause === undefined) return []
    const changed = changedEdges(event)
    const changes =
      changed === 'all' || changed.some((edge) => edges.has(edge)) || utilityMoves(event).some(({ number }) => nodes.has(number))
    return changes ? [event.cause] : []
  }

/** The commit of a use of an edge. A recall is one commit: its edges are followed by the turn that begins in it. */
interface Use {
  readonly edge: EdgeNumber
  readonly first: Position
}

/** Returns the last use before each decay: earlier ones do not count for it. */
const lastUses = (edge: EdgeNumber, used: ReadonlyArray<Position>, decayed: ReadonlyArray<Position>): ReadonlyArray<Use> => {
  const last = new Set(decayed.flatMap((decay) => used.findLast((first) => first < decay) ?? []))
  return [...last].map((first) => ({ edge, first }))
}

interface Indexed {
  readonly commits: ReadonlyMap<Position, Decoded>
  readonly marks: ReadonlyMap<Position, CommitMark>
  readonly uses: ReadonlyArray<Use>
}

const readInOrder = (reader: BlameReader, { commits, marks, uses }: Indexed, { end }: FoundCommits): BlameReader => {
  const later = uses.toSorted((a, b) => b.first - a.first)
  const useUpTo = (position: Position) => {
    for (let next = later.at(-1); next !== undefined && next.first < position; next = later.at(-1)) {
      reader.use(next.edge, marks.get(next.first)?.turnAfter ?? 0)
      later.pop()
    }
  }
  for (const { events, first } of [...commits.values()].sort((a, b) => a.first - b.first)) {
    useUpTo(first)
    reader.goTo(marks.get(first)?.before ?? end)
    for (const event of events) reader.read(event)
  }
  useUpTo(Number.POSITIVE_INFINITY)
  reader.goTo(end)
  return reader
}

/* Tells the edges, the utility and the verdicts that keep a memory away from a question. */

interface Missed {
  readonly node: NodeNumber
  readonly reason: NotGivenReason
  readonly ways: ReadonlyArray<MissedWay>
}

/** Names are those of `graph`; kinds, too. Histories end at `upTo`. */
export const missedWith = Effect.fnUntraced(function* (
  brain: OpenBrain,
  graph: GraphView,
  { node, reason: why, ways }: Missed,
  upTo: Position,
) {
  const ends = ways.flatMap(({ edge }) => [graph.sourceOf(edge), graph.targetOf(edge)])
  const names = yield* nodeNames(brain, graph, [node, ...ends], 'names')
  const negative = ways.flatMap(({ edge, strength }) => (strength < 0 ? [edge] : []))
  const histories = yield* historiesOf(brain, { edges: new Set(negative), nodes: new Set([node]) }, upTo)
  const told = histories.utility(node)
  const ofEdges = negative.flatMap(histories.strength)
  const events = [...ofEdges, ...told.utilityHistory]
  // A verdict that changed the utility does not give back what edges took, nor the other way round.
  const guilty = why === 'suppressed' || why === 'inhibited' ? ofEdges : why === 'useless' ? told.utilityHistory : events
  return {
    names,
    told,
    events: events.toSorted((a, b) => a.position - b.position),
    against: newestAgainst(guilty),
    ways: ways.map(({ edge, reason, strength }) => ({
      ...namedEdge(graph, names, edge),
      strength: units(strength),
      reason,
    })),
  }
})

/** Returns, of edges that are negative, the newest verdict on its target that weakened each up to a position. */
export const verdictsAgainst = Effect.fnUntraced(function* (brain: OpenBrain, edges: ReadonlySet<EdgeNumber>, upTo: Position) {
  const { strength } = yield* historiesOf(brain, { edges, nodes: new Set() }, upTo)
  return (edge: EdgeNumber) => {
    const { at, verdict = null } =
      (edges.has(edge) ? newestAgainst(strength(edge).filter((step) => step.aboutOther !== true)) : undefined) ?? {}
    return at === undefined || verdict === null ? undefined : { at, verdict }
  }
})

const newestAgainst = (steps: ReadonlyArray<BlameStep>): BlameStep | undefined =>
  steps.filter(({ delta, feedback }) => delta < 0 && feedback !== null).toSorted((a, b) => b.position - a.position)[0]
