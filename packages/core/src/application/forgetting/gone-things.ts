/** What a run of forgetting let go, as people and programs read it. */
import * as Effect from 'effect/Effect'
import type { Maintenance } from '../../domain/decay/maintenance.ts'
import type { NewEvent } from '../../domain/events/brain-event.ts'
import type { NodeNumber } from '../../domain/identity.ts'
import { units } from '../../domain/strength.ts'
import type { MaintainAnswer } from '../answers.ts'
import type { OpenBrain } from '../brain/brain.ts'
import { nodeNames, printedEdge } from '../naming/names.ts'

type Became = MaintainAnswer['nodes'][number]['became']

/** So many of each are named. */
const namedMost = 100

export const goneThings = Effect.fnUntraced(function* (brain: OpenBrain, events: ReadonlyArray<NewEvent>, gone: Maintenance['gone']) {
  const { graph } = brain.state
  const pruned = gone.slice(0, namedMost)
  const changed = events.flatMap(whatBecame).slice(0, namedMost)
  const names = yield* nodeNames(
    brain,
    graph,
    [
      ...pruned.flatMap(({ edge }) => [graph.sourceOf(edge), graph.targetOf(edge)]),
      ...changed.flatMap(({ into, node }) => (into === undefined ? [node] : [node, into])),
    ],
    'names',
  )
  return {
    edges: pruned.map(({ edge, reason, strength }) => ({
      edge: printedEdge(edge),
      source: names.id(graph.sourceOf(edge)),
      target: names.id(graph.targetOf(edge)),
      strength: units(strength),
      reason,
    })),
    nodes: changed.map(({ became, into, node }) => ({
      node: names.id(node),
      became,
      ...(into === undefined ? {} : { into: names.id(into) }),
    })),
  }
})

const whatBecame = (event: NewEvent): ReadonlyArray<{ readonly node: NodeNumber; readonly became: Became; readonly into?: NodeNumber }> => {
  switch (event.type) {
    case 'NodeRetired':
      return [{ node: event.data.node, became: 'dead' }]
    case 'NodeMerged':
      return [{ node: event.data.node, became: 'merged', into: event.data.into }]
    case 'NodePromoted':
      return [{ node: event.data.node, became: 'normal' }]
    default:
      return []
  }
}
