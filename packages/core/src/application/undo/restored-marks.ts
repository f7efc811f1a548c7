/** Tells which doubts, supersessions, trust and decisions of the queue are taken back, or are in force again. */
import * as Effect from 'effect/Effect'
import type { BrainEvent, NewEvent } from '../../domain/events/brain-event.ts'
import type { GraphView, Review } from '../../domain/graph.ts'
import type { NodeNumber } from '../../domain/identity.ts'
import { isMark } from '../../domain/undo/restatement.ts'
import type { OpenBrain } from '../brain/brain.ts'
import { asOf } from '../commands/as-of.ts'
import { nodeNames } from '../naming/names.ts'
import { namedInChanges, supersessionsChanged, toldChanges } from '../superseding/supersessions-changed.ts'

/** `events`: those of one commit, appended or rehearsed. */
export const restoredMarks = Effect.fnUntraced(function* (brain: OpenBrain, events: ReadonlyArray<BrainEvent>) {
  const [first] = events
  if (first === undefined || !events.some(isMark)) return {}
  return yield* marksChanged(brain, (yield* asOf(brain, first.position - 1)).state.graph, events)
})

/** `events` follow on `graph`. Returns no field for marks of which none differs. */
export const marksChanged = Effect.fnUntraced(function* (brain: OpenBrain, graph: GraphView, events: ReadonlyArray<NewEvent>) {
  const [doubted, said] = [doubtsIn(events), saidIn(events)]
  const superseded = supersessionsChanged(graph, events)
  const doubts = [...doubted].map(([node, by]) => change(node, graph.doubtsOf(node).length, graph.doubtsOf(node).length + by))
  const reviews = [...said].map(([node, to]) => change(node, graph.reviewOf(node) ?? null, to.review))
  const trust = [...said].flatMap(([node, to]) =>
    graph.reviewOf(node) === undefined && to.review === null ? [change(node, isTrusted(graph, node), to.trusted)] : [],
  )
  const names = yield* nodeNames(brain, brain.state.graph, [...doubted.keys(), ...said.keys(), ...namedInChanges(superseded)], 'names')
  const told = <Value>(changes: ReadonlyArray<MarkChange<Value>>) =>
    changes.flatMap((one) => (one.from === one.to ? [] : [{ ...one, node: names.id(one.node) }]))
  const marks = { doubts: told(doubts), superseded: toldChanges(names, superseded), trust: told(trust), reviews: told(reviews) }
  return Object.fromEntries(Object.entries(marks).filter(([, changes]) => changes.length > 0)) as Partial<typeof marks>
})

interface MarkChange<Value> {
  readonly node: NodeNumber
  readonly from: Value
  readonly to: Value
}

const change = <Value>(node: NodeNumber, from: Value, to: Value): MarkChange<Value> => ({ node, from, to })

const isTrusted = (graph: GraphView, node: NodeNumber): boolean => graph.node(node)?.trusted === true

/** Returns by how many doubts each memory has more or fewer. A restatement lifts all doubts of a memory and sets those anew that stand. */
const doubtsIn = (events: ReadonlyArray<NewEvent>): ReadonlyMap<NodeNumber, number> => {
  const by = new Map<NodeNumber, number>()
  for (const { data, type } of events) {
    if (type === 'DoubtLifted' || type === 'NodeDoubted') by.set(data.node, (by.get(data.node) ?? 0) + (type === 'NodeDoubted' ? 1 : -1))
  }
  return by
}

/** Returns the last yes or no to each memory. */
const saidIn = (events: ReadonlyArray<NewEvent>) => {
  const said = new Map<NodeNumber, { readonly review: Review | null; readonly trusted: boolean }>()
  for (const { data, type } of events) {
    if (type === 'NodeReviewed') said.set(data.node, { review: data.review, trusted: data.review === 'approved' })
    else if (type === 'NodeTrusted') said.set(data.node, { review: null, trusted: data.trust === 'on' })
  }
  return said
}
