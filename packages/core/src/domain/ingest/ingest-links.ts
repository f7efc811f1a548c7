/** The edges that links make: what each passage leads to now, against what it led to so far. */
import type { NewEvent } from '../events/brain-event.ts'
import type { GraphView } from '../graph.ts'
import type { EdgeNumber, NodeNumber } from '../identity.ts'
import type { Profile } from '../profiles/profile.ts'
import { type DecidedEdges, formerEdge, ingestStrength } from './ingest-edges.ts'

/** `wanted` holds every live passage whose links are known, with the passages they lead to. What it does not hold is left alone. */
export const decideIngestLinks = (
  wanted: ReadonlyMap<NodeNumber, ReadonlyArray<NodeNumber>>,
  graph: GraphView,
  profile: Profile,
): DecidedEdges => {
  const strength = ingestStrength(profile, profile.ingest.link)
  const events: Array<NewEvent> = []
  let linked = 0
  let number: EdgeNumber = graph.edges
  for (const [source, targets] of wanted) {
    const missing = new Set(targets)
    missing.delete(source)
    for (const edge of graph.out(source)) {
      if (graph.kindOf(edge) === 'link' && !missing.delete(graph.targetOf(edge)))
        events.push({ type: 'EdgePruned', data: { edge, reason: 'source' } })
    }
    for (const target of missing) {
      const former = formerEdge(graph, source, target, 'link', strength)
      if (former === undefined) {
        events.push({ type: 'EdgeLinked', data: { edge: ++number, source, target, kind: 'link', strength, reason: 'ingest' } })
      } else events.push({ type: 'EdgeRestored', data: { edge: former, reason: 'source' } })
      linked++
    }
  }
  return { events, linked, pruned: events.length - linked }
}
