/** How far a question opens the mentions: where few of the best texts take part in titles, names join what does not belong together. */
import type { GraphView } from '../graph.ts'
import type { NodeNumber } from '../identity.ts'
import { type Nano, nano } from '../strength.ts'
import type { WalkSettings } from './candidate-edges.ts'

/** From 0 to one, by the share of seeds that are about what others mention or mention what others are about. */
export const gateOf = (graph: GraphView, seeds: ReadonlyArray<NodeNumber>, { walk }: WalkSettings): Nano => {
  if (seeds.length === 0) return 0
  const share = seeds.filter((node) => isTitled(graph, node)).length / seeds.length
  const [closed, open] = [walk.gateClosed, walk.gateOpen]
  if (open <= closed) return share >= open ? nano(1) : 0
  return nano(Math.min(1, Math.max(0, (share - closed) / (open - closed))))
}

const isTitled = (graph: GraphView, node: NodeNumber): boolean => graph.out(node).some((edge) => graph.roleOf(edge) === 'title')
