/** Computes the cosine of the angle between two vectors of unit length, in whole nano-units. */
import { type Nano, nano } from '../strength.ts'

/**
 * Returns −1,000,000,000 (opposite) to 1,000,000,000 (the same direction), with an error of a few hundred units if the lengths are not
 * exactly one. `row` is the index of a vector in `vectors`, which holds them end to end, `query.length` numbers each.
 *
 * Products of two 32-bit numbers are exact in 64-bit arithmetic. They are summed in a fixed order, so every machine gives the same result.
 */
export const cosine = (vectors: Float32Array, row: number, query: Float32Array): Nano => {
  const dimension = query.length
  const whole = dimension - (dimension % 4)
  let at = row * dimension
  let [a, b, c, d] = [0, 0, 0, 0]
  for (let i = 0; i < whole; i += 4, at += 4) {
    a += (vectors[at] ?? 0) * (query[i] ?? 0)
    b += (vectors[at + 1] ?? 0) * (query[i + 1] ?? 0)
    c += (vectors[at + 2] ?? 0) * (query[i + 2] ?? 0)
    d += (vectors[at + 3] ?? 0) * (query[i + 3] ?? 0)
  }
  for (let i = whole; i < dimension; i++, at++) a += (vectors[at] ?? 0) * (query[i] ?? 0)
  return nano(a + b + (c + d))
}
