/** How far a verdict moves an edge: the rule of learning, in units. Only results are recorded, so this may use what replay may not. */
import type { Tier } from '../events/feedback-events.ts'
import type { Profile } from '../profiles/profile.ts'

/** What a walked edge did for the memory that is judged. */
export interface Contribution {
  /** Its share of the activation that came into its target, 0 to 1. */
  readonly attention: number
  /** Edges between it and the judged memory: 0 for the last one of the path. */
  readonly distance: number
  readonly uses: number
  readonly skips: number
}

/**
 * rate · outcome · attention · exp(−depth · distance), and for what nobody said out loud also a gate by use and a timing factor,
 * both within [0.5, 1]: an explicit word always counts, in its own direction.
 */
export const pathDelta = (
  outcome: number,
  { attention, distance, skips, uses }: Contribution,
  tier: Exclude<Tier, 'manual'>,
  { learning }: Pick<Profile, 'learning'>,
): number => {
  const told = learning[tier].path * outcome * attention * Math.exp(-learning.depth * distance)
  return tier === 'conscious' ? told : told * gate(uses - skips) * timing(distance)
}

/** The share of the cue's own edge: the whole rate. */
export const cueDelta = (outcome: number, tier: Exclude<Tier, 'manual'>, { learning }: Pick<Profile, 'learning'>): number =>
  learning[tier].cue * outcome

const gate = (balance: number): number => Math.max(0.5, 1 / (1 + Math.exp(-0.5 * balance)))
const timing = (distance: number): number => Math.max(0.5, 1 / (1 + distance))
