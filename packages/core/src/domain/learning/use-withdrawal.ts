/** The strength changes made by an agent’s `used`, so that a correction in the next message can subtract them. */
import type { GraphView } from '../graph.ts'
import type { EdgeNumber, NodeNumber } from '../identity.ts'
import type { AgentUse, TurnRecord } from '../projections/turns/turn-record.ts'
import type { Nano } from '../strength.ts'
import { movedEdge, pathTo } from './credit-path.ts'

/**
 * Edge → by how much the use of `node` in this turn moved it, together. Of words on several memories, an edge that several of them were reached by
 * was moved once for each, in their order.
 */
export const gainsOf = (graph: GraphView, turn: TurnRecord, node: NodeNumber): ReadonlyMap<EdgeNumber, Nano> => {
  const gains = new Map<EdgeNumber, Nano>()
  for (const use of turn.uses) {
    if (!use.nodes.includes(node)) continue
    for (const [edge, by] of movesFor(graph, turn, use, node)) gains.set(edge, (gains.get(edge) ?? 0) + by)
  }
  return gains
}

const movesFor = (graph: GraphView, turn: TurnRecord, { moves, nodes }: AgentUse, node: NodeNumber): AgentUse['moves'] => {
  if (nodes.length === 1) return moves
  const ways = nodes.map((one) => waysTo(graph, turn, one))
  const met = new Map<EdgeNumber, number>()
  return moves.filter(([edge]) => {
    const sharing = nodes.filter((_, i) => ways[i]?.has(edge) === true || leadsFromCue(graph, edge, nodes[i]))
    const place = met.get(edge) ?? 0
    met.set(edge, place + 1)
    return sharing[Math.min(place, sharing.length - 1)] === node
  })
}

const waysTo = (graph: GraphView, turn: TurnRecord, node: NodeNumber): ReadonlySet<EdgeNumber> =>
  new Set(pathTo(graph, turn, node).flatMap((pair) => movedEdge(graph, pair) ?? []))

const leadsFromCue = (graph: GraphView, edge: EdgeNumber, node: NodeNumber | undefined): boolean =>
  graph.targetOf(edge) === node && graph.typeOf(graph.sourceOf(edge)) === 'cue'
