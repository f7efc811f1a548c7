/** Compares two rankings of one question: which memories moved, and which events between the two changed what the walks looked at. */
import { changedEdges, utilityMoves } from '../edge-rules.ts'
import { type BrainEvent, type EventType, eventTypes, isReadBy } from '../events/brain-event.ts'
import type { GraphView } from '../graph.ts'
import type { EdgeNumber, NodeNumber, Position } from '../identity.ts'
import { type BrainFold, brainState, foldEvent } from '../projections/brain-fold.ts'
import type { Nano } from '../strength.ts'
import type { ScoredNode } from '../walk/text-evidence.ts'
import type { Walk } from '../walk/walk-record.ts'
import { changeEdge } from './blame.ts'
import { footprint } from './footprint.ts'

export interface Place {
  readonly place: number
  readonly score: Nano
}

/** A memory with another place. Undefined: it is not in that ranking. */
export interface MovedPlace {
  readonly node: NodeNumber
  readonly from: Place | undefined
  readonly to: Place | undefined
}

/**
 * Returns the memories among the first `shown` of one of the two rankings whose places differ, the furthest moved first, ties by number. A
 * memory that one ranking lacks counts as placed behind both.
 */
export const movedPlaces = (
  before: ReadonlyArray<ScoredNode>,
  after: ReadonlyArray<ScoredNode>,
  shown: number,
): ReadonlyArray<MovedPlace> => {
  const [from, to] = [placesIn(before), placesIn(after)]
  const last = Math.max(before.length, after.length) + 1
  const nodes = new Set([...before.slice(0, shown), ...after.slice(0, shown)].map(({ node }) => node))
  const way = (one: MovedPlace): number => Math.abs((one.from?.place ?? last) - (one.to?.place ?? last))
  return [...nodes]
    .map((node) => ({ node, from: from.get(node), to: to.get(node) }))
    .filter((one) => one.from?.place !== one.to?.place)
    .sort((a, b) => way(b) - way(a) || a.node - b.node)
}

const placesIn = (ranking: ReadonlyArray<ScoredNode>): ReadonlyMap<NodeNumber, Place> =>
  new Map(ranking.map(({ node, score }, at) => [node, { place: at + 1, score }]))

/** Nodes and edges that decide about a place or a ranking. */
export interface Touched {
  readonly edges: ReadonlySet<EdgeNumber>
  readonly nodes: ReadonlySet<NodeNumber>
}

/** Returns everything that a walk looked at, and the nodes of `ranking`. */
export const touchedBy = (graph: GraphView, walk: Walk, ranking: ReadonlyArray<ScoredNode>): Touched => {
  const edges = new Set([...walk.steps, ...walk.inhibitions].map(({ edge }) => edge))
  const ends = [...edges].flatMap((edge) => [graph.sourceOf(edge), graph.targetOf(edge)])
  return { edges, nodes: new Set([...ends, ...walk.fired.map(({ node }) => node), ...ranking.map(({ node }) => node)]) }
}

/** Returns the part of a walk that brought a node its score or took from it: the edges into it, and those into the nodes on its way. */
export const touchedFor = (graph: GraphView, walk: Walk, node: NodeNumber): Touched => {
  const by = new Map(walk.fired.map(({ edge, node: fired }) => [fired, edge]))
  const nodes = new Set<NodeNumber>()
  const edges = new Set<EdgeNumber>()
  const followed = new Map<NodeNumber, Array<EdgeNumber>>()
  for (const { edge } of [...walk.steps, ...walk.inhibitions]) {
    const target = graph.targetOf(edge)
    if (target === node) edges.add(edge)
    else followed.set(target, [...(followed.get(target) ?? []), edge])
  }
  for (let at = node; at > 0 && !nodes.has(at); at = graph.sourceOf(by.get(at) ?? 0)) {
    nodes.add(at)
    const edge = by.get(at) ?? 0
    if (edge !== 0) edges.add(edge)
  }
  return { edges, nodes }
}

export const bothTouched = (one: Touched, other: Touched): Touched => ({
  edges: new Set([...one.edges, ...other.edges]),
  nodes: new Set([...one.nodes, ...other.nodes]),
})

/** A change of an edge or a node, or of the settings, by one event. Values are undefined where none moved. */
export interface RankingChange {
  readonly event: BrainEvent
  readonly of: 'edge' | 'node' | 'settings'
  /** The number of the edge or the node; 0 for settings. */
  readonly number: number
  readonly from: Nano | undefined
  readonly to: Nano | undefined
}

/** Changes of a node that move a place without moving a utility: the text, the state, the trust, the review, the doubts. */
export const nodeTypes: ReadonlySet<EventType> = new Set([
  ...eventTypes.filter((type) => isReadBy({ type }, 'text index')),
  'NodeTrusted',
  'NodeReviewed',
  'NodeDoubted',
  'DoubtLifted',
  'NodeSuperseded',
  'SupersessionLifted',
])

export const settingTypes: ReadonlySet<EventType> = new Set(['ProfileChanged', 'EmbedderChanged'])

export const rankingTypes: ReadonlySet<EventType> = new Set([
  ...eventTypes.filter((type) => isReadBy({ type }, 'changed edges') || isReadBy({ type }, 'utility moves')),
  ...nodeTypes,
  ...settingTypes,
])

/** Reads events, oldest first, and folds them into `fold`, which the caller owns. */
export interface RankingChangeReader {
  readonly read: (event: BrainEvent) => void
  readonly changes: () => ReadonlyArray<RankingChange>
}

/** Finds the changes of what is touched. The value of an edge is its strength; of an edge that is not linked it is 0. */
export const rankingChangeReader = (fold: BrainFold, touched: Touched): RankingChangeReader => {
  const { graph } = brainState(fold)
  const pull = (edge: EdgeNumber): Nano => (graph.isLinked(edge) ? graph.strengthOf(edge) : 0)
  return readerOver(touched, pull, (event) => foldEvent(fold, event))
}

/**
 * Does the same, and folds nothing: it goes on from a graph, which stays as it is. Only events that change an edge or a node that is touched, and those
 * of settings, need be read. Not for a decay: what that takes depends on the turns in which an edge was followed.
 */
export const changeReaderFrom = (graph: GraphView, touched: Touched): RankingChangeReader => {
  const views = new Map([...touched.edges].flatMap((edge) => [graph.edge(edge) ?? []].flat().map((view) => [edge, view] as const)))
  const pull = (edge: EdgeNumber): Nano => {
    const view = views.get(edge)
    return view?.linked === true ? view.strength : 0
  }
  return readerOver(touched, pull, (event) => {
    const changed = changedEdges(event)
    if (changed !== 'all') for (const edge of new Set(changed)) if (touched.edges.has(edge)) changeEdge(views, edge, event, 0)
  })
}

const readerOver = (
  { edges, nodes }: Touched,
  pull: (edge: EdgeNumber) => Nano,
  apply: (event: BrainEvent) => void,
): RankingChangeReader => {
  const found: Array<RankingChange> = []
  return {
    changes: () => found,
    read: (event) => {
      const changed = changedEdges(event)
      const before = (changed === 'all' ? [...edges] : changed.filter((edge) => edges.has(edge))).map((edge) => [edge, pull(edge)] as const)
      apply(event)
      for (const [edge, from] of before) {
        const to = pull(edge)
        if (from !== to) found.push({ event, of: 'edge', number: edge, from, to })
      }
      for (const { from, number, to } of utilityMoves(event))
        if (nodes.has(number) && from !== to) found.push({ event, of: 'node', number, from, to })
      if (settingTypes.has(event.type)) found.push({ event, of: 'settings', number: 0, from: undefined, to: undefined })
      if (!nodeTypes.has(event.type)) return
      for (const node of footprint(event).nodes)
        if (nodes.has(node)) found.push({ event, of: 'node', number: node, from: undefined, to: undefined })
    },
  }
}

/* Finds a position at which a property changes, by halving. */

export interface Tried {
  /** A position between the two ends, not one of them. It need not be the one that was asked for. */
  readonly position: Position
  /** True where the property differs from that at the lower end. */
  readonly differs: boolean
}

/**
 * Yields positions to try and returns the position of a change: there the property differs from that at `low`, and at the position before it
 * does not. Expects that it differs at `high`. Where the property changes more than once between the ends, it finds one of the changes that
 * turn it to that of `high`.
 */
export const firstChange = function* (low: Position, high: Position): Generator<Position, Position, Tried> {
  let [same, other] = [low, high]
  while (other - same > 1) {
    const { differs, position } = yield Math.floor((same + other) / 2)
    if (differs) other = position
    else same = position
  }
  return other
}
