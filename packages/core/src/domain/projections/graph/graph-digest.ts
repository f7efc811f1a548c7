/** Generates the lines of a graph's `digest`, the SHA-256 of all lines with their line feeds. The same in every store, process and locale. */
import { canonicalJson } from '../../canonical-json.ts'
import type { GraphView } from '../../graph.ts'

/**
 * Yields the nodes by number, with state, utility, text reference, and `trusted` if the owner trusts the text. The doubts about a node follow
 * it. Then the edges by number, with ends, kind, strength, and 1 if linked or 0 if not.
 */
export const digestLines = function* (graph: GraphView): Generator<string> {
  for (let number = 1; number <= graph.nodes; number++) {
    const node = graph.node(number)
    if (node !== undefined) yield canonicalJson(['node', number, node.state, node.utility, node.text, ...(node.trusted ? ['trusted'] : [])])
    for (const { feedback, said } of graph.doubtsOf(number)) yield canonicalJson(['doubt', number, feedback, said])
  }
  for (let number = 1; number <= graph.edges; number++) {
    const edge = graph.edge(number)
    if (edge !== undefined) {
      yield canonicalJson(['edge', number, edge.source, edge.target, edge.kind, edge.strength, edge.linked ? 1 : 0])
    }
  }
}
