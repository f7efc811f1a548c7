/** Computes the strength after a change that a rule asks for. Only results are recorded, so this may use functions that replay must not. */

import { isDenial } from '@crabtrail/text/signs/denial'
import { isForceful } from '@crabtrail/text/signs/wording'
import { assertThat } from '../assertion.ts'
import type { Tier, Verdict } from '../events/learning-events.ts'
import type { Profile } from '../profiles/profile.ts'
import { adjust, type Bounds, boundsOf, clamp, isWithin, type Nano, roundHalfAway } from '../strength.ts'

/**
 * Returns the strength of an edge after a change; undefined where it does not change. The bounds are those of the strength that a walk
 * reads: `beside` is the sum of the edges that join the same two nodes beside this one, and the sum with them stays within the bounds.
 *
 * A change never goes the other way: a sum out of bounds counts as the bound, and is brought there only by a change in that direction. But
 * where the lower bound is above 0, blame leaves a sum of 0 at 0: it pulls nothing, and lifting it to the bound would be the opposite of
 * blame.
 */
export const moved = (
  from: Nano,
  asked: Nano,
  { learning, strength }: Pick<Profile, 'learning' | 'strength'>,
  beside: Nano = 0,
): Nano | undefined => {
  const bounds = boundsOf(strength)
  const sum = from + beside
  if (asked === 0 || (sum === 0 && bounds.min > 0 && asked < 0)) return undefined
  const read = sum === 0 ? 0 : clamp(sum, bounds)
  const to = learning.squash === 'logit' ? addedInLogits(read, asked, bounds) : adjust(read, asked, bounds)
  assertThat('a moved strength is within its bounds', isWithin(to, bounds), to)
  return (to - sum) * asked < 0 ? undefined : to - beside + 0
}

/** The least distance to a bound, as a share of the range, at which a strength is counted: a strength at a bound can leave it again. */
const nearest = 0.001

/**
 * Adds in logit space between the bounds (decision C7): half way between them the change is what was asked, towards them it is ever less.
 * The change never has the opposite sign, and a greater strength stays the greater one.
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

/* The meaning of a verdict: the verdict that a profile makes of it, its outcome, its direction, and its tier when an agent gives it (ADR 0011). */

/** Returns the verdict that a profile applies. `wrong` is an alias whose meaning the profile fixes; other verdicts stay as they are. */
export const appliedVerdict = (verdict: Verdict, { wrong }: Pick<Profile, 'wrong'>): Verdict => (verdict === 'wrong' ? wrong : verdict)

/** Returns the outcome of a verdict when none is given, in units from −1 to 1. */
export const usualOutcome = (verdict: Verdict): number => {
  switch (verdict) {
    case 'used':
    case 'success':
      return 1
    case 'partial':
      return 0.3
    case 'not-relevant':
    case 'not-useful':
    case 'wrong':
    case 'correction':
      return -1
    default:
      return verdict satisfies never
  }
}

/** Returns the range of outcomes of a verdict: praise never counts against a memory, nor blame for it. */
export const outcomeRange = (verdict: Verdict): readonly [min: number, max: number] => {
  const usual = usualOutcome(verdict)
  return usual > 0 ? [0, 1] : [-1, 0]
}

/** Returns the outcome of a denial that was heard, in units from −1 to 0. A forceful one counts for more, down to −1. */
export const spokenOutcome = (
  message: string,
  { learning: { severe, spoken } }: { readonly learning: Pick<Profile['learning'], 'severe' | 'spoken'> },
): number => (isForceful(message) ? Math.max(-1, spoken * severe) : spoken)

/** The facts that decide the tier of a verdict by an agent's tool: the owner's, who said as much, or the agent's own (ADR 0011). */

export interface ToolVerdictFacts {
  /** True where the host says that the message being answered is the owner's; false where it does not say. */
  readonly isOwners: boolean
  /** The text of that message; undefined where it is not known. */
  readonly message: string | undefined
  /** True where text of others was read in the turn before: it may have talked the agent into the verdict. */
  readonly readOthers: boolean
}

/** Returns the owner's tier only where the owner surely judged and no text of others was read. More doubt never raises the tier. */
export const toolVerdictTier = ({ isOwners, message, readOthers }: ToolVerdictFacts): Exclude<Tier, 'manual'> =>
  isOwners && !readOthers && message !== undefined && isDenial(message) ? 'conscious' : 'agent'
