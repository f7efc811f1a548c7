/** The graph of a brain as others would keep it: objects in maps, found by names; and in graphology. */
import { MultiDirectedGraph } from 'graphology'
import type { EdgeView, GraphView } from '../../packages/core/src/domain/graph.ts'

/** Builds the graph in the plainest way, with maps. */
export const mapGraph = (graph: GraphView): GraphView => {
  const outgoing = new Map<string, Array<EdgeView>>()
  const edges = new Map<string, EdgeView>()
  for (const edge of edgesOf(graph)) {
    edges.set(`e${edge.edge}`, edge)
    const known = outgoing.get(`n${edge.source}`)
    if (known === undefined) outgoing.set(`n${edge.source}`, [edge])
    else known.push(edge)
  }
  return {
    ...graph,
    nodes: graph.nodes,
    edges: graph.edges,
    out: (node) => (outgoing.get(`n${node}`) ?? []).filter(({ linked }) => linked).map(({ edge }) => edge),
    edge: (edge) => edges.get(`e${edge}`),
    strengthOf: (edge) => edges.get(`e${edge}`)?.strength ?? 0,
    kindOf: (edge) => edges.get(`e${edge}`)?.kind,
    targetOf: (edge) => edges.get(`e${edge}`)?.target ?? 0,
    sourceOf: (edge) => edges.get(`e${edge}`)?.source ?? 0,
  }
}

/** Nodes and edges by the names that graphology asks for, an edge's values as its attributes. */
export const graphologyGraph = (graph: GraphView): GraphView => {
  const other = new MultiDirectedGraph<object, EdgeView>()
  for (let node = 1; node <= graph.nodes; node++) other.addNode(`n${node}`)
  for (const edge of edgesOf(graph)) other.addDirectedEdgeWithKey(`e${edge.edge}`, `n${edge.source}`, `n${edge.target}`, edge)
  const attribute = <K extends keyof EdgeView>(edge: number, name: K): EdgeView[K] => other.getEdgeAttribute(`e${edge}`, name)
  return {
    ...graph,
    nodes: graph.nodes,
    edges: graph.edges,
    out: (node) =>
      other
        .outEdges(`n${node}`)
        .filter((edge) => other.getEdgeAttribute(edge, 'linked'))
        .map((edge) => Number(edge.slice(1)))
        .sort((a, b) => a - b),
    edge: (edge) => other.getEdgeAttributes(`e${edge}`),
    strengthOf: (edge) => attribute(edge, 'strength'),
    kindOf: (edge) => attribute(edge, 'kind'),
    targetOf: (edge) => Number(other.target(`e${edge}`).slice(1)),
    sourceOf: (edge) => Number(other.source(`e${edge}`).slice(1)),
  }
}

const edgesOf = function* (graph: GraphView): Generator<EdgeView> {
  for (let number = 1; number <= graph.edges; number++) {
    const edge = graph.edge(number)
    if (edge !== undefined) yield edge
  }
}
