/** Finds the neighbourhood of a node: its strongest edges, and as much of the graph within two hops as a picture has room for. */

import type { EdgeView, GraphView } from '../graph.ts'
import type { EdgeNumber, NodeNumber } from '../identity.ts'

type Ends = Pick<GraphView, 'isLinked' | 'joining' | 'out' | 'sourceOf' | 'strengthOf' | 'targetOf'>

/** The stronger first, whichever way it pulls; of two as strong, the older. */
const byStrength =
  (graph: Pick<GraphView, 'strengthOf'>) =>
  (one: EdgeNumber, other: EdgeNumber): number =>
    Math.abs(graph.strengthOf(other)) - Math.abs(graph.strengthOf(one)) || one - other

/** Returns the strongest edges of a node, linked or pruned, by rising number; and how many there are in all. */
export const strongestEdges = (
  graph: Pick<GraphView, 'edge' | 'joining' | 'strengthOf'>,
  node: NodeNumber,
  most: number,
): { readonly degree: number; readonly edges: ReadonlyArray<EdgeView> } => {
  const all = graph.joining(node)
  const strongest = all.length <= most ? all : all.toSorted(byStrength(graph)).slice(0, most)
  return { degree: all.length, edges: strongest.toSorted((one, other) => one - other).flatMap((edge) => graph.edge(edge) ?? []) }
}

/** Edges for each node that a picture shows, on average. */
const edgesPerNode = 3

export interface Surroundings {
  /** The node itself, then those at one hop, then those at two; at the same hop, the one with the strongest edge there first. */
  readonly nodes: ReadonlyMap<NodeNumber, 0 | 1 | 2>
  readonly edges: ReadonlyArray<EdgeNumber>
  /** Nodes within two hops, and linked edges between the nodes of the picture, shown or not. */
  readonly nodesInAll: number
  readonly edgesInAll: number
}

/**
 * Returns at most so many nodes within two hops of a node, over linked edges in either direction. Each is there with the edge that leads to it;
 * what room is left goes to the strongest of the other edges between them.
 */
export const surroundings = (graph: Ends, node: NodeNumber, most: number): Surroundings => {
  const first = reached(graph, new Set([node]), new Set([node]))
  const second = reached(graph, new Set(first.keys()), new Set([node, ...first.keys()]))
  const nodes = new Map<NodeNumber, 0 | 1 | 2>([[node, 0]])
  const edges = new Set<EdgeNumber>()
  for (const [hop, found] of [[1, first] as const, [2, second] as const]) {
    const stronger = byStrength(graph)
    for (const [to, edge] of [...found].sort(([, one], [, other]) => stronger(one, other))) {
      if (nodes.size === most) break
      // A node at two hops is left out where the node between has no room.
      if (hop === 2 && !(nodes.has(graph.sourceOf(edge)) || nodes.has(graph.targetOf(edge)))) continue
      nodes.set(to, hop)
      edges.add(edge)
    }
  }
  const between = [...nodes.keys()].flatMap((one) => graph.out(one).filter((edge) => nodes.has(graph.targetOf(edge))))
  for (const edge of between.toSorted(byStrength(graph))) {
    if (edges.size >= edgesPerNode * most) break
    edges.add(edge)
  }
  return { nodes, edges: [...edges], nodesInAll: 1 + first.size + second.size, edgesInAll: between.length }
}

/** Returns the nodes that one linked edge joins to some node of `from`, without those of `known`, each with the strongest such edge. */
const reached = (graph: Ends, from: ReadonlySet<NodeNumber>, known: ReadonlySet<NodeNumber>): ReadonlyMap<NodeNumber, EdgeNumber> => {
  const stronger = byStrength(graph)
  const found = new Map<NodeNumber, EdgeNumber>()
  for (const one of from) {
    for (const edge of graph.joining(one)) {
      const source = graph.sourceOf(edge)
      const to = source === one ? graph.targetOf(edge) : source
      if (!graph.isLinked(edge) || known.has(to)) continue
      const before = found.get(to)
      if (before === undefined || stronger(edge, before) < 0) found.set(to, edge)
    }
  }
  return found
}
