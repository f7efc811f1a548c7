/** The memory graph as columns of numbers. Private to one fold; a few dozen bytes for each edge; capacity grows by half. */
import type { Standing } from '../../edge-rules.ts'
import {
  type Doubt,
  type EdgeKind,
  type EdgeView,
  edgeKinds,
  type GraphView,
  isItem,
  isLive,
  mayBeInjected,
  mentionRoles,
  type NodeState,
  type NodeType,
  type NodeView,
  nodeStates,
  nodeTypes,
  type Origin,
  origins,
  type Supersession,
} from '../../graph.ts'
import type { EdgeNumber, NodeNumber } from '../../identity.ts'
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

/**
 * Row 0 of each column is unused, because numbers count from 1. Words of closed lists are stored as indexes. A node state is its index + 1;
 * 0 means that the node does not exist.
 */
export interface GraphColumns {
  nodes: number
  edges: number
  /** See {@link GraphView.untrusted}. Equals the count of a pass over all nodes with {@link isUntrustedAt}. */
  untrusted: number
  /** The time of the first commit of a run of ingest that is not complete; 0 where there is none. */
  runAt: number
  nodeState: Uint8Array
  nodeType: Uint8Array
  nodeOrigin: Uint8Array
  /** {@link trustedByOwner} after `NodeTrusted` with `trust: 'on'`, until it is withdrawn or revised by an origin that may not be injected. */
  nodeTrust: Uint8Array
  /** 64-bit, because an event may contain a source number that does not fit 32 bits. */
  nodeSource: Float64Array
  /** 1 + the importance that the event gives; 0 if it gives none. */
  nodeImportance: Int32Array
  /** 1 + the day that the event gives; 0 if it gives none. */
  nodeDay: Int32Array
  /** See {@link GraphView.readAt}; 0 for none. */
  nodeRead: Float64Array
  utility: Float64Array
  /** Number of linked edges with a strength above 0 from cues to the node. */
  praise: Int32Array
  /** The life of a node: see {@link GraphView.lifeOf}. */
  timesSeen: Int32Array
  timesFired: Int32Array
  timesUsed: Int32Array
  timesCorrected: Int32Array
  turnFirst: Float64Array
  turnLast: Float64Array
  readonly id: RefColumn
  readonly title: RefColumn
  readonly text: RefColumn
  readonly links: RefColumn
  readonly tags: RefColumn
  edgeSource: Int32Array
  edgeTarget: Int32Array
  edgeKind: Uint8Array
  /** 1 + index into `mentionRoles` for a mention that has a role; 0 for other edges. */
  edgeRole: Uint8Array
  /** The number of its phrase in `labels` for a mention that has one; 0 for other edges. */
  edgeLabel: Int32Array
  readonly labels: RefTable
  linked: Uint8Array
  strength: Float64Array
  first: Float64Array
  uses: Int32Array
  skips: Int32Array
  lastUsed: Float64Array
  lastRenewed: Float64Array
  /** The edges that leave a node are a linked list, newest first: `lastOut` of the node, then `previousOut` of each edge. */
  lastOut: Int32Array
  previousOut: Int32Array
  /** Maps, because few nodes are doubted or superseded. */
  readonly doubts: Map<NodeNumber, ReadonlyArray<Doubt>>
  readonly supersessions: Map<NodeNumber, ReadonlyArray<Supersession>>
}

const initialCapacity = 64

/** Values of `nodeTrust`: a `NodeTrusted` event is in force for the text of the node, or not. */
export const notTrusted = 0
export const trustedByOwner = 1

/** Values of `linked`: pruned, linked, or withdrawn because the documents no longer support the edge. */
export const edgePruned = 0
export const edgeLinked = 1
export const edgeWithdrawn = 2
export type EdgeStanding = typeof edgePruned | typeof edgeLinked | typeof edgeWithdrawn

export const standingCode = ({ linked, withdrawn }: Standing): EdgeStanding =>
  linked ? edgeLinked : withdrawn ? edgeWithdrawn : edgePruned

export const emptyColumns = (): GraphColumns => ({
  nodes: 0,
  edges: 0,
  untrusted: 0,
  runAt: 0,
  nodeState: new Uint8Array(initialCapacity),
  nodeType: new Uint8Array(initialCapacity),
  nodeOrigin: new Uint8Array(initialCapacity),
  nodeTrust: new Uint8Array(initialCapacity),
  nodeSource: new Float64Array(initialCapacity),
  nodeImportance: new Int32Array(initialCapacity),
  nodeDay: new Int32Array(initialCapacity),
  nodeRead: new Float64Array(initialCapacity),
  utility: new Float64Array(initialCapacity),
  praise: new Int32Array(initialCapacity),
  timesSeen: new Int32Array(initialCapacity),
  timesFired: new Int32Array(initialCapacity),
  timesUsed: new Int32Array(initialCapacity),
  timesCorrected: new Int32Array(initialCapacity),
  turnFirst: new Float64Array(initialCapacity),
  turnLast: new Float64Array(initialCapacity),
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
  supersessions: new Map(),
})

export const cloneColumns = (columns: GraphColumns): GraphColumns => ({
  ...columns,
  nodeState: columns.nodeState.slice(),
  nodeType: columns.nodeType.slice(),
  nodeOrigin: columns.nodeOrigin.slice(),
  nodeTrust: columns.nodeTrust.slice(),
  nodeSource: columns.nodeSource.slice(),
  nodeImportance: columns.nodeImportance.slice(),
  nodeDay: columns.nodeDay.slice(),
  nodeRead: columns.nodeRead.slice(),
  utility: columns.utility.slice(),
  praise: columns.praise.slice(),
  timesSeen: columns.timesSeen.slice(),
  timesFired: columns.timesFired.slice(),
  timesUsed: columns.timesUsed.slice(),
  timesCorrected: columns.timesCorrected.slice(),
  turnFirst: columns.turnFirst.slice(),
  turnLast: columns.turnLast.slice(),
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
  supersessions: new Map(columns.supersessions),
})

type Column = Uint8Array | Int32Array | Float64Array
const grown = <T extends Column>(column: T, capacity: number): T => {
  const larger = new (column.constructor as new (length: number) => T)(capacity)
  larger.set(column as never)
  return larger
}

/** Grows by half each time, because doubling would leave up to half of every column empty. */
const enlarged = (capacity: number, number: number): number => {
  let larger = capacity
  while (larger <= number) larger += Math.ceil(larger / 2)
  return larger
}

export const growNodes = (columns: GraphColumns, number: NodeNumber): void => {
  if (number < columns.nodeState.length) return
  const capacity = enlarged(columns.nodeState.length, number)
  for (const name of ['nodeState', 'nodeType', 'nodeOrigin', 'nodeTrust'] as const) columns[name] = grown(columns[name], capacity)
  for (const name of ['nodeSource', 'nodeRead', 'turnFirst', 'turnLast', 'utility'] as const) columns[name] = grown(columns[name], capacity)
  for (const name of ['lastOut', 'nodeDay', 'nodeImportance', 'praise', 'timesCorrected', 'timesFired', 'timesSeen', 'timesUsed'] as const)
    columns[name] = grown(columns[name], capacity)
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

/** Returns a read-only view of the columns. Valid until the fold gets the next commit. */
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
  typeOf: (node) => typeAt(columns, node),
  originOf: (node): Origin | undefined => originAt(columns, node),
  isTrusted: (node) => isTrustedAt(columns, node),
  sourceNumberOf: (node) => columns.nodeSource[node] ?? 0,
  utilityOf: (node) => columns.utility[node] ?? 0,
  dayOf: (node) => dayAt(columns, node),
  readAt: (node) => columns.nodeRead[node] ?? 0,
  isPraised: (node) => (columns.praise[node] ?? 0) > 0,
  lifeOf: (node) => ({
    seen: columns.timesSeen[node] ?? 0,
    fired: columns.timesFired[node] ?? 0,
    used: columns.timesUsed[node] ?? 0,
    corrected: columns.timesCorrected[node] ?? 0,
    first: columns.turnFirst[node] ?? 0,
    last: columns.turnLast[node] ?? 0,
  }),
  doubtsOf: (node) => columns.doubts.get(node) ?? undoubted,
  doubted: () => [...columns.doubts.keys()].sort((a, b) => a - b),
  supersededBy: (node) => columns.supersessions.get(node) ?? inForce,
  superseded: () => [...columns.supersessions.keys()].sort((a, b) => a - b),
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

const dayAt = (columns: GraphColumns, node: NodeNumber): number | undefined => {
  const day = columns.nodeDay[node] ?? 0
  return day === 0 ? undefined : day - 1
}

const isTrustedAt = (columns: GraphColumns, node: NodeNumber): boolean =>
  columns.nodeTrust[node] === trustedByOwner || mayBeInjected(originAt(columns, node) ?? 'untrusted')

/** True for a recallable node that is not trusted: the nodes that {@link GraphColumns.untrusted} counts. */
export const isUntrustedAt = (columns: GraphColumns, node: NodeNumber): boolean =>
  hasNode(columns, node) && isLive(stateOf(columns, node)) && isItem(nodeTypes[columns.nodeType[node] ?? 0]) && !isTrustedAt(columns, node)

const undoubted: ReadonlyArray<Doubt> = []
const inForce: ReadonlyArray<Supersession> = []

export const typeAt = (columns: GraphColumns, node: NodeNumber): NodeType | undefined =>
  hasNode(columns, node) ? nodeTypes[columns.nodeType[node] ?? 0] : undefined

/** References are decoded on access, because most readers need one of them or none. */
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
    day: dayAt(columns, node),
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

/** Sorts by number. Edges are nearly always linked in that order already. */
const rising = (edges: Array<EdgeNumber>): ReadonlyArray<EdgeNumber> =>
  edges.every((edge, i) => i === 0 || edge > (edges[i - 1] ?? 0)) ? edges : edges.sort((a, b) => a - b)
