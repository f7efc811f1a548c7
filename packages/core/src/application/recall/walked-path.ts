/** The paths by which memories were reached in a walk. */
import type { EdgeNumber, NodeNumber } from '../../domain/identity.ts'
import type { BrainState } from '../../domain/projections/brain-fold.ts'
import { units } from '../../domain/strength.ts'
import type { Walk, WalkStep } from '../../domain/walk/walk-record.ts'
import type { PathStep } from '../answers.ts'
import { type NodeNames, printedEdge } from '../naming/names.ts'

/** Returns a function from a node to the followed steps from a seed or cue to it. */
export const tracer = ({ graph }: BrainState, walk: Walk): ((node: NodeNumber) => ReadonlyArray<WalkStep>) => {
  const steps = new Map<EdgeNumber, WalkStep>(walk.steps.map((step) => [step.edge, step]))
  const by = new Map(walk.fired.map(({ edge, node }) => [node, edge]))
  const best = bestIncoming(graph, walk)
  return (node) => {
    const path: Array<WalkStep> = []
    const seen = new Set<NodeNumber>()
    let at = node
    let edge = by.get(at) || best.get(at) || 0
    while (edge !== 0 && !seen.has(at)) {
      seen.add(at)
      const step = steps.get(edge)
      if (step !== undefined) path.unshift(step)
      at = graph.sourceOf(edge)
      edge = by.get(at) ?? 0
    }
    return path
  }
}

/** Finds, for each node, the followed edge that brought it most energy. It explains a seed that an edge lifted as well. */
const bestIncoming = (graph: BrainState['graph'], walk: Walk): ReadonlyMap<NodeNumber, EdgeNumber> => {
  const best = new Map<NodeNumber, { readonly edge: EdgeNumber; readonly energy: number }>()
  for (const { edge, outcome } of walk.steps) {
    if (outcome._tag !== 'Followed' || outcome.energy <= 0) continue
    const target = graph.targetOf(edge)
    const known = best.get(target)
    if (known === undefined || outcome.energy > known.energy) best.set(target, { edge, energy: outcome.energy })
  }
  return new Map([...best].map(([node, { edge }]) => [node, edge]))
}

export const pathStep = ({ graph }: BrainState, step: WalkStep, names: NodeNames): PathStep => ({
  edge: printedEdge(step.edge),
  source: names.id(graph.sourceOf(step.edge)),
  target: names.id(graph.targetOf(step.edge)),
  kind: graph.kindOf(step.edge) ?? 'learned',
  strength: units(step.strength),
  channel: step.outcome._tag === 'Followed' ? step.outcome.channel : 'rule',
})
