/** Takes what grew from questions out of a derivation, in the place in which it grew. Pure. */
import { type BrainEvent, ignore, type NewEvent } from '../events/brain-event.ts'
import { placed } from '../events/codec/event-codec.ts'
import type { GraphView } from '../graph.ts'
import type { NodeNumber, Position } from '../identity.ts'

/**
 * Returns a function that gives the events to fold behind a fact. `out` are the positions of the births that are left out.
 *
 * A memory that grew is retired, and edges of growth are pruned, also where a later fact brings them back. A cue stays: a verdict makes the cue of
 * its question as well, and without edges of growth the cue says nothing that no verdict said.
 */
export const growthOut = (out: ReadonlySet<Position>) => {
  const cues = new Set<NodeNumber>()
  const memories = new Set<NodeNumber>()
  const retired = (node: NodeNumber): NewEvent => ({ type: 'NodeRetired', data: { node, reason: 'death' } })
  const pruned = (graph: GraphView, edge: number): ReadonlyArray<NewEvent> => {
    const isOut = cues.has(graph.sourceOf(edge)) || cues.has(graph.targetOf(edge))
    return isOut && graph.kindOf(edge) === 'grown' ? [{ type: 'EdgePruned', data: { edge, reason: 'death' } }] : []
  }
  const behind = (fact: BrainEvent, graph: GraphView): ReadonlyArray<NewEvent> => {
    switch (fact.type) {
      case 'NoveltyAssessed': {
        const { birth, cue: node } = fact.data
        if (birth !== 'made' || node === undefined || !out.has(fact.position)) return []
        cues.add(node)
        if (graph.typeOf(node) === 'cue') return []
        memories.add(node)
        return [retired(node)]
      }
      case 'EdgeLinked':
      case 'EdgeRestored':
        return pruned(graph, fact.data.edge)
      case 'NodeRestored':
        return memories.has(fact.data.node) ? [retired(fact.data.node)] : []
      default:
        ignore<'growth out'>(fact.type)
        return []
    }
  }
  return (fact: BrainEvent, graph: GraphView): ReadonlyArray<BrainEvent> =>
    out.size === 0 ? [] : behind(fact, graph).map((event) => placed(event, fact.position, fact.commit))
}
