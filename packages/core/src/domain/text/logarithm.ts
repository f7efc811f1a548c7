/**
 * Computes the natural logarithm with the four basic operations.
 *
 * ECMAScript leaves the precision of `Math.log` to the engine. Scores must be equal to the bit in every engine and version.
 */

/** ln 2 in two parts. The first has so few digits that its whole multiples are exact. */
const ln2High = 0.6931471803691238
const ln2Low = 1.9082149292705877e-10

/** Expects finite `x` > 0. The error is at most a few units in the last place. */
export const naturalLogarithm = (x: number): number => {
  let mantissa = x
  let exponent = 0
  while (mantissa > Math.SQRT2) {
    mantissa /= 2
    exponent += 1
  }
  while (mantissa < Math.SQRT1_2) {
    mantissa *= 2
    exponent -= 1
  }
  return exponent * ln2High + (exponent * ln2Low + nearOne(mantissa))
}

/** Sums 12 terms of the series of 2·artanh((m − 1) / (m + 1)). For m from √½ to √2 the last of them is below the last place. */
const nearOne = (mantissa: number): number => {
  const ratio = (mantissa - 1) / (mantissa + 1)
  const square = ratio * ratio
  let sum = 0
  for (let power = 23; power >= 1; power -= 2) sum = sum * square + 1 / power
  return 2 * ratio * sum
}
