/**
 * Decides whether a routing model is worth a call for a question (S3.23 to S3.33, decision C27).
 *
 * A call needs something to choose: habitual edges that lead somewhere, and a message that memories are at least near to: thanks and talk ask for
 * nothing. Then any sign of noise asks for it, unless every sign of sureness is there. Where no sign of noise is there, no call is made, and that
 * is recorded as such.
 */

import { naturalLogarithm } from '@crabtrail/text/words/scoring'
import type { RoutingReason } from '../events/turn-events.ts'
import type { EdgeNumber, NodeNumber } from '../identity.ts'
import type { RoutingSettings } from '../profiles/model-settings.ts'
import type { Nano } from '../strength.ts'
import type { RankedNode } from '../walk/ranking.ts'
import type { FiredNode, Habit } from '../walk/walk-record.ts'

export interface RoutingShape {
  /** True where a habitual edge leads from one memory that may be given to another. */
  readonly hasChoice: boolean
  /** The scores of the memories that fired, best first, in any unit. */
  readonly scores: ReadonlyArray<number>
  readonly seeds: ReadonlyArray<number>
  /** The share of the question's weight in words that the best text holds, 0 to 1. */
  readonly covered: number
  /** How sure the surest memory answers the message; given from 0 on. -Infinity where no word of the message tells anything. */
  readonly confidence: number
  /** The lowest strength, in units, of the edges that touch what fired; 0 where none is negative. */
  readonly lowest: number
  /** True for a fresh heartbeat of a workspace that did not change since. */
  readonly isFresh: boolean
  /** The tokens of the memories that fired, and those that the context has room for. */
  readonly load: number
  readonly room: number
  readonly failedBefore: boolean
}

const asking: ReadonlySet<RoutingReason> = new Set(['many', 'flat', 'over-context', 'failed-before'])

export const asksModel = (reason: RoutingReason): boolean => asking.has(reason)

export const routingReason = (shape: RoutingShape, settings: RoutingSettings): RoutingReason => {
  if (!shape.hasChoice) return 'no-choice'
  const fired = countedIn(shape.scores, settings)
  if (isSure(shape, fired, settings)) return 'sure'
  if (shape.confidence < settings.near && !shape.failedBefore) return 'unlike'
  if (fired > settings.many) return 'many'
  if (entropyOf(shape.seeds) > settings.flat) return 'flat'
  if (shape.load > shape.room) return 'over-context'
  return shape.failedBefore ? 'failed-before' : 'between'
}

/** Returns how many memories fired strongly enough to be given. */
const countedIn = (scores: ReadonlyArray<number>, { counted }: Pick<RoutingSettings, 'counted'>): number => {
  const best = scores[0] ?? 0
  return scores.filter((score) => score >= counted * best).length
}

const isSure = (
  { covered, isFresh, lowest, scores }: RoutingShape,
  fired: number,
  { few, inhibited, margin, sure }: RoutingSettings,
): boolean => {
  const [best = 0, second = 0] = scores
  const standsOut = best > 0 && (best - second) / best > margin
  return fired <= few && standsOut && covered > sure && lowest > inhibited && isFresh
}

/**
 * Returns the entropy of scores as shares of their sum, relative to that of equal scores: 0 where one has all, 1 where all are equal. One
 * score is not flat.
 */
const entropyOf = (scores: ReadonlyArray<number>): number => {
  const held = scores.filter((score) => score > 0)
  if (held.length < 2) return 0
  const sum = held.reduce((total, score) => total + score, 0)
  let entropy = 0
  for (const score of held) entropy -= (score / sum) * naturalLogarithm(score / sum)
  return entropy / naturalLogarithm(held.length)
}

/*
 * The offer: the memories among which a model may follow and drop, each with the pointer by which it can be followed. Only memories that may be put
 * before a model are offered, so no text of others reaches the routing model either.
 */

export interface OfferedMemory {
  readonly node: NodeNumber
  /** The score in the ranking; 0 for a memory that the walk only looked at. */
  readonly score: Nano
  /** The number of edges on the way to it; undefined where the walk did not visit it. */
  readonly depth: number | undefined
  /** The edge that brought it most energy; 0 where its words found it, or where the walk did not visit it. */
  readonly by: EdgeNumber
  /** The score that verdicts on such questions took from it. */
  readonly held: Nano
  /** The strongest habitual edge from a memory of the walk to it, by which it can be followed; 0 where there is none. */
  readonly pointer: EdgeNumber
  /** Other memories of the offer that habitual edges lead to, the strongest first. */
  readonly leadsTo: ReadonlyArray<Pointer>
}

export interface Pointer {
  /** The place in the offer, from 0. */
  readonly to: number
  /** The weight of the pair in the walk, above 0. */
  readonly weight: number
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
  const held = new Map(ranking.map(({ inhibition, node }) => [node, inhibition]))
  const visited = new Map(fired.map((one) => [one.node, one]))
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
    depth: visited.get(node)?.depth,
    by: visited.get(node)?.edge ?? 0,
    held: held.get(node) ?? 0,
    pointer: into.get(node)?.habit.edge ?? 0,
    leadsTo: [...(outOf.get(node) ?? [])]
      .sort((a, b) => b.weight - a.weight || a.edge - b.edge)
      .flatMap(({ target, weight }) => {
        const to = places.get(target)
        return to === undefined ? [] : [{ to, weight }]
      })
      .slice(0, pointers),
  }))
}

interface Pull {
  readonly habit: Habit
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
