/** Where a strength comes to when a rule asks for a change. Only results are recorded, so this may use what replay may not. */
import type { Profile } from '../profiles/profile.ts'
import { adjust, type Bounds, clamp, type Nano, nano, roundHalfAway } from '../strength.ts'

export const strengthBounds = ({ strength }: Pick<Profile, 'strength'>): Bounds => ({ min: nano(strength.min), max: nano(strength.max) })

/**
 * The strength after a change, always within the bounds; undefined where it is left as it is.
 *
 * A strength out of bounds, from an earlier profile, comes within them with the first change. But where the lower bound is above 0, an edge
 * at 0 waits for praise: it pulls nothing, so blame finds nothing to take, and lifting it would be the opposite of what was said.
 */
export const moved = (from: Nano, asked: Nano, { learning, strength }: Pick<Profile, 'learning' | 'strength'>): Nano | undefined => {
  const bounds = strengthBounds({ strength })
  if (asked === 0 || (from === 0 && bounds.min > 0 && asked < 0)) return undefined
  return learning.squash === 'logit' ? addedInLogits(from, asked, bounds) : adjust(from, asked, bounds)
}

/** Nearer to a bound than this share of the range no strength is counted: what stands at a bound can leave it again. */
const nearest = 0.001

/**
 * Adds in logit space between the bounds (decision C7): half way between them a change is what was asked, towards them it is ever less.
 * Never against what was asked, and a greater strength stays the greater one.
 */
const addedInLogits = (from: Nano, asked: Nano, bounds: Bounds): Nano => {
  const within = clamp(from, bounds)
  const range = bounds.max - bounds.min
  if (range <= 0) return within
  const share = Math.min(1 - nearest, Math.max(nearest, (within - bounds.min) / range))
  const logit = Math.log(share / (1 - share)) + (4 * asked) / range
  const to = clamp(roundHalfAway(bounds.min + range / (1 + Math.exp(-logit))), bounds)
  return asked > 0 ? Math.max(within, to) : Math.min(within, to)
}
