/** The memory graph as columns of numbers. Private to one fold; a few dozen bytes for each edge; capacity grows by half. */

import { overlaps } from '@crabtrail/text/statements/quoted-words'
import type { Standing } from '../../edge-rules.ts'
import {
  type Doubt,
  type EdgeKind,
  type EdgeView,
  edgeKinds,
  type GraphView,
  isItem,
  isLive,
  isUnapproved,
  mayBeInjected,
  mentionRoles,
  type NodeAliases,
  type NodeState,
  type NodeType,
  type NodeView,
  nodeStates,
  nodeTypes,
  type Origin,
  origins,
  type Review,
  reviews,
  type Supersession,
} from '../../graph.ts'
import type { EdgeNumber, NodeNumber } from '../../identity.ts'
import { emptyRefs, emptyRefTable, growRefs, isRefAt, knownNumber, optionalRefAt, refAt, refOfNumber } from './reference-table.ts'

const initialCapacity = 64

/**
 * Row 0 of each column is unused, because numbers count from 1. Words of closed lists are stored as indexes. A node state is its index + 1;
 * 0 means that the node does not exist.
 */
export const emptyColumns = () => ({
  nodes: 0,
  edges: 0,
  /** See {@link GraphView.untrusted}. Equals the count of a pass over all nodes with {@link isUntrustedAt}. */
  untrusted: 0,
  /** The time of the first commit of a run of ingest that is not complete; 0 where there is none. */
  runAt: 0,
  nodeState: new Uint8Array(initialCapacity),
  nodeType: new Uint8Array(initialCapacity),
  nodeOrigin: new Uint8Array(initialCapacity),
  /** {@link trustedByOwner} until that is withdrawn or the text is revised by an origin that may not be injected; or one of {@link reviewCodes}. */
  nodeTrust: new Uint8Array(initialCapacity),
  /** 64-bit, because an event may contain a source number that does not fit 32 bits. */
  nodeSource: new Float64Array(initialCapacity),
  /** 1 + the importance that the event gives; 0 if it gives none. */
  nodeImportance: new Int32Array(initialCapacity),
  /** 1 + the day that the event gives; 0 if it gives none. */
  nodeDay: new Int32Array(initialCapacity),
  /** See {@link GraphView.readAt}; 0 for none. */
  nodeRead: new Float64Array(initialCapacity),
  utility: new Float64Array(initialCapacity),
  /** Number of linked edges with a strength above 0 from cues to the node. */
  praise: new Int32Array(initialCapacity),
  /** The life of a node: see {@link GraphView.lifeOf}. */
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
  /** 1 + index into `mentionRoles` for a mention that has a role; 0 for other edges. */
  edgeRole: new Uint8Array(initialCapacity),
  /** The number of its phrase in `labels` for a mention that has one; 0 for other edges. */
  edgeLabel: new Int32Array(initialCapacity),
  labels: emptyRefTable(),
  linked: new Uint8Array(initialCapacity),
  strength: new Float64Array(initialCapacity),
  first: new Float64Array(initialCapacity),
  uses: new Int32Array(initialCapacity),
  skips: new Int32Array(initialCapacity),
  lastUsed: new Float64Array(initialCapacity),
  lastRenewed: new Float64Array(initialCapacity),
  /** The edges that leave a node are a linked list, newest first: `lastOut` of the node, then `previousOut` of each edge. So are those that lead to it. */
  lastOut: new Int32Array(initialCapacity),
  previousOut: new Int32Array(initialCapacity),
  lastIn: new Int32Array(initialCapacity),
  previousIn: new Int32Array(initialCapacity),
  /** Maps, because few nodes are doubted or superseded, and many brains have no aliases. */
  doubts: new Map<NodeNumber, ReadonlyArray<Doubt>>(),
  supersessions: new Map<NodeNumber, ReadonlyArray<Supersession>>(),
  aliases: new Map<NodeNumber, ReadonlyArray<NodeAliases>>(),
})
export type GraphColumns = ReturnType<typeof emptyColumns>

const nodeColumns = [
  ...(['nodeState', 'nodeType', 'nodeOrigin', 'nodeTrust', 'nodeSource', 'nodeRead', 'nodeImportance', 'nodeDay', 'utility'] as const),
  ...(['praise', 'lastOut', 'lastIn', 'timesSeen', 'timesFired', 'timesUsed', 'timesCorrected', 'turnFirst', 'turnLast'] as const),
]
const edgeColumns = [
  ...(['edgeSource', 'edgeTarget', 'edgeKind', 'edgeRole', 'edgeLabel', 'linked', 'strength', 'first'] as const),
  ...(['uses', 'skips', 'lastUsed', 'lastRenewed', 'previousOut', 'previousIn'] as const),
]

/** Grows by half each time, because doubling would leave up to half of every column empty; less for a snapshot, whose rows all come at once. */
const enlarged = (capacity: number, number: number): number =>
  Math.max(capacity + Math.ceil(capacity / 2), number + 1 + Math.ceil(number / 16))

const growColumns = (columns: GraphColumns, names: typeof nodeColumns | typeof edgeColumns, capacity: number): void => {
  for (const name of names) {
    const column = columns[name]
    const larger = new (column.constructor as new (length: number) => typeof column)(capacity)
    larger.set(column)
    Object.assign(columns, { [name]: larger })
  }
}

export const growNodes = (columns: GraphColumns, number: NodeNumber): void => {
  if (number < columns.nodeState.length) return
  const capacity = enlarged(columns.nodeState.length, number)
  growColumns(columns, nodeColumns, capacity)
  for (const name of ['id', 'title', 'text', 'links', 'tags'] as const) growRefs(columns[name], capacity)
}

export const growEdges = (columns: GraphColumns, number: EdgeNumber): void => {
  if (number >= columns.strength.length) growColumns(columns, edgeColumns, enlarged(columns.strength.length, number))
}

/** Values of `nodeTrust`: the owner trusts the text of the node, or not; or how it stands where it was to wait for a yes. */
export const notTrusted = 0
export const trustedByOwner = 1
export const reviewCodes: Readonly<Record<Review, number>> = { waits: 2, approved: 3, refused: 4 }

/** Values of `linked`: pruned, linked, or withdrawn because the documents no longer support the edge. */
const edgePruned = 0
export const edgeLinked = 1
const edgeWithdrawn = 2

export const standingCode = ({ linked, withdrawn }: Standing): number => (linked ? edgeLinked : withdrawn ? edgeWithdrawn : edgePruned)

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
  out: (node) => leaving(columns, node, columns.linked, edgeLinked),
  joining: (node) => joining(columns, node),
  between: (source, target) => leaving(columns, source, columns.edgeTarget, target),
  stateOf: (node) => stateOf(columns, node),
  typeOf: (node) => typeAt(columns, node),
  originOf: (node) => originAt(columns, node),
  isTrusted: (node) => isTrustedAt(columns, node),
  reviewOf: (node) => reviewAt(columns, node),
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
  doubtsOf: (node) => columns.doubts.get(node) ?? [],
  doubted: () => [...columns.doubts.keys()].sort((a, b) => a - b),
  supersededBy: (node) => supersededBy(columns, node),
  supersessionsOf: (node) => columns.supersessions.get(node) ?? none,
  superseded: () => [...columns.supersessions.keys()].sort((a, b) => a - b),
  aliasesOf: (node) => columns.aliases.get(node) ?? [],
  aliased: () => [...columns.aliases.keys()].sort((a, b) => a - b),
  get aliases() {
    return columns.aliases.size
  },
  isWorded: (node, as) => isWorded(columns, node, as),
  strengthOf: (edge) => columns.strength[edge] ?? 0,
  kindOf: (edge) => kindAt(columns, edge),
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

const none: ReadonlyArray<Supersession> = []

const supersededBy = (columns: GraphColumns, node: NodeNumber): ReadonlyArray<Supersession> => {
  const all = columns.supersessions.get(node) ?? none
  const holds = (one: Supersession) => !isUnapproved(reviewAt(columns, one.by)) && !isSaidBack(columns, one)
  return all.every(holds) ? all : all.filter(holds)
}

/** True where a text that counts said again, later, what the superseded words say. Feedback counts up, so the later one has the higher number. */
const isSaidBack = (columns: GraphColumns, { by, feedback = 0, says }: Supersession): boolean =>
  (columns.supersessions.get(by) ?? none).some(
    (one) =>
      one.reason === 'again' && (one.feedback ?? 0) > feedback && !isUnapproved(reviewAt(columns, one.by)) && overlaps(one.part, says),
  )

const reviewAt = (columns: GraphColumns, node: NodeNumber): Review | undefined => {
  const code = columns.nodeTrust[node] ?? notTrusted
  return code <= trustedByOwner ? undefined : reviews.find((review) => reviewCodes[review] === code)
}

/** True where the owner trusts the text itself, whatever its origin. */
const isTrustedItself = (columns: GraphColumns, node: NodeNumber): boolean =>
  columns.nodeTrust[node] === trustedByOwner || reviewAt(columns, node) === 'approved'

const originAt = (columns: GraphColumns, node: NodeNumber): Origin | undefined =>
  hasNode(columns, node) ? origins[columns.nodeOrigin[node] ?? 0] : undefined

const dayAt = (columns: GraphColumns, node: NodeNumber): number | undefined => {
  const day = columns.nodeDay[node] ?? 0
  return day === 0 ? undefined : day - 1
}

const isTrustedAt = (columns: GraphColumns, node: NodeNumber): boolean =>
  isTrustedItself(columns, node) || (columns.nodeTrust[node] === notTrusted && mayBeInjected(originAt(columns, node) ?? 'untrusted'))

/** True for a recallable node that is not trusted: the nodes that {@link GraphColumns.untrusted} counts. */
export const isUntrustedAt = (columns: GraphColumns, node: NodeNumber): boolean =>
  isLive(stateOf(columns, node)) && isItem(typeAt(columns, node)) && !isTrustedAt(columns, node)

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
    type: typeAt(columns, node) ?? 'fact',
    origin: originAt(columns, node) ?? 'untrusted',
    trusted: isTrustedItself(columns, node),
    review: reviewAt(columns, node),
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

const kindAt = (columns: GraphColumns, edge: EdgeNumber): EdgeKind | undefined =>
  hasEdge(columns, edge) ? edgeKinds[columns.edgeKind[edge] ?? 0] : undefined

const edgeView = (columns: GraphColumns, edge: EdgeNumber): EdgeView | undefined => {
  const kind = kindAt(columns, edge)
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

/** Returns the edges that leave a node and have this value in the column, by rising number. */
const leaving = ({ lastOut, previousOut }: GraphColumns, node: NodeNumber, column: Uint8Array | Int32Array, value: number) => {
  const edges: Array<EdgeNumber> = []
  for (let edge = lastOut[node] ?? 0; edge !== 0; edge = previousOut[edge] ?? 0) if (column[edge] === value) edges.push(edge)
  edges.reverse()
  // Edges are nearly always linked in the order of their numbers.
  return edges.every((edge, i) => i === 0 || edge > (edges[i - 1] ?? 0)) ? edges : edges.sort((a, b) => a - b)
}

/** Puts an edge among those that lead to its target; a snapshot does not store these lists. One that leads back to its own node is among those that leave it. */
export const chainIncoming = ({ edgeSource, edgeTarget, lastIn, previousIn }: GraphColumns, edge: EdgeNumber): void => {
  const target = edgeTarget[edge] ?? 0
  if (edgeSource[edge] === target) return
  previousIn[edge] = lastIn[target] ?? 0
  lastIn[target] = edge
}

const joining = ({ lastIn, lastOut, previousIn, previousOut }: GraphColumns, node: NodeNumber): ReadonlyArray<EdgeNumber> => {
  const edges: Array<EdgeNumber> = []
  for (let edge = lastOut[node] ?? 0; edge !== 0; edge = previousOut[edge] ?? 0) edges.push(edge)
  for (let edge = lastIn[node] ?? 0; edge !== 0; edge = previousIn[edge] ?? 0) edges.push(edge)
  return edges.sort((a, b) => a - b)
}
