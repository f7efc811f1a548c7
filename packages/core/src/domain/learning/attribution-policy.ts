/** How an outcome that names no turn is shared among those it may be about: the newest and the closest get most (S3.66–S3.72, decision C22). */
import type { Profile } from '../profiles/profile.ts'
import { type Nano, one, units } from '../strength.ts'

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
