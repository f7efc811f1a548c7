/** Strengths that follow from a profile alone, whatever was learned. */
import type { Tier } from '../events/feedback-events.ts'
import { clamp, type Nano, nano } from '../strength.ts'
import type { Profile } from './profile.ts'

/** Tiers of what is said, each with its own rates. */
export type SaidTier = Exclude<Tier, 'manual'>

/** Returns the first strength of an edge with this walk weight, clamped to the bounds of the profile. */
export const ingestStrength = ({ strength: { max, min }, tiers, walk }: Profile, weight: number): Nano =>
  clamp(nano(tiers.habitual + walk.slope * weight), { min: nano(min), max: nano(max) })

/** Returns the change of the cue's own edge: the whole rate times the outcome. */
export const cueDelta = (outcome: number, tier: SaidTier, { learning }: Pick<Profile, 'learning'>): number => learning[tier].cue * outcome

/**
 * Returns the strength, in units, to which one usual correction that names nothing else brings a cue's edge from 0. A memory inhibited no
 * more than that changes its place for the cue's questions, and stays in their context.
 */
export const placesOnly = ({ learning }: Pick<Profile, 'learning'>): number => cueDelta(learning.spoken, 'conscious', { learning })
