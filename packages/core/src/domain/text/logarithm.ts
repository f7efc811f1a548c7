/**
 * The natural logarithm by the four basic operations.
 *
 * The language leaves `Math.log` to the engine; a score must come out the same to the bit under every engine and version.
 */

/** ln 2 in two parts; the first has so few digits that whole multiples of it are exact. */
const ln2High = 0.6931471803691238
const ln2Low = 1.9082149292705877e-10

/** For finite `x` > 0. Off by no more than a few units in the last place. */
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

/** 2·artanh((m − 1) / (m + 1)) as a series: between √½ and √2 its twelfth term is below the last place. */
const nearOne = (mantissa: number): number => {
  const ratio = (mantissa - 1) / (mantissa + 1)
  const square = ratio * ratio
  let sum = 0
  for (let power = 23; power >= 1; power -= 2) sum = sum * square + 1 / power
  return 2 * ratio * sum
}
