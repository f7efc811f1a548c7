/** Intervals of a statistic by the bootstrap: the statistic is computed again on samples drawn with replacement. The seed is fixed. */

import { seededNumbers } from '../seeded-numbers.ts'

/** Samples of one interval. */
const samples = 1_000

/**
 * Returns the 95 % percentile interval of a statistic of `count` units. The statistic gets the numbers of the drawn units, from 0; a unit may
 * occur several times. Without units the interval is 0 to 0.
 */
export const bootstrapInterval = (
  count: number,
  statistic: (drawn: ReadonlyArray<number>) => number,
): readonly [low: number, high: number] => {
  if (count === 0) return [0, 0]
  const random = seededNumbers()
  const values = Array.from({ length: samples }, () => statistic(Array.from({ length: count }, () => Math.floor(random() * count)))).sort(
    (a, b) => a - b,
  )
  return [values[Math.floor(samples * 0.025)] ?? 0, values[Math.ceil(samples * 0.975) - 1] ?? 0]
}

/** Returns the 95 % interval of the mean of paired differences. */
export const pairedInterval = (differences: ReadonlyArray<number>): readonly [low: number, high: number] =>
  bootstrapInterval(differences.length, (drawn) => mean(drawn.map((at) => differences[at] ?? 0)))

/** Returns the mean; 0 without values. */
export const mean = (values: ReadonlyArray<number>): number =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length

/**
 * True if the mean of paired differences is above its standard error. A search that keeps every gain, however small, fits the questions that
 * judge it; one standard error is the customary bar for a choice among many (Breiman, Friedman, Olshen and Stone 1984, section 3.4.3).
 */
export const isAboveError = (differences: ReadonlyArray<number>): boolean => {
  const gain = mean(differences)
  const variance = mean(differences.map((one) => (one - gain) ** 2))
  return gain > 0 && gain > Math.sqrt(variance / Math.max(1, differences.length - 1))
}
