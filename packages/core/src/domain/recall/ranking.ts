/** The order in which a question's memories stand: what fired, then the rest of what the text index found. */
import type { GraphView } from '../graph.ts'
import type { NodeNumber } from '../identity.ts'
import { type Nano, one, roundHalfAway } from '../strength.ts'
import { type Covering, coverageOrder, noCoverage } from './coverage.ts'
import type { ScoredNode } from './text-evidence.ts'
import type { Walk } from './walk.ts'

export interface RankedNode {
  readonly node: NodeNumber
  /** (seed + path − inhibition) × utility. Always above 0. */
  readonly score: Nano
  readonly seed: Nano
  readonly path: Nano
  readonly inhibition: Nano
  readonly utility: Nano
  /** Of the score, what shared names alone suggest: enough to be found by, not to be put before a model. Absent for nothing. */
  readonly presumed?: Nano
}

/**
 * Fired nodes by score and by what each adds to those before it, ties by number; behind them the documents of `pool` that did not fire, by their own score.
 * What inhibition brings to nothing is not in it.
 */
export const rank = (
  graph: Pick<GraphView, 'utilityOf'>,
  walk: Walk,
  pool: ReadonlyArray<ScoredNode>,
  own: (node: NodeNumber) => Nano,
  covering: Covering = noCoverage,
): ReadonlyArray<RankedNode> => {
  const taken = new Map<NodeNumber, Nano>()
  for (const { energy, node } of walk.inhibitions) taken.set(node, (taken.get(node) ?? 0) + energy)
  const scored = (node: NodeNumber, energy: Nano, presumed?: Nano): RankedNode => {
    const seed = own(node)
    const inhibition = taken.get(node) ?? 0
    const utility = graph.utilityOf(node)
    const score = roundHalfAway((energy - inhibition) * (utility / one))
    const ranked = { node, seed, path: energy - seed, inhibition, utility, score }
    return presumed === undefined ? ranked : { ...ranked, presumed: roundHalfAway(presumed * (utility / one)) }
  }
  const fired = new Set(walk.fired.map(({ node }) => node))
  const first = walk.fired.map(({ energy, node, presumed }) => scored(node, energy, presumed))
  const behind = pool.filter(({ node }) => !fired.has(node)).map(({ node, score }) => scored(node, score))
  const isLeft = ({ score }: RankedNode) => score > 0
  return [...coverageOrder(first.sort(byRank).filter(isLeft), covering), ...behind.sort(byRank).filter(isLeft)]
}

/** Why a memory stands behind one that scores less. */
export type BehindReason = 'said-above' | 'not-visited'

export interface Behind {
  /** The first memory above that scores less. */
  readonly node: NodeNumber
  /** `not-visited`: the walk did not visit it, and visited memories stand first. `said-above`: the memories above say most of it already. */
  readonly because: BehindReason
}

/** For each memory that stands behind one of a lower score, that one and the reason. A ranking by falling scores has none. */
export const outscoring = (ranking: ReadonlyArray<RankedNode>, { fired }: Pick<Walk, 'fired'>): ReadonlyMap<NodeNumber, Behind> => {
  const visited = new Set(fired.map(({ node }) => node))
  const found = new Map<NodeNumber, Behind>()
  for (const [place, { node, score }] of ranking.entries()) {
    const lower = ranking.slice(0, place).find((above) => above.score < score)
    if (lower === undefined) continue
    found.set(node, { node: lower.node, because: visited.has(lower.node) && !visited.has(node) ? 'not-visited' : 'said-above' })
  }
  return found
}

const byRank = (a: RankedNode, b: RankedNode): number => b.score - a.score || a.node - b.node
