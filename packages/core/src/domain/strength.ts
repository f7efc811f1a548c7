/**
 * The only arithmetic on strengths and utilities: whole nano-units (10⁻⁹), one rounding.
 *
 * Whole numbers make `to − from` the delta exactly, and the deltas of a blame add up to the last unit (ADR 0002).
 */

/** A strength or utility in nano-units; negative strengths suppress. Never NaN, infinite or -0. */
export type Nano = number

export const one: Nano = 1_000_000_000

/** Where a profile keeps strengths. */
export interface Bounds {
  readonly min: Nano
  readonly max: Nano
}

/** The one rounding: half away from zero; -0 becomes 0. Exact: adding a half first would itself be rounded. */
export const roundHalfAway = (value: number): number => {
  const size = Math.abs(value)
  const whole = Math.floor(size)
  const rounded = size - whole >= 0.5 ? whole + 1 : whole
  return (value < 0 ? -rounded : rounded) + 0
}

/** A decimal number of units as nano-units. */
export const nano = (units: number): Nano => roundHalfAway(units * one)

/** Nano-units as a decimal number: for people, settings and scores, never for another strength. */
export const units = (value: Nano): number => value / one

export const clamp = (value: Nano, bounds: Bounds): Nano => Math.max(bounds.min, Math.min(bounds.max, value)) + 0

/** Moves a strength by `delta` nano-units and stops at the bounds. */
export const adjust = (strength: Nano, delta: Nano, bounds: Bounds): Nano => clamp(strength + delta, bounds)

/**
 * Decay as `StrengthsDecayed` records it: times `factor` (nano-units, 0 to 1), rounded, never past `floor` in size.
 * Keeps the sign; zero stays zero.
 */
export const decay = (strength: Nano, factor: Nano, floor: Nano): Nano => {
  const size = Math.abs(strength)
  if (size <= floor) return strength
  const scaled = Math.max(floor, roundHalfAway(size * (factor / one)))
  return (strength < 0 ? -scaled : scaled) + 0
}

/** A nano value as people read it: at most nine decimals, no trailing zeros. Exact. */
export const printNano = (value: Nano): string => {
  const size = Math.abs(value)
  const fraction = String(size % one)
    .padStart(9, '0')
    .replace(/0+$/, '')
  return `${value < 0 ? '-' : ''}${Math.floor(size / one)}${fraction === '' ? '' : `.${fraction}`}`
}
