/**
 * Separates memories that a model may be given from those that a search may only find. An untrusted text takes no place of a trusted one, and
 * words are weighed by trusted texts alone: others' texts change neither the score nor the order of what may be given, however many there are.
 */

import type { DropReason } from '../events/turn-events.ts'
import { type GraphView, isRecallable } from '../graph.ts'
import type { NodeNumber } from '../identity.ts'
import type { CorpusStatistics } from '../text/scoring.ts'
import type { ContextBundle } from './context-bundle.ts'
import type { RankedNode } from './ranking.ts'
import type { Walk } from './walk-record.ts'

type Holds = (node: NodeNumber) => boolean

/**
 * The first `most` of a pool to begin a walk at, in its order. Of these at most half are not trusted, unless there are not enough others to
 * take the places.
 */
export const seedsFrom = <A extends { readonly node: NodeNumber }>(
  pool: ReadonlyArray<A>,
  most: number,
  isTrusted: Holds,
): ReadonlyArray<A> => {
  const first = pool.slice(0, most)
  const untrusted = first.filter(({ node }) => !isTrusted(node))
  const half = Math.floor(most / 2)
  if (untrusted.length <= half) return first
  const trusted = pool.filter(({ node }) => isTrusted(node)).slice(0, most - half)
  const taken = new Set([...trusted, ...untrusted.slice(0, most - trusted.length)])
  return pool.filter((one) => taken.has(one))
}

/** The walk and the pool as far as they may be given; undefined where all of it may. */
export const givableOf = <A extends { readonly node: NodeNumber }>(walk: Walk, pool: ReadonlyArray<A>, isTrusted: Holds) => {
  const isGivable = ({ node }: { readonly node: NodeNumber }) => isTrusted(node)
  if (walk.fired.every(isGivable) && pool.every(isGivable)) return undefined
  return { walk: { ...walk, fired: walk.fired.filter(isGivable) }, pool: pool.filter(isGivable) }
}

/** A bundle with what was left out for its origin among the beginning of the ranking, all in the order of the ranking. */
export const withUntrusted = (
  bundle: ContextBundle,
  ranking: ReadonlyArray<RankedNode>,
  items: number,
  isTrusted: Holds,
): ContextBundle => {
  const untrusted = ranking.slice(0, items).filter(({ node }) => !isTrusted(node))
  if (untrusted.length === 0) return bundle
  const reasons = new Map<NodeNumber, DropReason>(bundle.dropped.map(({ node, reason }) => [node, reason]))
  for (const { node } of untrusted) reasons.set(node, 'origin')
  return { ...bundle, dropped: ranking.flatMap(({ node }) => (reasons.has(node) ? [{ node, reason: reasons.get(node) ?? 'origin' }] : [])) }
}

/** Recallable nodes that may not be given, by rising number. No pass over the nodes where there are none. */
export const untrustedNodes = (
  graph: Pick<GraphView, 'isTrusted' | 'nodes' | 'stateOf' | 'typeOf' | 'untrusted'>,
): ReadonlyArray<NodeNumber> => {
  const found: Array<NodeNumber> = []
  for (let node = 1; node <= graph.nodes && found.length < graph.untrusted; node++)
    if (isRecallable(graph, node) && !graph.isTrusted(node)) found.push(node)
  return found
}

/** `whole` without what may not be given; as it is where nothing else is left. `untrusted`: the statistics of {@link untrustedNodes}. */
export const trustedStatistics = (whole: CorpusStatistics, untrusted: CorpusStatistics): CorpusStatistics =>
  whole.documents <= untrusted.documents
    ? whole
    : {
        documents: whole.documents - untrusted.documents,
        totalLength: whole.totalLength - untrusted.totalLength,
        totalWords: whole.totalWords - untrusted.totalWords,
      }
