/** The text whose sha256 is a graph's `digest`, each line with its line feed: the same in every store, process and locale. */
import { canonicalJson } from '../../canonical-json.ts'
import type { GraphView } from '../../graph.ts'

/** Lines in order: nodes by number with state, utility and content reference, `trusted` behind them where the owner trusts its text, each with what it is doubted by behind it; then edges by number with ends, kind, strength and whether linked. */
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
