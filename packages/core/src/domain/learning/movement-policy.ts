/** Where a strength comes to when a rule asks for a change. Only results are recorded, so this may use what replay may not. */

import type { Tier, Verdict } from '../events/feedback-events.ts'
import { type HeardVerdict, hearVerdict } from '../hearing/spoken-verdict.ts'
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

/* The meaning of a verdict: the verdict that a profile makes of it, its outcome, its direction, and its tier when an agent gives it (ADR 0011). */

/** `wrong` is an alias whose meaning the profile fixes; every other verdict is what it says. */
export const appliedVerdict = (verdict: Verdict, { wrong }: Pick<Profile, 'wrong'>): Verdict => (verdict === 'wrong' ? wrong : verdict)

/** Outcome in [-1, 1] units that a verdict stands for when none is given. */
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

/** The outcomes a verdict can have: a good word is never counted against a memory, nor a bad one for it. */
export const outcomeRange = (verdict: Verdict): readonly [min: number, max: number] => {
  const usual = usualOutcome(verdict)
  return usual > 0 ? [0, 1] : [-1, 0]
}

/** Outcome in [-1, 0] units of a correction that was heard in a message: what is said with force counts for more, and no more than all. */
export const spokenOutcome = (
  { isSevere }: Pick<HeardVerdict, 'isSevere'>,
  { learning: { severe, spoken } }: { readonly learning: Pick<Profile['learning'], 'severe' | 'spoken'> },
): number => (isSevere ? Math.max(-1, spoken * severe) : spoken)

/** Whose word a verdict is that an agent gives by a tool: its owner's, who said as much, or its own (ADR 0011). */

export interface ToolVerdictFacts {
  /** Whether the host says that it is the owner whose message is answered; where it does not say, it is not. */
  readonly isOwners: boolean
  /** What that message says; absent where it is not known. */
  readonly message: string | undefined
  /** Whether anything that others wrote was read in the turn before: it may have talked the agent into the verdict. */
  readonly readOthers: boolean
}

/** The owner's tier only where he surely judged himself and nobody else had the agent's ear; more doubt never raises it. */
export const toolVerdictTier = ({ isOwners, message, readOthers }: ToolVerdictFacts): Exclude<Tier, 'manual'> =>
  isOwners && !readOthers && message !== undefined && hearVerdict(message) !== undefined ? 'conscious' : 'agent'
