/** Which nodes and edges an event speaks of: for finding the events of one. */
import type { NewEvent } from '../events/brain-event.ts'
import type { EdgeNumber, NodeNumber } from '../identity.ts'

export interface Footprint {
  readonly nodes: ReadonlySet<NodeNumber>
  readonly edges: ReadonlySet<EdgeNumber>
}

/** Fields that hold nodes. Beside them the ends of `EdgeLinked`; a `source` elsewhere is a document, and what routing dropped are edges. */
const nodeFields = ['node', 'into', 'nodes', 'included', 'dropped', 'guardrails', 'instead', 'cue', 'cues'] as const
const edgeFields = ['edge', 'edges', 'candidates', 'chosen'] as const

export const footprint = (event: NewEvent): Footprint => {
  const nodes = new Set<number>()
  const edges = new Set<number>()
  // Its fields of these names are budgets.
  if (event.type === 'TurnStarted') return { nodes, edges }
  collect(event.data, edgeFields, edges)
  if (event.type === 'RoutingDecided') collect(event.data, ['dropped'], edges)
  else collect(event.data, nodeFields, nodes)
  if (event.type === 'EdgeLinked') {
    nodes.add(event.data.source)
    nodes.add(event.data.target)
  }
  return { nodes, edges }
}

const collect = (data: object, fields: ReadonlyArray<string>, into: Set<number>): void => {
  for (const field of fields) {
    const value: unknown = Reflect.get(data, field)
    for (const one of Array.isArray(value) ? value : [value]) if (typeof one === 'number') into.add(one)
  }
}
