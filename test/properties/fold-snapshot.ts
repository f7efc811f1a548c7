/** All that a fold knows, as one canonical text: two folds are the same when their texts are. Capacities and the order of maps stay out. */
import { canonicalJson } from '../../packages/core/src/domain/canonical-json.ts'
import type { BrainEvent } from '../../packages/core/src/domain/events/brain-event.ts'
import type { Doubt, EdgeView, GraphView, NodeAliases, NodeLife, NodeView, Supersession } from '../../packages/core/src/domain/graph.ts'
import { type BrainFold, brainState, emptyFold, foldEvent } from '../../packages/core/src/domain/projections/brain-fold.ts'

export const foldSnapshot = (fold: BrainFold): string => canonicalJson(foldValue(fold))

/** F(L): a fold of its own, in place. */
export const folded = (log: Iterable<BrainEvent>): BrainFold => {
  const fold = emptyFold()
  for (const event of log) foldEvent(fold, event)
  return fold
}

/** The fold as plain JSON values. */
export interface FoldValue {
  readonly position: number
  readonly at: number
  readonly graph: GraphValue
  readonly lastTurn: number
  readonly turns: ReadonlyArray<unknown>
  readonly absent: ReadonlyArray<ReadonlyArray<unknown>>
  readonly participants: unknown
  readonly sources: unknown
  readonly settings: unknown
  readonly owner: unknown
  readonly unlearnings: unknown
  readonly growth: unknown
  readonly model: unknown
  readonly causes: unknown
  readonly judging: unknown
  readonly said: unknown
  readonly progress: unknown
  readonly erased: unknown
}

export const foldValue = (fold: BrainFold): FoldValue => {
  const state = brainState(fold)
  return {
    position: state.position,
    at: state.at,
    graph: graphValue(state.graph),
    lastTurn: state.lastTurn,
    // Their order is meant: the newest come first, and the oldest is forgotten.
    turns: [...state.recentTurns()].map(plain),
    absent: [...fold.ledger.absent].map(([turn, one]) => [turn, plain(one)]),
    participants: plain(state.participants),
    sources: plain(state.sources),
    settings: plain(state.settings),
    owner: plain(state.owner),
    unlearnings: plain(state.unlearnings),
    growth: plain(state.growth),
    model: plain(state.model),
    causes: plain(state.causes),
    judging: plain(state.judging),
    said: plain(state.said),
    progress: plain(state.progress),
    erased: plain(state.erased),
  }
}

/** `doubts`, `superseded`, `aliases`, `out` and `joining` are pairs of a node and what it has. */
export interface GraphValue {
  readonly nodes: ReadonlyArray<NodeView>
  readonly edges: ReadonlyArray<EdgeView>
  readonly untrusted: number
  readonly lives: ReadonlyArray<NodeLife>
  readonly doubts: ReadonlyArray<ReadonlyArray<number | ReadonlyArray<Doubt>>>
  readonly superseded: ReadonlyArray<ReadonlyArray<number | ReadonlyArray<Supersession>>>
  readonly aliases: ReadonlyArray<ReadonlyArray<number | ReadonlyArray<NodeAliases>>>
  readonly out: ReadonlyArray<ReadonlyArray<number | ReadonlyArray<number>>>
  readonly joining: ReadonlyArray<ReadonlyArray<number | ReadonlyArray<number>>>
}

export const graphValue = (graph: GraphView): GraphValue => ({
  nodes: numbers(graph.nodes).flatMap((node) => graph.node(node) ?? []),
  edges: numbers(graph.edges).flatMap((edge) => graph.edge(edge) ?? []),
  untrusted: graph.untrusted,
  lives: numbers(graph.nodes).map((node) => graph.lifeOf(node)),
  doubts: graph.doubted().map((node) => [node, graph.doubtsOf(node)]),
  superseded: graph.superseded().map((node) => [node, graph.supersessionsOf(node)]),
  aliases: graph.aliased().map((node) => [node, graph.aliasesOf(node)]),
  out: edgesOfEach(graph, graph.out),
  joining: edgesOfEach(graph, graph.joining),
})

const edgesOfEach = (graph: GraphView, of: GraphView['joining']): GraphValue['joining'] =>
  numbers(graph.nodes).flatMap((node) => (of(node).length === 0 ? [] : [[node, of(node)]]))

/** The numbers that can be there: a graph whose numbers jump is looked at where its columns hold something. */
const numbers = (highest: number): ReadonlyArray<number> => Array.from({ length: highest }, (_, i) => i + 1)

const plain = (value: unknown): unknown => {
  if (value instanceof Map) return sorted([...value].map(([key, held]) => [key, plain(held)] as const))
  if (value instanceof Set) return [...value].sort()
  if (Array.isArray(value)) return value.map(plain)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, held]) => [key, plain(held)]))
}

const sorted = (entries: ReadonlyArray<readonly [unknown, unknown]>) =>
  [...entries].sort(([a], [b]) => (typeof a === 'number' && typeof b === 'number' ? a - b : `${a}` < `${b}` ? -1 : 1))
