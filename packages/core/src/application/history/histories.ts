/** Reads the histories of strengths and utilities from the commits that the index of the log names. */

import * as Effect from 'effect/Effect'
import { changedEdges, utilityMoves } from '../../domain/edge-rules.ts'
import type { BrainEvent, EventType } from '../../domain/events/brain-event.ts'
import type { DecodedOnly, WantedEvents } from '../../domain/events/codec/event-codec.ts'
import { type BlameReader, blameReader } from '../../domain/history/blame.ts'
import { type CommitMark, type Subject, typeSubject } from '../../domain/history/segments.ts'
import type { EdgeNumber, NodeNumber, Position } from '../../domain/identity.ts'
import type { OpenBrain } from '../brain/brain.ts'
import { decodeRow, forEachEvent } from '../brain/read-row.ts'
import { type FoundCommits, lookUp, marksOf, rowAt } from '../naming/segments.ts'

export interface Traced {
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
