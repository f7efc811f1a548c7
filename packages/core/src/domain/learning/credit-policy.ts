/**
 * Computes the change of an edge by a verdict: the rule of learning, in units. Only results are recorded, so this may use functions that
 * replay must not.
 */

import type { Profile, SaidTier } from '../profiles/profile.ts'
import { type Nano, one, units } from '../strength.ts'

export interface Contribution {
  /** The edge's share of the activation into its target, 0 to 1. */
  readonly attention: number
  /** The attention that a routing model gave the edge's target, 0 to 1; undefined where no model chose the edge (S4.59). */
  readonly attended?: number | undefined
  /** The number of edges between this edge and the judged memory: 0 for the last edge of the path. */
  readonly distance: number
  /** The depth of the edge's target less the depth of its source; 0 where unknown. */
  readonly descent: number
  readonly uses: number
  readonly skips: number
}

type Rule = Pick<Profile, 'learning'>

/**
 * Returns the change of a path's edge: rate · outcome · attention · exp(−depth · distance), where the profile measures it also times a gate
 * by use and a timing factor.
 *
 * The change has the sign of the outcome, unless the timing is measured by depth: then an edge that led back towards the seeds changes by
 * the opposite sign (S4.67).
 */
export const pathDelta = (outcome: number, edge: Contribution, tier: SaidTier, { learning }: Rule): number => {
  const { distance, descent } = edge
  const { rule } = learning
  const told = learning[tier].path * outcome * weightOf(outcome, edge, rule) * Math.exp(-learning.depth * distance)
  return isMeasured(tier, learning) ? told * gate(edge, learning) * timing(rule.timing, distance, descent) : told
}

/**
 * Returns the weight of an edge in the credit: a model's attention in place of the fixed one; a share is weighed by it, where half is
 * neutral, and never above 1. A model cannot shield an edge that it followed from blame.
 */
const weightOf = (
  outcome: number,
  { attended, attention }: Pick<Contribution, 'attended' | 'attention'>,
  rule: Profile['learning']['rule'],
): number => {
  if (attended === undefined) return rule.attention === 'share' ? attention : rule.followed
  const given = outcome < 0 ? Math.max(0.5, attended) : attended
  return rule.attention === 'share' ? Math.min(1, attention * 2 * given) : given
}

/**
 * Returns the change of an edge that was passed over on the way to the judged memory: of the opposite sign (2d − 1 of S4.64); 0 where the
 * profile has none.
 */
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

const isMeasured = (tier: SaidTier, { rule }: Profile['learning']): boolean => tier === 'agent' || rule.measures === 'every-tier'

/** Returns the gate by use, at most 1 (S4.61). */
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

/** Returns the timing factor of a descent (S4.67). */
const byDescent = (descent: number): number => {
  if (descent === 0) return 0.5
  return descent > 0 ? 1 / (1 + descent) : -0.5 / (1 - descent)
}

/* Shares an outcome that names no turn among the turns it may be about: the newest and the closest get most (S3.66–S3.72, decision C22). */

export interface Candidate {
  /** The number of turns of the session that came after it. */
  readonly distance: number
  /** The closeness of the outcome's words to the turn, in nano-units from 0 to 1. */
  readonly closeness: Nano
}

/** Returns the share of the words said that occur in the words about a turn, in nano-units from 0 to 1. */
export const closenessOf = (said: ReadonlyArray<string>, about: ReadonlyArray<string>): Nano => {
  const [words, known] = [new Set(said), new Set(about)]
  return words.size === 0 ? 0 : Math.floor((one * [...words].filter((word) => known.has(word)).length) / words.size)
}

/**
 * Returns the share of each candidate, in nano-units. The shares sum to exactly one; without candidates there is no share.
 *
 * A candidate weighs exp(−distance / fade) · (1 + its closeness · `closeness`). `winner` gives everything to the heaviest, the newest of
 * equals.
 */
export const sharesOf = (
  candidates: ReadonlyArray<Candidate>,
  { learning: { delayed } }: Pick<Profile, 'learning'>,
): ReadonlyArray<Nano> => {
  // Distances are counted from the nearest candidate, so that weights do not vanish where all candidates are far back.
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
