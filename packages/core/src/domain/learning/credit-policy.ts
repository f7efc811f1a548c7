/** How far a verdict moves an edge: the rule of learning, in units. Only results are recorded, so this may use what replay may not. */

import type { Tier } from '../events/feedback-events.ts'
import type { Profile } from '../profiles/profile.ts'
import { type Nano, one, units } from '../strength.ts'

/** What a walked edge did for the memory that is judged. */
export interface Contribution {
  /** Its share of the activation that came into its target, 0 to 1. */
  readonly attention: number
  /** Edges between it and the judged memory: 0 for the last one of the path. */
  readonly distance: number
  /** By how much deeper its target lies than its source; 0 where that is not known. */
  readonly descent: number
  readonly uses: number
  readonly skips: number
}

type SaidTier = Exclude<Tier, 'manual'>
type Rule = Pick<Profile, 'learning'>

/**
 * rate · outcome · attention · exp(−depth · distance), and as far as the profile measures it also a gate by use and a timing factor.
 *
 * Where it measures by distance or not at all, a delta has the sign of its outcome. Measured by depth, an edge that led back to where the
 * walk had been is moved the other way (S4.67).
 */
export const pathDelta = (outcome: number, { attention, ...edge }: Contribution, tier: SaidTier, { learning }: Rule): number => {
  const { distance, descent } = edge
  const { rule } = learning
  const attended = rule.attention === 'share' ? attention : rule.followed
  const told = learning[tier].path * outcome * attended * Math.exp(-learning.depth * distance)
  return isMeasured(tier, learning) ? told * gate(edge, learning) * timing(rule.timing, distance, descent) : told
}

/** What an edge that was passed over on the way to the judged memory gets: the other way round (2d − 1 of S4.64), where the profile has it at all. */
export const skippedDelta = (
  outcome: number,
  edge: Pick<Contribution, 'distance' | 'uses' | 'skips'>,
  tier: SaidTier,
  rule: Rule,
): number => {
  const { learning } = rule
  const told = -learning[tier].path * outcome * learning.rule.skipped * Math.exp(-learning.depth * edge.distance)
  return (isMeasured(tier, learning) ? told * gate(edge, learning) : told) + 0
}

/** The share of the cue's own edge: the whole rate. */
export const cueDelta = (outcome: number, tier: SaidTier, { learning }: Rule): number => learning[tier].cue * outcome

/**
 * As low as corrections that name nothing else bring a cue's edge, in units: what a usual one takes. Held back no more than that, a memory
 * changes its place for the cue's questions and never leaves their context.
 */
export const placesOnly = ({ learning }: Rule): number => cueDelta(learning.spoken, 'conscious', { learning })

const isMeasured = (tier: SaidTier, { rule }: Profile['learning']): boolean => tier === 'agent' || rule.measures === 'every-tier'

/** S4.61. */
const gate = ({ skips, uses }: Pick<Contribution, 'uses' | 'skips'>, { rule }: Profile['learning']): number =>
  Math.max(rule.gate, 1 / (1 + Math.exp(-0.5 * (uses - skips))))

const timing = (by: Profile['learning']['rule']['timing'], distance: number, descent: number): number => {
  switch (by) {
    case 'none':
      return 1
    case 'distance':
      return Math.max(0.5, 1 / (1 + distance))
    case 'depth':
      return byDescent(descent)
    default:
      return by satisfies never
  }
}

/** S4.67. */
const byDescent = (descent: number): number => {
  if (descent === 0) return 0.5
  return descent > 0 ? 1 / (1 + descent) : -0.5 / (1 - descent)
}

/* How an outcome that names no turn is shared among those it may be about: the newest and the closest get most (S3.66–S3.72, decision C22). */

export interface Candidate {
  /** How many turns of the session came after it. */
  readonly distance: number
  /** How close what was said is to what the turn was about, nano-units from 0 to 1. */
  readonly closeness: Nano
}

/** Which share of the words that were said stands in what a turn was about. */
export const closenessOf = (said: ReadonlyArray<string>, about: ReadonlyArray<string>): Nano => {
  const [words, known] = [new Set(said), new Set(about)]
  return words.size === 0 ? 0 : Math.floor((one * [...words].filter((word) => known.has(word)).length) / words.size)
}

/**
 * One share for each candidate, in nano-units; together they are exactly one, or none where there is no candidate.
 *
 * A candidate weighs exp(−distance / fade) · (1 + closeness of it · `closeness`). `winner` gives everything to the heaviest, the newest of equals.
 */
export const sharesOf = (
  candidates: ReadonlyArray<Candidate>,
  { learning: { delayed } }: Pick<Profile, 'learning'>,
): ReadonlyArray<Nano> => {
  // Seen from the nearest: what lies far back must not weigh nothing at all where nothing lies nearer.
  const nearest = Math.min(...candidates.map(({ distance }) => distance))
  const weights = candidates.map(
    ({ closeness, distance }) => Math.exp((nearest - distance) / delayed.fade) * (1 + delayed.closeness * units(closeness)),
  )
  const heaviest = weights.indexOf(Math.max(...weights))
  if (delayed.sharing === 'winner') return weights.map((_, i) => (i === heaviest ? one : 0))
  const whole = weights.reduce((sum, weight) => sum + weight, 0)
  const shares = weights.map((weight) => Math.floor((weight / whole) * one))
  const rest = one - shares.reduce((sum, share) => sum + share, 0)
  return shares.map((share, i) => (i === heaviest ? share + rest : share))
}
