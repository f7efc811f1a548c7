/**
 * Decides whether a routing model is worth a call for a question (S3.23 to S3.33, decision C27).
 *
 * A call needs something to choose: habitual edges that lead somewhere, and a message that memories are at least near to: thanks and talk ask for
 * nothing. Then any sign of noise asks for it, unless every sign of sureness is there. Where no sign of noise is there, no call is made, and that
 * is recorded as such.
 */

import { naturalLogarithm } from '@crabtrail/text/words/scoring'
import type { RoutingReason } from '../events/turn-events.ts'
import type { RoutingSettings } from '../profiles/model-settings.ts'

/** A walk as the policy sees it. */
export interface RoutingShape {
  /** True where a habitual edge leads from one memory that may be given to another. */
  readonly hasChoice: boolean
  /** The scores of the memories that fired, best first, in any unit. */
  readonly scores: ReadonlyArray<number>
  /** The scores of the seeds. */
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
  /** True where a similar question failed lately. */
  readonly failedBefore: boolean
}

const asking: ReadonlySet<RoutingReason> = new Set(['many', 'flat', 'over-context', 'failed-before'])

/** True for a reason that asks for a call. */
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
