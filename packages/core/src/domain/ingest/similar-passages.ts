/**
 * Edges of kind `similarity` (S1.28): each passage leads to the nearest passages that were there before it, with their cosine as its strength. What is nearest was looked up; here it is compared with the edges that there are.
 */
import * as Result from 'effect/Result'
import type { Decision } from '../decision.ts'
import type { NewEvent } from '../events/brain-event.ts'
import { type GraphView, isRecallable, isSearched } from '../graph.ts'
import type { EdgeNumber, NodeNumber } from '../identity.ts'
import type { Profile } from '../profiles/profile.ts'
import type { BrainState } from '../projections/brain-fold.ts'
import { boundsOf, clamp } from '../strength.ts'
import type { NearNode } from '../vectors/vector-table.ts'
import { type ChangedEdges, isReweighed, linking } from './ingest-edges.ts'

export const joinsSimilar = ({ ingest }: Profile): boolean => ingest.similar > 0

/** True for a passage that another one may be joined to: there before it, and trusted unless that one is not either. */
export const mayBeSimilar = (graph: GraphView, node: NodeNumber, other: NodeNumber): boolean =>
  other < node && isPassage(graph, other) && (graph.isTrusted(other) || !graph.isTrusted(node))

/** True for a live passage of a document. */
export const isPassage = (graph: GraphView, node: NodeNumber): boolean =>
  isRecallable(graph, node) && isSearched(graph.typeOf(node)) && graph.sourceNumberOf(node) !== 0

/** Returns the passages whose nearest may be others now: those that changed, and those with an edge to one of them. */
export const similarAffected = (graph: GraphView, changed: ReadonlySet<NodeNumber>, known: NodeNumber): ReadonlyArray<NodeNumber> => {
  const affected = new Set(changed)
  if ([...changed].some((node) => node <= known)) {
    for (let edge = 1; edge <= graph.edges; edge++) {
      if (graph.kindOf(edge) === 'similarity' && graph.isLinked(edge) && changed.has(graph.targetOf(edge)))
        affected.add(graph.sourceOf(edge))
    }
  }
  return [...affected].sort((a, b) => a - b)
}

export interface WantedSimilar {
  /** Maps each passage to its nearest, best first. Empty for one that is gone. Edges of other passages stay. */
  readonly wanted: ReadonlyMap<NodeNumber, ReadonlyArray<NearNode>>
  /** Highest edge number in use, including edges that the same commit links before. */
  readonly lastEdge: EdgeNumber
}

export const decideSimilar = (
  { lastEdge, wanted }: WantedSimilar,
  { graph }: Pick<BrainState, 'graph'>,
  profile: Profile,
): Decision<ChangedEdges> => {
  const bounds = boundsOf(profile.strength)
  const events: Array<NewEvent> = []
  const link = linking(graph, lastEdge)
  let linked = 0
  for (const [source, near] of wanted) {
    const missing = new Map(near.map(({ node, similarity }) => [node, clamp(similarity, bounds)]))
    for (const edge of graph.out(source)) {
      if (graph.kindOf(edge) !== 'similarity') continue
      const now = missing.get(graph.targetOf(edge))
      if (now !== undefined && !isReweighed(graph.firstOf(edge), now)) missing.delete(graph.targetOf(edge))
      else events.push({ type: 'EdgePruned', data: { edge, reason: now === undefined ? 'source' : 'reweighed' } })
    }
    for (const [target, strength] of missing) events.push(link({ source, target, kind: 'similarity', strength }))
    linked += missing.size
  }
  return Result.succeed({ events, answer: { linked, pruned: events.length - linked } })
}
