/** Edges of kind `link`: compares the passages that each passage links to with the link edges that it has. */
import * as Result from 'effect/Result'
import type { Decision } from '../decision.ts'
import type { NewEvent } from '../events/brain-event.ts'
import type { EdgeNumber, NodeNumber } from '../identity.ts'
import type { Profile } from '../profiles/profile.ts'
import type { BrainState } from '../projections/brain-fold.ts'
import { type ChangedEdges, formerEdge, ingestStrength } from './ingest-edges.ts'

export interface WantedLinks {
  /**
   * For each live passage whose links are known, the passages that they lead to. Edges of passages that are not in the map stay unchanged.
   */
  readonly wanted: ReadonlyMap<NodeNumber, ReadonlyArray<NodeNumber>>
}

export const decideIngestLinks = (
  { wanted }: WantedLinks,
  { graph }: Pick<BrainState, 'graph'>,
  profile: Profile,
): Decision<ChangedEdges> => {
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
  return Result.succeed({ events, answer: { linked, pruned: events.length - linked } })
}
