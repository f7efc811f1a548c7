/** Folds each event into the graph. Total: an event for a node or edge that does not exist changes nothing. */

import { canonicalJson } from '../../canonical-json.ts'
import {
  bornEdge,
  bornUtility,
  decayRule,
  isOutOfReach,
  prunedStanding,
  restoredStanding,
  type Standing,
  strengthMoves,
  utilityMoves,
} from '../../edge-rules.ts'
import { type BrainEvent, type BrainEventOf, type EventData, ignore } from '../../events/brain-event.ts'
import { edgeKinds, type GraphView, mayBeInjected, mentionRoles, type NodeState, nodeStates, nodeTypes, origins } from '../../graph.ts'
import type { EdgeNumber, NodeNumber, TurnNumber } from '../../identity.ts'
import type { Nano } from '../../strength.ts'
import {
  chainIncoming,
  edgeLinked,
  type GraphColumns,
  growEdges,
  growNodes,
  hasEdge,
  hasNode,
  isUntrustedAt,
  notTrusted,
  reviewCodes,
  standingCode,
  trustedByOwner,
} from './graph-columns.ts'
import { endAliases, eraseAliases, foldAliases } from './node-aliases.ts'
import { confirm, doubt, keepSupersessions, liftDoubt, liftDoubts, supersede } from './node-doubts.ts'
import { isRefAt, numberRef, setRef } from './reference-table.ts'

/**
 * Folds one event into `columns`, which the caller owns. Edges that the event links, restores or adjusts are renewed at turn `now`: the newest
 * turn before the event or, for an effect, before the fact that caused it, so that the time of learning does not matter.
 */
export const foldGraph = (columns: GraphColumns, event: BrainEvent, now: TurnNumber = 0): void => {
  switch (event.type) {
    case 'BatchStored':
    case 'NodeAdded':
      return event.type === 'NodeAdded' ? addNode(columns, event) : storeBatch(columns, event)
    case 'NodeRevised':
      return reviseNode(columns, event)
    case 'NodeUntitled':
      return hasNode(columns, event.data.node) ? setRef(columns.title, event.data.node, undefined) : undefined
    case 'NodeMerged':
    case 'NodeRetired':
      return setState(columns, event.data.node, event.type === 'NodeMerged' ? 'merged' : 'retired')
    case 'NodeRestored':
    case 'NodePromoted':
      return setState(columns, event.data.node, event.type === 'NodeRestored' ? event.data.state : 'normal')
    case 'NodeProtected':
      return protect(columns, event)
    case 'NodeTrusted':
    case 'NodeReviewed':
      return setTrust(columns, event)
    case 'NodeDoubted':
    case 'DoubtLifted':
      return event.type === 'NodeDoubted' ? doubt(columns, event.data) : liftDoubt(columns, event.data)
    case 'NodeSuperseded':
      return supersede(columns, event.data)
    case 'SupersessionLifted':
      return keepSupersessions(columns, event.data.node, ({ by }) => by !== event.data.by)
    case 'FeedbackGiven':
      return judge(columns, event)
    case 'NoveltyAssessed':
    case 'SeedsSelected':
    case 'NodeFired':
      return live(columns, event)
    case 'ContentErased':
    case 'AliasesNamed':
      return event.type === 'ContentErased' ? eraseWords(columns, event.data) : foldAliases(columns, event.data)
    case 'EdgeLinked':
      return linkEdge(columns, event, now)
    case 'EdgePruned':
      return setStanding(columns, event.data.edge, prunedStanding(event.data.reason))
    case 'EdgeRestored':
      return restoreEdge(columns, event.data.edge, now)
    case 'EdgeFollowed':
      return followEdge(columns, event.data.edge, event.turn)
    case 'EdgeSkipped':
      return skipEdge(columns, event.data.edge)
    case 'StrengthAdjusted':
      return adjustStrength(columns, event.data.edge, event.data.to, now)
    case 'UtilityAdjusted':
      return setUtilities(columns, event)
    case 'StrengthsDecayed':
      return decayStrengths(columns, event)
    case 'StrengthsRestored':
      return restoreStrengths(columns, event)
    case 'LearningRestated':
      return restate(columns, event.data)
    default:
      ignore<'graph'>(event.type)
  }
}

const live = (columns: GraphColumns, event: BrainEventOf<'NoveltyAssessed' | 'SeedsSelected' | 'NodeFired'>): void => {
  if (event.type === 'SeedsSelected') return fireCues(columns, event)
  if (event.type === 'NodeFired') return fireNode(columns, event.data.node, event.turn)
  if (event.data.cue !== undefined) countLife(columns, 'timesSeen', event.data.cue, event.turn)
}

const restoreEdge = (columns: GraphColumns, edge: EdgeNumber, now: TurnNumber): void => {
  setStanding(columns, edge, restoredStanding)
  renew(columns, edge, now)
}

/** The mark stands behind the changes of its commit, so it tells what the next commit belongs to. */
const storeBatch = (columns: GraphColumns, { commit, data }: BrainEventOf<'BatchStored'>): void => {
  columns.runAt = data.batch < data.batches ? columns.runAt || commit.at : 0
}

const addNode = (columns: GraphColumns, { commit, data, origin }: BrainEventOf<'NodeAdded'>): void => {
  const { node } = data
  if (isOutOfReach(node, columns.nodes) || hasNode(columns, node)) return
  growNodes(columns, node)
  columns.nodes = Math.max(columns.nodes, node)
  columns.nodeState[node] = nodeStates.indexOf(data.state) + 1
  columns.nodeType[node] = nodeTypes.indexOf(data.nodeType)
  columns.nodeOrigin[node] = origins.indexOf(origin ?? 'untrusted')
  columns.nodeSource[node] = data.source ?? 0
  columns.nodeImportance[node] = data.importance === undefined ? 0 : data.importance + 1
  columns.nodeDay[node] = data.day === undefined ? 0 : data.day + 1
  columns.nodeRead[node] = columns.runAt || commit.at
  columns.utility[node] = bornUtility
  setRef(columns.id, node, data.id)
  setRef(columns.title, node, data.title)
  setRef(columns.text, node, data.text)
  setRef(columns.links, node, data.links)
  setRef(columns.tags, node, data.tags?.[0])
  if (isUntrustedAt(columns, node)) columns.untrusted++
}

/** Keeps the count of untrusted nodes up to date. All changes of state, origin and trust go through this function. */
const changeNode = (columns: GraphColumns, node: NodeNumber, change: () => void): void => {
  if (!hasNode(columns, node)) return
  const before = isUntrustedAt(columns, node)
  change()
  columns.untrusted += Number(isUntrustedAt(columns, node)) - Number(before)
}

const countLife = (columns: GraphColumns, times: 'timesSeen' | 'timesFired', node: NodeNumber, turn: TurnNumber | undefined): void => {
  if (!hasNode(columns, node)) return
  columns[times][node] = (columns[times][node] ?? 0) + 1
  if (turn === undefined) return
  if (columns.turnFirst[node] === 0) columns.turnFirst[node] = turn
  columns.turnLast[node] = Math.max(columns.turnLast[node] ?? 0, turn)
}

const fireCues = (columns: GraphColumns, { data, turn }: BrainEventOf<'SeedsSelected'>): void => {
  for (const cue of data.cues ?? []) countLife(columns, 'timesFired', cue, turn)
}

const judge = (columns: GraphColumns, event: BrainEventOf<'FeedbackGiven'>): void => {
  confirm(columns, event)
  countVerdict(columns, event.data)
}

/** Does the same as folding a `NodeFired`. */
export const fireNode = (columns: GraphColumns, node: NodeNumber, turn: TurnNumber | undefined): void =>
  countLife(columns, 'timesFired', node, turn)

const restate = (
  columns: GraphColumns,
  { edges, judged = [], renewed, timesCorrected, timesUsed }: EventData<'LearningRestated'>,
): void => {
  for (const [i, edge] of edges.entries()) if (hasEdge(columns, edge)) columns.lastRenewed[edge] = renewed[i] ?? 0
  for (const [i, node] of judged.entries()) {
    if (!hasNode(columns, node)) continue
    columns.timesUsed[node] = timesUsed?.[i] ?? 0
    columns.timesCorrected[node] = timesCorrected?.[i] ?? 0
  }
}

const countVerdict = (columns: GraphColumns, { applied, instead = [], nodes, outcome }: BrainEventOf<'FeedbackGiven'>['data']): void => {
  const count = (times: 'timesUsed' | 'timesCorrected', node: NodeNumber) => {
    if (hasNode(columns, node)) columns[times][node] = (columns[times][node] ?? 0) + 1
  }
  const isGood = applied === 'used' || outcome > 0
  if (isGood || outcome < 0) for (const node of nodes) count(isGood ? 'timesUsed' : 'timesCorrected', node)
  for (const node of instead) count('timesUsed', node)
}

const setTrust = (columns: GraphColumns, { data, type }: BrainEventOf<'NodeTrusted' | 'NodeReviewed'>): void =>
  changeNode(columns, data.node, () => {
    if (type === 'NodeReviewed') columns.nodeTrust[data.node] = reviewCodes[data.review]
    else columns.nodeTrust[data.node] = data.trust === 'on' ? trustedByOwner : notTrusted
  })

/** What the owner says again himself needs no yes, and another text none of those that were said to the one before. */
const endReview = (columns: GraphColumns, node: NodeNumber): void =>
  changeNode(columns, node, () => {
    if ((columns.nodeTrust[node] ?? notTrusted) > trustedByOwner) columns.nodeTrust[node] = notTrusted
  })

const reviseNode = (columns: GraphColumns, { commit, data, origin }: BrainEventOf<'NodeRevised'>): void => {
  if (!hasNode(columns, data.node)) return
  if (origin !== undefined) {
    changeNode(columns, data.node, () => {
      columns.nodeOrigin[data.node] = origins.indexOf(origin)
      // The owner trusted the old text and has not seen the new one.
      if (!mayBeInjected(origin) && columns.nodeTrust[data.node] === trustedByOwner) columns.nodeTrust[data.node] = notTrusted
    })
  }
  if (origin === 'owner') endReview(columns, data.node)
  if (data.text !== undefined && !isRefAt(columns.text, data.node, data.text)) {
    columns.doubts.delete(data.node)
    columns.supersessions.delete(data.node)
    endAliases(columns, data.node)
    endReview(columns, data.node)
    columns.nodeRead[data.node] = columns.runAt || commit.at
  }
  if (data.source !== undefined) columns.nodeSource[data.node] = data.source
  if (data.id !== undefined) setRef(columns.id, data.node, data.id)
  if (data.title !== undefined) setRef(columns.title, data.node, data.title)
  if (data.text !== undefined) setRef(columns.text, data.node, data.text)
  if (data.links !== undefined) setRef(columns.links, data.node, data.links)
  if (data.tags !== undefined) setRef(columns.tags, data.node, data.tags[0])
  if (data.importance !== undefined) columns.nodeImportance[data.node] = data.importance + 1
  if (data.day !== undefined) columns.nodeDay[data.node] = data.day + 1
}

const setState = (columns: GraphColumns, node: NodeNumber, state: NodeState): void =>
  changeNode(columns, node, () => {
    columns.nodeState[node] = nodeStates.indexOf(state) + 1
  })

/** A retired or merged node keeps its state: a change of protection does not restore it. */
const protect = (columns: GraphColumns, { data: { node, protection } }: BrainEventOf<'NodeProtected'>): void => {
  const state = nodeStates[(columns.nodeState[node] ?? 0) - 1]
  if (state !== 'retired' && state !== 'merged') setState(columns, node, protection === 'on' ? 'protected' : 'normal')
}

const eraseWords = (columns: GraphColumns, { contents }: EventData<'ContentErased'>): void => {
  const gone = new Set(contents)
  for (const node of columns.doubts.keys()) liftDoubts(columns, node, ({ said }) => gone.has(said))
  eraseAliases(columns, gone)
}

const linkEdge = (columns: GraphColumns, { data }: BrainEventOf<'EdgeLinked'>, now: TurnNumber): void => {
  const { edge, source, target } = data
  if (isOutOfReach(edge, columns.edges) || !hasNode(columns, source) || !hasNode(columns, target) || hasEdge(columns, edge)) return
  growEdges(columns, edge)
  columns.edges = Math.max(columns.edges, edge)
  columns.edgeSource[edge] = source
  columns.edgeTarget[edge] = target
  columns.edgeKind[edge] = edgeKinds.indexOf(data.kind)
  columns.edgeRole[edge] = data.role === undefined ? 0 : mentionRoles.indexOf(data.role) + 1
  columns.edgeLabel[edge] = data.label === undefined ? 0 : numberRef(columns.labels, data.label)
  const born = bornEdge(data, now)
  columns.linked[edge] = standingCode(born)
  columns.lastUsed[edge] = born.lastUsed
  columns.lastRenewed[edge] = born.lastRenewed
  columns.strength[edge] = born.strength
  if (born.linked && born.strength > 0) countPraise(columns, edge, 1)
  columns.first[edge] = born.first
  columns.previousOut[edge] = columns.lastOut[source] ?? 0
  columns.lastOut[source] = edge
  chainIncoming(columns, edge)
}

/** Does the same as folding a `StrengthAdjusted`. */
export const adjustStrength = (columns: GraphColumns, edge: EdgeNumber, to: Nano, now: TurnNumber = 0): void => {
  if (!hasEdge(columns, edge)) return
  renew(columns, edge, now)
  const wasPositive = (columns.strength[edge] ?? 0) > 0
  columns.strength[edge] = to
  if (wasPositive !== to > 0 && columns.linked[edge] === edgeLinked) countPraise(columns, edge, wasPositive ? -1 : 1)
}

const cueType = nodeTypes.indexOf('cue')

const grownKind = edgeKinds.indexOf('grown')

/** Counts only edges from a cue, and of these only what verdicts taught: a grown edge is a guess. */
const countPraise = ({ edgeKind, edgeSource, edgeTarget, nodeType, praise }: GraphColumns, edge: EdgeNumber, more: number): void => {
  const target = edgeTarget[edge] ?? 0
  if (nodeType[edgeSource[edge] ?? 0] === cueType && edgeKind[edge] !== grownKind) praise[target] = (praise[target] ?? 0) + more
}

const setStanding = (columns: GraphColumns, edge: EdgeNumber, standing: Standing): void => {
  if (!hasEdge(columns, edge)) return
  const wasLinked = columns.linked[edge] === edgeLinked
  columns.linked[edge] = standingCode(standing)
  if (wasLinked !== standing.linked && (columns.strength[edge] ?? 0) > 0) countPraise(columns, edge, wasLinked ? -1 : 1)
}

export const followEdge = (columns: GraphColumns, edge: EdgeNumber, turn: TurnNumber | undefined): void => {
  if (!hasEdge(columns, edge)) return
  columns.uses[edge] = (columns.uses[edge] ?? 0) + 1
  columns.lastUsed[edge] = Math.max(columns.lastUsed[edge] ?? 0, turn ?? 0)
  renew(columns, edge, turn ?? 0)
}

const renew = (columns: GraphColumns, edge: EdgeNumber, turn: TurnNumber): void => {
  if (hasEdge(columns, edge)) columns.lastRenewed[edge] = Math.max(columns.lastRenewed[edge] ?? 0, turn)
}

export const skipEdge = (columns: GraphColumns, edge: EdgeNumber): void => {
  if (hasEdge(columns, edge)) columns.skips[edge] = (columns.skips[edge] ?? 0) + 1
}

const decayStrengths = (columns: GraphColumns, { data }: BrainEventOf<'StrengthsDecayed'>): void => {
  const { after, used } = decayRule(data)
  const lastUse = columns[used]
  for (let edge = 1; edge <= columns.edges; edge++) {
    const kind = edgeKinds[columns.edgeKind[edge] ?? 0]
    if (columns.linked[edge] !== edgeLinked || kind === undefined) continue
    const strength = columns.strength[edge] ?? 0
    const left = after({ kind, used: lastUse[edge] ?? 0, first: columns.first[edge] ?? 0, strength })
    if (left !== strength) adjustStrength(columns, edge, left)
  }
}

const restoreStrengths = (columns: GraphColumns, event: BrainEventOf<'StrengthsRestored'>): void => {
  for (const { number, to } of strengthMoves(event)) adjustStrength(columns, number, to)
  setUtilities(columns, event)
}

const setUtilities = (columns: GraphColumns, event: BrainEvent): void => {
  for (const { number, to } of utilityMoves(event)) if (hasNode(columns, number)) columns.utility[number] = to
}

/* Generates the lines of a graph's `digest`, the SHA-256 of all lines with their line feeds. The same in every store, process and locale. */

/**
 * Yields the nodes by number, with state, utility, text reference, and `trusted` if the owner trusts the text, or how its review stands. The doubts about a node, what
 * supersedes it and its aliases follow it. Then the edges by number, with ends, kind, strength, and 1 if linked or 0 if not.
 */
export const digestLines = function* (graph: GraphView): Generator<string> {
  // Canonical JSON of whole numbers, closed words and references, written by hand: a brain has many nodes and edges.
  for (let number = 1; number <= graph.nodes; number++) {
    const node = graph.node(number)
    if (node !== undefined) {
      const standing = node.trusted ? ',"trusted"' : node.review === undefined ? '' : `,"${node.review}"`
      yield `["node",${number},"${node.state}",${node.utility},"${node.text}"${standing}]`
    }
    for (const { bare, feedback, part, said } of graph.doubtsOf(number))
      yield canonicalJson(['doubt', number, feedback, said, ...(part ?? []), ...(bare === undefined ? [] : ['bare'])])
    for (const { by, gone, part, says } of graph.supersessionsOf(number)) {
      const words = says === undefined ? [] : ['says', ...says]
      yield canonicalJson(['superseded', number, by, ...(part ?? []), ...words, ...(gone === undefined ? [] : ['gone'])])
    }
    for (const { by, call, names } of graph.aliasesOf(number)) yield canonicalJson(['alias', number, by, names ?? '', call ?? 0])
  }
  for (let edge = 1; edge <= graph.edges; edge++) {
    const kind = graph.kindOf(edge)
    if (kind === undefined) continue
    const linked = graph.isLinked(edge) ? 1 : 0
    yield `["edge",${edge},${graph.sourceOf(edge)},${graph.targetOf(edge)},"${kind}",${graph.strengthOf(edge)},${linked}]`
  }
}
