/** How alike two vectors of unit length are: the cosine of the angle between them, in whole nano-units. */
import { type Nano, nano } from '../strength.ts'

/**
 * From −1,000,000,000 (opposite) to 1,000,000,000 (the same), off by a few hundred units as far as the lengths are off one. `row` counts
 * vectors in `vectors`, which holds them end to end, `query.length` numbers each.
 *
 * Products of two 32-bit numbers are exact here, and they are summed in one fixed order, so every machine gives the same.
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
