/** The graph as it will be once some facts of the same commit are folded, as far as deciding what follows from them needs it. */
import type { BrainEventOf, NewEvent } from '../events/brain-event.ts'
import type { EdgeView, GraphView } from '../graph.ts'
import type { EdgeNumber, NodeNumber } from '../identity.ts'

type Data<T extends NewEvent['type']> = BrainEventOf<T>['data']

/** Knows of nodes that are added, and edges that are linked or restored; other facts change nothing of it. Good as long as `graph` is. */
export const graphWith = (graph: GraphView, facts: ReadonlyArray<NewEvent>): GraphView => {
  const added = new Map<NodeNumber, Extract<NewEvent, { readonly type: 'NodeAdded' }>>()
  const linked = new Map<EdgeNumber, Data<'EdgeLinked'>>()
  const restored = new Set<EdgeNumber>()
  for (const fact of facts) {
    if (fact.type === 'NodeAdded') added.set(fact.data.node, fact)
    if (fact.type === 'EdgeLinked') linked.set(fact.data.edge, fact.data)
    if (fact.type === 'EdgeRestored') restored.add(fact.data.edge)
  }
  if (linked.size + restored.size === 0) return graph
  const edge = (number: EdgeNumber): EdgeView | undefined => {
    const data = linked.get(number)
    if (data !== undefined)
      return { ...data, first: data.strength, linked: true, withdrawn: false, uses: 0, skips: 0, lastUsed: 0, lastRenewed: 0 }
    const known = graph.edge(number)
    return known !== undefined && restored.has(number) ? { ...known, linked: true, withdrawn: false } : known
  }
  const also = (fits: (data: Data<'EdgeLinked'>) => boolean) => [...linked].flatMap(([number, data]) => (fits(data) ? [number] : []))
  return {
    ...graph,
    nodes: graph.nodes + added.size,
    edges: graph.edges + linked.size,
    edge,
    out: (node) => [
      ...new Set([
        ...graph.out(node),
        ...[...restored].filter((number) => graph.sourceOf(number) === node),
        ...also(({ source }) => source === node),
      ]),
    ],
    between: (source, target) => [...graph.between(source, target), ...also((data) => data.source === source && data.target === target)],
    stateOf: (node) => added.get(node)?.data.state ?? graph.stateOf(node),
    typeOf: (node) => added.get(node)?.data.nodeType ?? graph.typeOf(node),
    originOf: (node) => added.get(node)?.origin ?? graph.originOf(node),
    strengthOf: (number) => linked.get(number)?.strength ?? graph.strengthOf(number),
    kindOf: (number) => linked.get(number)?.kind ?? graph.kindOf(number),
    targetOf: (number) => linked.get(number)?.target ?? graph.targetOf(number),
    sourceOf: (number) => linked.get(number)?.source ?? graph.sourceOf(number),
    isLinked: (number) => linked.has(number) || restored.has(number) || graph.isLinked(number),
  }
}
