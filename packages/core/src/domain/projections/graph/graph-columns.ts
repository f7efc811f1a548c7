/** The memory graph as columns of numbers: private to one fold, a few dozen bytes an edge, grown by half. */
import { type EdgeKind, edgeKinds, mentionRoles } from '../../edge-kinds.ts'
import type { Doubt, EdgeView, GraphView, NodeView } from '../../graph.ts'
import type { EdgeNumber, NodeNumber } from '../../identity.ts'
import { isItem, isLive, mayBeInjected, type NodeState, type NodeType, nodeStates, nodeTypes, type Origin, origins } from '../../node.ts'
import {
  cloneRefs,
  cloneRefTable,
  emptyRefs,
  emptyRefTable,
  growRefs,
  isRefAt,
  knownNumber,
  optionalRefAt,
  type RefColumn,
  type RefTable,
  refAt,
  refOfNumber,
} from './ref-table.ts'

/** Row 0 of each column is unused: numbers count from 1. Closed words are indexes into their lists; state 0 means "no such node". */
export interface GraphColumns {
  nodes: number
  edges: number
  /** See {@link GraphView.untrusted}. Equal to a pass over all nodes with {@link isUntrustedAt}. */
  untrusted: number
  nodeState: Uint8Array
  nodeType: Uint8Array
  nodeOrigin: Uint8Array
  /** {@link trustedByOwner} after `NodeTrusted` with `trust: 'on'`, until it is taken back or the text is revised with others’ words. */
  nodeTrust: Uint8Array
  /** Numbers that an event gives freely do not all fit 32 bits. */
  nodeSource: Float64Array
  /** 1 + what its author said; 0 where nobody said any. */
  nodeImportance: Int32Array
  utility: Float64Array
  /** How many linked edges of cues lead to it with a strength above 0. */
  praise: Int32Array
  readonly id: RefColumn
  readonly title: RefColumn
  readonly text: RefColumn
  readonly links: RefColumn
  readonly tags: RefColumn
  edgeSource: Int32Array
  edgeTarget: Int32Array
  edgeKind: Uint8Array
  /** Of a mention: 1 + index into `mentionRoles`; 0 for others. */
  edgeRole: Uint8Array
  /** Of a mention: the number of its phrase in `labels`; 0 for others. */
  edgeLabel: Int32Array
  readonly labels: RefTable
  linked: Uint8Array
  strength: Float64Array
  first: Float64Array
  uses: Int32Array
  skips: Int32Array
  lastUsed: Float64Array
  lastRenewed: Float64Array
  /** The edges that leave a node are a chain: from `lastOut` of the node along `previousOut` of the edges, newest first. */
  lastOut: Int32Array
  previousOut: Int32Array
  /** Hardly any node is doubted. */
  readonly doubts: Map<NodeNumber, ReadonlyArray<Doubt>>
}

const initialCapacity = 64

/** Values of the trust column: whether a `NodeTrusted` event is in force for the text of the node. */
export const notTrusted = 0
export const trustedByOwner = 1

/** How an edge stands: pruned for being weak, linked, or withdrawn because its documents no longer say it. */
export const edgePruned = 0
export const edgeLinked = 1
export const edgeWithdrawn = 2
export type EdgeStanding = typeof edgePruned | typeof edgeLinked | typeof edgeWithdrawn

export const emptyColumns = (): GraphColumns => ({
  nodes: 0,
  edges: 0,
  untrusted: 0,
  nodeState: new Uint8Array(initialCapacity),
  nodeType: new Uint8Array(initialCapacity),
  nodeOrigin: new Uint8Array(initialCapacity),
  nodeTrust: new Uint8Array(initialCapacity),
  nodeSource: new Float64Array(initialCapacity),
  nodeImportance: new Int32Array(initialCapacity),
  utility: new Float64Array(initialCapacity),
  praise: new Int32Array(initialCapacity),
  id: emptyRefs(initialCapacity),
  title: emptyRefs(initialCapacity),
  text: emptyRefs(initialCapacity),
  links: emptyRefs(initialCapacity),
  tags: emptyRefs(initialCapacity),
  edgeSource: new Int32Array(initialCapacity),
  edgeTarget: new Int32Array(initialCapacity),
  edgeKind: new Uint8Array(initialCapacity),
  edgeRole: new Uint8Array(initialCapacity),
  edgeLabel: new Int32Array(initialCapacity),
  labels: emptyRefTable(),
  linked: new Uint8Array(initialCapacity),
  strength: new Float64Array(initialCapacity),
  first: new Float64Array(initialCapacity),
  uses: new Int32Array(initialCapacity),
  skips: new Int32Array(initialCapacity),
  lastUsed: new Float64Array(initialCapacity),
  lastRenewed: new Float64Array(initialCapacity),
  lastOut: new Int32Array(initialCapacity),
  previousOut: new Int32Array(initialCapacity),
  doubts: new Map(),
})

export const cloneColumns = (columns: GraphColumns): GraphColumns => ({
  ...columns,
  nodeState: columns.nodeState.slice(),
  nodeType: columns.nodeType.slice(),
  nodeOrigin: columns.nodeOrigin.slice(),
  nodeTrust: columns.nodeTrust.slice(),
  nodeSource: columns.nodeSource.slice(),
  nodeImportance: columns.nodeImportance.slice(),
  utility: columns.utility.slice(),
  praise: columns.praise.slice(),
  id: cloneRefs(columns.id),
  title: cloneRefs(columns.title),
  text: cloneRefs(columns.text),
  links: cloneRefs(columns.links),
  tags: cloneRefs(columns.tags),
  edgeSource: columns.edgeSource.slice(),
  edgeTarget: columns.edgeTarget.slice(),
  edgeKind: columns.edgeKind.slice(),
  edgeRole: columns.edgeRole.slice(),
  edgeLabel: columns.edgeLabel.slice(),
  labels: cloneRefTable(columns.labels),
  linked: columns.linked.slice(),
  strength: columns.strength.slice(),
  first: columns.first.slice(),
  uses: columns.uses.slice(),
  skips: columns.skips.slice(),
  lastUsed: columns.lastUsed.slice(),
  lastRenewed: columns.lastRenewed.slice(),
  lastOut: columns.lastOut.slice(),
  previousOut: columns.previousOut.slice(),
  doubts: new Map(columns.doubts),
})

type Column = Uint8Array | Int32Array | Float64Array
const grown = <T extends Column>(column: T, capacity: number): T => {
  const larger = new (column.constructor as new (length: number) => T)(capacity)
  larger.set(column as never)
  return larger
}

/** By half each time: doubling would leave up to half of every column empty. */
const enlarged = (capacity: number, number: number): number => {
  let larger = capacity
  while (larger <= number) larger += Math.ceil(larger / 2)
  return larger
}

export const growNodes = (columns: GraphColumns, number: NodeNumber): void => {
  if (number < columns.nodeState.length) return
  const capacity = enlarged(columns.nodeState.length, number)
  for (const name of ['nodeState', 'nodeType', 'nodeOrigin', 'nodeTrust'] as const) columns[name] = grown(columns[name], capacity)
  for (const name of ['nodeSource', 'utility'] as const) columns[name] = grown(columns[name], capacity)
  for (const name of ['lastOut', 'nodeImportance', 'praise'] as const) columns[name] = grown(columns[name], capacity)
  for (const name of ['id', 'title', 'text', 'links', 'tags'] as const) growRefs(columns[name], capacity)
}

export const growEdges = (columns: GraphColumns, number: EdgeNumber): void => {
  if (number < columns.strength.length) return
  const capacity = enlarged(columns.strength.length, number)
  for (const name of ['edgeKind', 'edgeRole', 'linked'] as const) columns[name] = grown(columns[name], capacity)
  for (const name of ['edgeSource', 'edgeTarget', 'edgeLabel', 'uses', 'skips', 'previousOut'] as const)
    columns[name] = grown(columns[name], capacity)
  for (const name of ['strength', 'first', 'lastUsed', 'lastRenewed'] as const) columns[name] = grown(columns[name], capacity)
}

export const hasNode = (columns: GraphColumns, node: NodeNumber): boolean => node <= columns.nodes && (columns.nodeState[node] ?? 0) !== 0
export const hasEdge = (columns: GraphColumns, edge: EdgeNumber): boolean => edge <= columns.edges && (columns.edgeSource[edge] ?? 0) !== 0

const stateOf = (columns: GraphColumns, node: NodeNumber): NodeState | undefined => nodeStates[(columns.nodeState[node] ?? 0) - 1]

/** The columns as others may read them. Good until the fold is given the next commit. */
export const graphView = (columns: GraphColumns): GraphView => ({
  get nodes() {
    return columns.nodes
  },
  get edges() {
    return columns.edges
  },
  get untrusted() {
    return columns.untrusted
  },
  node: (node) => nodeView(columns, node),
  edge: (edge) => edgeView(columns, edge),
  out: (node) => out(columns, node),
  between: (source, target) => between(columns, source, target),
  stateOf: (node) => stateOf(columns, node),
  typeOf: (node): NodeType | undefined => (hasNode(columns, node) ? nodeTypes[columns.nodeType[node] ?? 0] : undefined),
  originOf: (node): Origin | undefined => originAt(columns, node),
  isTrusted: (node) => isTrustedAt(columns, node),
  sourceNumberOf: (node) => columns.nodeSource[node] ?? 0,
  utilityOf: (node) => columns.utility[node] ?? 0,
  isPraised: (node) => (columns.praise[node] ?? 0) > 0,
  doubtsOf: (node) => columns.doubts.get(node) ?? undoubted,
  doubted: () => [...columns.doubts.keys()].sort((a, b) => a - b),
  isWorded: (node, as) => isWorded(columns, node, as),
  strengthOf: (edge) => columns.strength[edge] ?? 0,
  kindOf: (edge): EdgeKind | undefined => (hasEdge(columns, edge) ? edgeKinds[columns.edgeKind[edge] ?? 0] : undefined),
  targetOf: (edge) => columns.edgeTarget[edge] ?? 0,
  sourceOf: (edge) => columns.edgeSource[edge] ?? 0,
  isLinked: (edge) => columns.linked[edge] === edgeLinked,
  firstOf: (edge) => columns.first[edge] ?? 0,
  usesOf: (edge) => columns.uses[edge] ?? 0,
  lastRenewedOf: (edge) => columns.lastRenewed[edge] ?? 0,
  roleOf: (edge) => mentionRoles[(columns.edgeRole[edge] ?? 0) - 1],
  labelOf: (edge) => columns.edgeLabel[edge] ?? 0,
  labelNumber: (ref) => knownNumber(columns.labels, ref),
  label: (number) => refOfNumber(columns.labels, number),
})

const originAt = (columns: GraphColumns, node: NodeNumber): Origin | undefined =>
  hasNode(columns, node) ? origins[columns.nodeOrigin[node] ?? 0] : undefined

const isTrustedAt = (columns: GraphColumns, node: NodeNumber): boolean =>
  columns.nodeTrust[node] === trustedByOwner || mayBeInjected(originAt(columns, node) ?? 'untrusted')

/** True for a recallable node that is not trusted: the nodes that {@link GraphColumns.untrusted} counts. */
export const isUntrustedAt = (columns: GraphColumns, node: NodeNumber): boolean =>
  hasNode(columns, node) && isLive(stateOf(columns, node)) && isItem(nodeTypes[columns.nodeType[node] ?? 0]) && !isTrustedAt(columns, node)

const undoubted: ReadonlyArray<Doubt> = []

/** Its references are spelled out when they are asked for: most readers want one of them or none. */
const nodeView = (columns: GraphColumns, node: NodeNumber): NodeView | undefined => {
  const state = stateOf(columns, node)
  if (state === undefined) return undefined
  const source = columns.nodeSource[node] ?? 0
  const importance = columns.nodeImportance[node] ?? 0
  return {
    node,
    state,
    type: nodeTypes[columns.nodeType[node] ?? 0] ?? 'fact',
    origin: originAt(columns, node) ?? 'untrusted',
    trusted: columns.nodeTrust[node] === trustedByOwner,
    utility: columns.utility[node] ?? 0,
    source: source === 0 ? undefined : source,
    importance: importance === 0 ? undefined : importance - 1,
    get id() {
      return refAt(columns.id, node)
    },
    get title() {
      return optionalRefAt(columns.title, node)
    },
    get text() {
      return refAt(columns.text, node)
    },
    get links() {
      return optionalRefAt(columns.links, node)
    },
    get tags() {
      return optionalRefAt(columns.tags, node)
    },
  }
}

const isWorded = (columns: GraphColumns, node: NodeNumber, { id, text, title }: Pick<NodeView, 'id' | 'title' | 'text'>): boolean =>
  hasNode(columns, node) &&
  isRefAt(columns.text, node, text) &&
  isRefAt(columns.id, node, id) &&
  (title === undefined ? columns.title.held[node] !== 1 : columns.title.held[node] === 1 && isRefAt(columns.title, node, title))

const edgeView = (columns: GraphColumns, edge: EdgeNumber): EdgeView | undefined => {
  const kind = hasEdge(columns, edge) ? edgeKinds[columns.edgeKind[edge] ?? 0] : undefined
  if (kind === undefined) return undefined
  return {
    edge,
    source: columns.edgeSource[edge] ?? 0,
    target: columns.edgeTarget[edge] ?? 0,
    kind,
    strength: columns.strength[edge] ?? 0,
    first: columns.first[edge] ?? 0,
    linked: columns.linked[edge] === edgeLinked,
    withdrawn: columns.linked[edge] === edgeWithdrawn,
    uses: columns.uses[edge] ?? 0,
    skips: columns.skips[edge] ?? 0,
    lastUsed: columns.lastUsed[edge] ?? 0,
    lastRenewed: columns.lastRenewed[edge] ?? 0,
  }
}

const out = (columns: GraphColumns, node: NodeNumber): ReadonlyArray<EdgeNumber> => {
  const edges: Array<EdgeNumber> = []
  for (let edge = columns.lastOut[node] ?? 0; edge !== 0; edge = columns.previousOut[edge] ?? 0) {
    if (columns.linked[edge] === edgeLinked) edges.push(edge)
  }
  return rising(edges.reverse())
}

const between = (columns: GraphColumns, source: NodeNumber, target: NodeNumber): ReadonlyArray<EdgeNumber> => {
  const edges: Array<EdgeNumber> = []
  for (let edge = columns.lastOut[source] ?? 0; edge !== 0; edge = columns.previousOut[edge] ?? 0) {
    if (columns.edgeTarget[edge] === target) edges.push(edge)
  }
  return rising(edges.reverse())
}

/** Edges are nearly always linked in the order of their numbers. */
const rising = (edges: Array<EdgeNumber>): ReadonlyArray<EdgeNumber> =>
  edges.every((edge, i) => i === 0 || edge > (edges[i - 1] ?? 0)) ? edges : edges.sort((a, b) => a - b)
