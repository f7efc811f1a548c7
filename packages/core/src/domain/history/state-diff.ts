/**
 * Compares the graphs of two positions: memories, cues, edges, strengths, utilities, trust, doubts and supersessions that
 * differ.
 *
 * The comparison of B with A is that of A with B with its sides exchanged. Lists are complete and sorted: the largest change first, ties by
 * number.
 */
import { bornUtility, type Move } from '../edge-rules.ts'
import { type Doubt, type GraphView, isLive, type NodeState, type Supersession } from '../graph.ts'
import type { EdgeNumber, NodeNumber } from '../identity.ts'
import type { Nano } from '../strength.ts'

/** A linked edge of one of the two graphs that is not linked in the other. */
export interface LinkedOnce {
  readonly edge: EdgeNumber
  readonly strength: Nano
}

export interface DoubtedOnce extends Doubt {
  readonly node: NodeNumber
}

export interface SupersededOnce extends Supersession {
  readonly node: NodeNumber
}

export interface Switched<Value> {
  readonly node: NodeNumber
  readonly from: Value
  readonly to: Value
}

export interface Sides<A> {
  readonly added: ReadonlyArray<A>
  readonly removed: ReadonlyArray<A>
}

export interface GraphDiff {
  /** Live nodes that are no cues. `revised` are live in both graphs and have another title, text or id. */
  readonly nodes: Sides<NodeNumber> & { readonly revised: ReadonlyArray<NodeNumber> }
  /** Nodes that are live in both graphs: probation, normal or protected. */
  readonly states: ReadonlyArray<Switched<NodeState>>
  readonly cues: Sides<NodeNumber>
  /** Linked edges. `changed` are linked in both graphs and have another strength. */
  readonly edges: Sides<LinkedOnce> & { readonly changed: ReadonlyArray<Move<EdgeNumber>> }
  /** A node that one graph lacks has the utility of its birth there. */
  readonly utilities: ReadonlyArray<Move<NodeNumber>>
  /** Nodes that are live in both graphs. True: may be put before a model. */
  readonly trust: ReadonlyArray<Switched<boolean>>
  readonly doubts: Sides<DoubtedOnce>
  readonly superseded: Sides<SupersededOnce>
}

export const compareGraphs = (before: GraphView, after: GraphView): GraphDiff => ({
  ...comparedNodes(before, after),
  edges: comparedEdges(before, after),
  doubts: { added: doubtsOnlyIn(after, before), removed: doubtsOnlyIn(before, after) },
  superseded: { added: supersededOnlyIn(after, before), removed: supersededOnlyIn(before, after) },
})

const comparedNodes = (before: GraphView, after: GraphView) => {
  const nodes = { added: [] as NodeNumber[], removed: [] as NodeNumber[], revised: [] as NodeNumber[] }
  const cues = { added: [] as NodeNumber[], removed: [] as NodeNumber[] }
  const states: Array<Switched<NodeState>> = []
  const trust: Array<Switched<boolean>> = []
  const utilities: Array<Move<NodeNumber>> = []
  for (let node = 1; node <= Math.max(before.nodes, after.nodes); node++) {
    const [from, to] = [before.stateOf(node), after.stateOf(node)]
    const [utilityFrom, utilityTo] = [utilityIn(before, node), utilityIn(after, node)]
    if (utilityFrom !== utilityTo) utilities.push({ number: node, from: utilityFrom, to: utilityTo })
    const [wasLive, isLiveNow] = [isLive(from), isLive(to)]
    const sides = (before.typeOf(node) ?? after.typeOf(node)) === 'cue' ? cues : nodes
    if (wasLive !== isLiveNow) sides[isLiveNow ? 'added' : 'removed'].push(node)
    if (!(wasLive && isLiveNow) || from === undefined || to === undefined) continue
    if (from !== to) states.push({ node, from, to })
    if (before.isTrusted(node) !== after.isTrusted(node)) trust.push({ node, from: before.isTrusted(node), to: after.isTrusted(node) })
    const worded = before.node(node)
    if (worded !== undefined && !after.isWorded(node, worded)) nodes.revised.push(node)
  }
  return { nodes, states, cues, trust, utilities: utilities.sort(byChange) }
}

const utilityIn = (graph: GraphView, node: NodeNumber): Nano => (graph.stateOf(node) === undefined ? bornUtility : graph.utilityOf(node))

const comparedEdges = (before: GraphView, after: GraphView): GraphDiff['edges'] => {
  const added: Array<LinkedOnce> = []
  const removed: Array<LinkedOnce> = []
  const changed: Array<Move<EdgeNumber>> = []
  for (let edge = 1; edge <= Math.max(before.edges, after.edges); edge++) {
    const [wasLinked, isLinked] = [before.isLinked(edge), after.isLinked(edge)]
    if (wasLinked && isLinked) {
      const [from, to] = [before.strengthOf(edge), after.strengthOf(edge)]
      if (from !== to) changed.push({ number: edge, from, to })
    } else if (isLinked) added.push({ edge, strength: after.strengthOf(edge) })
    else if (wasLinked) removed.push({ edge, strength: before.strengthOf(edge) })
  }
  return { added: added.sort(byStrength), removed: removed.sort(byStrength), changed: changed.sort(byChange) }
}

const doubtsOnlyIn = (graph: GraphView, other: GraphView): ReadonlyArray<DoubtedOnce> =>
  graph.doubted().flatMap((node) => {
    const known = new Set(other.doubtsOf(node).map(({ feedback }) => feedback))
    return graph.doubtsOf(node).flatMap((doubt) => (known.has(doubt.feedback) ? [] : [{ ...doubt, node }]))
  })

const supersededOnlyIn = (graph: GraphView, other: GraphView): ReadonlyArray<SupersededOnce> =>
  graph.superseded().flatMap((node) => {
    const known = new Set(other.supersededBy(node).map(({ by }) => by))
    return graph.supersededBy(node).flatMap((one) => (known.has(one.by) ? [] : [{ ...one, node }]))
  })

const byChange = (a: Move<number>, b: Move<number>): number => Math.abs(b.to - b.from) - Math.abs(a.to - a.from) || a.number - b.number

const byStrength = (a: LinkedOnce, b: LinkedOnce): number => Math.abs(b.strength) - Math.abs(a.strength) || a.edge - b.edge
