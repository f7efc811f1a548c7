/**
 * All arithmetic on strengths and utilities: whole nano-units (10⁻⁹), with one way of rounding.
 *
 * Whole numbers make `to − from` exactly the change, and the steps of a strength's history sum to the last unit (ADR 0002).
 */
import type { NumberOf } from './identity.ts'

/** A strength or utility in nano-units; negative strengths inhibit. Never NaN, infinite or -0. */
export type Nano = NumberOf<'nano-units'>

/** A strength or utility as people and settings write it: 1 is the strength of a fresh link. Never arithmetic on strengths. */
export type Units = NumberOf<'units'>

export const one: Nano = 1_000_000_000

/** The bounds of strengths or utilities in a profile. */
export interface Bounds {
  readonly min: Nano
  readonly max: Nano
}

/** Rounds half away from zero; -0 becomes 0. Exact: adding a half first would itself be rounded. */
export const roundHalfAway = (value: number): number => {
  const size = Math.abs(value)
  const whole = Math.floor(size)
  const rounded = size - whole >= 0.5 ? whole + 1 : whole
  return (value < 0 ? -rounded : rounded) + 0
}

/** Converts a decimal number of units to nano-units. */
export const nano = (units: Units): Nano => roundHalfAway(units * one)

/** Converts nano-units to a decimal number: for people, settings and scores, never to compute another strength. */
export const units = (value: Nano): Units => value / one

/** Converts a range of settings to bounds in nano-units. */
export const boundsOf = ({ max, min }: { readonly min: Units; readonly max: Units }): Bounds => ({ min: nano(min), max: nano(max) })

export const clamp = (value: Nano, bounds: Bounds): Nano => Math.max(bounds.min, Math.min(bounds.max, value)) + 0

/** Says whether a value is within its bounds. False for NaN. */
export const isWithin = (value: Nano, { max, min }: Bounds): boolean => value >= min && value <= max

/** Returns a strength moved by `delta` nano-units, within the bounds. */
export const adjust = (strength: Nano, delta: Nano, bounds: Bounds): Nano => clamp(strength + delta, bounds)

/**
 * Returns a strength after the decay that `StrengthsDecayed` records: times `factor` (nano-units, 0 to 1), rounded, never below `floor` in
 * size. Keeps the sign; zero stays zero.
 */
export const decay = (strength: Nano, factor: Nano, floor: Nano): Nano => {
  const size = Math.abs(strength)
  if (size <= floor) return strength
  const scaled = Math.max(floor, roundHalfAway(size * (factor / one)))
  return (strength < 0 ? -scaled : scaled) + 0
}

/** Prints a nano value in units: at most nine decimals, no trailing zeros. Exact. */
export const printNano = (value: Nano): string => {
  const size = Math.abs(value)
  const fraction = String(size % one)
    .padStart(9, '0')
    .replace(/0+$/, '')
  return `${value < 0 ? '-' : ''}${Math.floor(size / one)}${fraction === '' ? '' : `.${fraction}`}`
}
