/**
 * Chooses what a routing model is offered: the memories among which it may follow and drop, each with the pointer by which it can be followed.
 *
 * Only memories that may be put before a model are offered, so no text of others reaches the routing model either.
 */
import type { EdgeNumber, NodeNumber } from '../identity.ts'
import type { RoutingSettings } from '../profiles/model-settings.ts'
import type { Nano } from '../strength.ts'
import type { RankedNode } from '../walk/ranking.ts'
import type { FiredNode, Habit } from '../walk/walk-record.ts'

export interface OfferedMemory {
  readonly node: NodeNumber
  /** The score in the ranking; 0 for a memory that the walk only looked at. */
  readonly score: Nano
  /** The number of edges on the way to it; undefined where the walk did not visit it. */
  readonly depth: number | undefined
  /** The strongest habitual edge from a memory of the walk to it, by which it can be followed; 0 where there is none. */
  readonly pointer: EdgeNumber
  /** Other memories of the offer that habitual edges lead to, the strongest first, by their places from 0. */
  readonly leadsTo: ReadonlyArray<number>
}

export interface OfferInput {
  /** Best first; only memories that may be given. */
  readonly ranking: ReadonlyArray<RankedNode>
  readonly fired: ReadonlyArray<FiredNode>
  readonly habits: ReadonlyArray<Habit>
  readonly isGivable: (node: NodeNumber) => boolean
}

/** The best memories are offered whether or not they can be followed: who does not see the answer cannot judge the rest. */
const alwaysOffered = 3

/** Returns the offer, best first. After the best ones, memories that can be followed come first, unless everything can be dropped. */
export const offerOf = (
  { fired, habits, isGivable, ranking }: OfferInput,
  { candidates, drops, pointers }: RoutingSettings,
): ReadonlyArray<OfferedMemory> => {
  const scores = new Map(ranking.map(({ node, score }) => [node, score]))
  const depths = new Map(fired.map(({ depth, node }) => [node, depth]))
  const usable = habits.filter(({ source, target }) => isGivable(source) && isGivable(target))
  const into = strongestInto(usable, scores)
  const ranked = ranking.map(({ node }) => node)
  const unranked = [...into].filter(([node]) => !scores.has(node)).sort(([, a], [, b]) => b.pull - a.pull || a.habit.edge - b.habit.edge)
  const reachable = [...ranked.filter((node) => into.has(node)), ...unranked.map(([node]) => node)]
  const chosen = drops === 'all' ? [...ranked, ...reachable] : [...ranked.slice(0, alwaysOffered), ...reachable, ...ranked]
  const nodes = [...new Set(chosen)].slice(0, candidates).sort((a, b) => (scores.get(b) ?? 0) - (scores.get(a) ?? 0) || a - b)
  const places = new Map(nodes.map((node, place) => [node, place]))
  const outOf = Map.groupBy(usable, ({ source }) => source)
  return nodes.map((node) => ({
    node,
    score: scores.get(node) ?? 0,
    depth: depths.get(node),
    pointer: into.get(node)?.habit.edge ?? 0,
    leadsTo: [...(outOf.get(node) ?? [])]
      .sort((a, b) => b.weight - a.weight || a.edge - b.edge)
      .flatMap(({ target }) => places.get(target) ?? [])
      .slice(0, pointers),
  }))
}

interface Pull {
  readonly habit: Habit
  /** The weight of the edge times the score of its source. */
  readonly pull: number
}

const strongestInto = (habits: ReadonlyArray<Habit>, scores: ReadonlyMap<NodeNumber, Nano>): ReadonlyMap<NodeNumber, Pull> => {
  const into = new Map<NodeNumber, Pull>()
  for (const habit of habits) {
    const pull = habit.weight * (scores.get(habit.source) ?? 0)
    const known = into.get(habit.target)
    if (known === undefined || pull > known.pull || (pull === known.pull && habit.edge < known.habit.edge))
      into.set(habit.target, { habit, pull })
  }
  return into
}

/** Returns how many memories an answer may follow: a share of the offer, at least one. */
export const followsMost = (offered: number, { follows }: Pick<RoutingSettings, 'follows'>): number =>
  Math.max(1, Math.floor(offered * follows))
