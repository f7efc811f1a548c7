/** By which edges a turn came to a memory: what credit and blame are traced along. */
import { kindTraits } from '../edge-kinds.ts'
import type { GraphView } from '../graph.ts'
import type { EdgeNumber, NodeNumber } from '../identity.ts'
import type { TurnRecord } from '../projections/turns/turn-record.ts'

/** One pair of ends on the way to a memory; parallel edges are one. */
export interface PathPair {
  readonly source: NodeNumber
  readonly target: NodeNumber
  /** The followed edges between the two, by number. */
  readonly edges: ReadonlyArray<EdgeNumber>
  /** Share of the activation that came into `target`, 0 to 1. */
  readonly attention: number
  /** 0 for what led to the memory itself, 1 for what led there, and so on. */
  readonly distance: number
}

/** A turn has at most a few hundred followed edges and a handful of hops; no path is longer. */
const furthest = 16

/** Every followed pair on a way to `node`, nearest first, then by lowest edge number. Each pair once, at its nearest. */
export const pathTo = (graph: GraphView, turn: TurnRecord, node: NodeNumber): ReadonlyArray<PathPair> => {
  const found = new Map<string, PathPair>()
  const traced = new Set<NodeNumber>()
  let targets: ReadonlyArray<NodeNumber> = [node]
  for (let distance = 0; distance < furthest && targets.length > 0; distance++) {
    const next: Array<NodeNumber> = []
    for (const target of targets) {
      if (traced.has(target)) continue
      traced.add(target)
      for (const pair of pairsInto(graph, turn, target, distance)) {
        const key = `${pair.source} ${pair.target}`
        if (!found.has(key)) found.set(key, pair)
        next.push(pair.source)
      }
    }
    targets = next
  }
  return [...found.values()]
}

const pairsInto = (graph: GraphView, turn: TurnRecord, target: NodeNumber, distance: number): ReadonlyArray<PathPair> => {
  const bySource = new Map<NodeNumber, { edges: Array<EdgeNumber>; energy: number }>()
  let energy = 0
  for (const followed of turn.followed) {
    if (graph.targetOf(followed.edge) !== target) continue
    const source = graph.sourceOf(followed.edge)
    const pair = bySource.get(source)
    if (pair === undefined) {
      bySource.set(source, { edges: [followed.edge], energy: followed.energy })
      energy += followed.energy
    } else pair.edges.push(followed.edge)
  }
  return [...bySource]
    .map(([source, pair]) => ({
      source,
      target,
      edges: pair.edges.sort((a, b) => a - b),
      attention: energy > 0 ? pair.energy / energy : 1 / bySource.size,
      distance,
    }))
    .sort((a, b) => (a.edges[0] ?? 0) - (b.edges[0] ?? 0))
}

/** The one edge of a pair that feedback moves: the first whose kind learns, else the learned edge beside it, if there is one. */
export const movedEdge = (graph: GraphView, { edges, source, target }: PathPair): EdgeNumber | undefined => {
  const learns = edges.find((edge) => kindTraits[graph.kindOf(edge) ?? 'link'].learns)
  return learns ?? learnedEdge(graph, source, target)
}

/** The linked learned edge from one node to another. */
export const learnedEdge = (graph: GraphView, source: NodeNumber, target: NodeNumber): EdgeNumber | undefined =>
  graph.between(source, target).find((edge) => graph.kindOf(edge) === 'learned' && graph.edge(edge)?.linked === true)

/** The learned edge between them that was let go: what is learned anew goes on from it. */
export const prunedEdge = (graph: GraphView, source: NodeNumber, target: NodeNumber): EdgeNumber | undefined =>
  graph.between(source, target).find((edge) => {
    const known = graph.edge(edge)
    return known?.kind === 'learned' && !known.linked && !known.withdrawn
  })

/** How deep the walk of a turn came to each node: 0 for a seed. A cue lies nowhere. */
export const depthsOf = (graph: GraphView, { followed, seeds }: TurnRecord): ReadonlyMap<NodeNumber, number> => {
  const depths = new Map(seeds.map((node) => [node, 0]))
  for (const { depth, edge } of followed) {
    const target = graph.targetOf(edge)
    depths.set(target, Math.min(depths.get(target) ?? depth + 1, depth + 1))
  }
  return depths
}

/** By how much deeper a pair leads (S4.68); 0 where one of its ends lies nowhere. */
export const descentOf = (depths: ReadonlyMap<NodeNumber, number>, { source, target }: Pick<PathPair, 'source' | 'target'>): number => {
  const [from, to] = [depths.get(source), depths.get(target)]
  return from === undefined || to === undefined ? 0 : to - from
}
