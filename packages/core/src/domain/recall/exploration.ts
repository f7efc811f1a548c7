/**
 * Chance, so that a memory whose learning has set tries again what it has let fall or not lifted yet (S3.110): what use alone joined may
 * weigh a little more or less in one walk. Strengths stay as they are, and what holds back still does.
 *
 * The number it is drawn from is recorded with the turn: the same walk over the same graph can be had again.
 */
import type { EdgeNumber, TurnNumber } from '../identity.ts'
import type { Profile } from '../profiles/profile.ts'
import { type Nano, nano, roundHalfAway } from '../strength.ts'

export interface Exploration {
  /** What a strength may gain or lose in this walk, at most. Above 0. */
  readonly amount: Nano
  /** A whole number below 2³². */
  readonly drawnFrom: number
}

/** With every turn less: half of it after `halfTurns`. Undefined where nothing is left to chance. */
export const explorationOf = ({ exploration }: Pick<Profile, 'exploration'>, turn: TurnNumber): Exploration | undefined => {
  const { amount, halfTurns, seed } = exploration
  const left = nano(amount * (halfTurns / (halfTurns + turn)))
  return left === 0 ? undefined : { amount: left, drawnFrom: mixed(seed, turn) }
}

/** Of one edge: from −amount up to amount, every walk from another number its own. */
export const drawn = ({ amount, drawnFrom }: Exploration, edge: EdgeNumber): Nano =>
  roundHalfAway(amount * (mixed(drawnFrom, edge) / 0x8000_0000 - 1))

/** Each bit of both numbers moves each of the 32 with even chance, near enough. */
const mixed = (one: number, other: number): number => {
  let hash = Math.imul(one ^ 0x9e37_79b1, 0x85eb_ca6b) ^ Math.imul(other + 0x7f4a_7c15, 0xc2b2_ae35)
  hash = Math.imul(hash ^ (hash >>> 16), 0x21f0_aaad)
  hash = Math.imul(hash ^ (hash >>> 15), 0x735a_2d97)
  return (hash ^ (hash >>> 15)) >>> 0
}
