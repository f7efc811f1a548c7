/** Puts the memory that states what is true now in the place of each that it supersedes. */
import { type GraphView, isRecallable, type Supersession } from '../graph.ts'
import type { NodeNumber } from '../identity.ts'
import type { RankedNode } from './ranking.ts'

type Superseding = Pick<GraphView, 'isTrusted' | 'stateOf' | 'supersededBy' | 'typeOf'>

export interface Holder extends Pick<Supersession, 'part' | 'rule'> {
  /** The memory that states what is true now. It is recallable and may be put before a model. */
  readonly holder: NodeNumber
}

/** Follows what supersedes a memory to its end. Undefined where nothing does, or where nothing that may be given is left. */
export const holderOf = (graph: Superseding, node: NodeNumber): Holder | undefined => {
  for (const { by, part, rule } of graph.supersededBy(node).toReversed()) {
    const holder = endOf(graph, by, new Set([node]))
    if (holder !== undefined) return { holder, rule, ...(part === undefined ? {} : { part }) }
  }
  return undefined
}

const endOf = (graph: Superseding, node: NodeNumber, seen: Set<NodeNumber>): NodeNumber | undefined => {
  if (seen.has(node)) return undefined
  seen.add(node)
  for (const { by } of graph.supersededBy(node).toReversed()) {
    const end = endOf(graph, by, seen)
    if (end !== undefined) return end
  }
  return isRecallable(graph, node) && graph.isTrusted(node) ? node : undefined
}

/**
 * Puts each holder directly before the first memory that it supersedes as a whole, with at least the score of that memory, and directly behind
 * the first of which it supersedes a part: whether that part is asked for is known later. A ranking without superseded memories stays as it is.
 */
export const withHolders = (graph: Superseding, ranking: ReadonlyArray<RankedNode>): ReadonlyArray<RankedNode> => {
  const held = ranking.flatMap(({ node }) => {
    const holder = graph.supersededBy(node).length === 0 ? undefined : holderOf(graph, node)
    return holder === undefined ? [] : [[node, holder] as const]
  })
  if (held.length === 0) return ranking
  const known = new Map(ranking.map((ranked) => [ranked.node, ranked]))
  const [holders, placed, order] = [new Map(held), new Set<NodeNumber>(), [] as RankedNode[]]
  for (const ranked of ranking) {
    if (placed.has(ranked.node)) continue
    const one = holders.get(ranked.node)
    const own = one === undefined ? undefined : known.get(one.holder)
    const isNew = one !== undefined && !placed.has(one.holder)
    const stood = own !== undefined && own.score >= ranked.score ? own : { ...ranked, node: one?.holder ?? ranked.node }
    if (isNew && one.part === undefined) order.push(stood)
    order.push(ranked)
    if (isNew && one.part !== undefined) order.push(stood)
    if (one !== undefined) placed.add(one.holder)
    placed.add(ranked.node)
  }
  return order
}
