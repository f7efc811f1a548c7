/**
 * Reduces a vector to a sketch of 512 bits: the signs of its numbers after a fixed rotation. The smaller the angle between two vectors, the
 * more of their bits agree.
 *
 * The rotation is needed because the signs of the numbers themselves say little if most are zero, or if all vectors share a direction.
 */

export const sketchBits = 512
export const sketchWords = sketchBits / 32

/** Returns the {@link sketchBits} rotated numbers whose signs are the sketch. The greater the magnitude, the more reliable is the sign. */
export const turned = (vector: Float32Array): Float64Array => {
  let size = sketchBits
  while (size < vector.length) size *= 2
  const numbers = new Float64Array(size)
  numbers.set(vector)
  for (let turn = 0; turn < turns; turn++) {
    const signs = signsOf(size, turn)
    for (let at = 0; at < size; at++) numbers[at] = (numbers[at] ?? 0) * (signs[at] ?? 1)
    mix(numbers)
  }
  return numbers.subarray(0, sketchBits)
}

const known = new Map<string, Float64Array>()

/** Returns the factors of the numbers before a turn: 1 or -1 each. Computed once for each size and turn. */
const signsOf = (size: number, turn: number): Float64Array => {
  const key = `${size} ${turn}`
  const signs = known.get(key) ?? Float64Array.from({ length: size }, (_, at) => (isFlipped(at, turn) ? -1 : 1))
  known.set(key, signs)
  return signs
}

/** Writes the signs of a result of {@link turned} as {@link sketchWords} words from index `start` on. */
export const writeSketch = (numbers: Float64Array, words: Uint32Array, start: number): void => {
  for (let word = 0; word < sketchWords; word++) {
    let bits = 0
    for (let bit = 0; bit < 32; bit++) if ((numbers[word * 32 + bit] ?? 0) > 0) bits |= 1 << bit
    words[start + word] = bits
  }
}

/** Number of turns. A single turn leaves zeros in half of the places of a vector with few non-zero numbers. */
const turns = 2

/** Applies the Walsh–Hadamard transform in place: sums and differences only. Each result depends on every number. */
const mix = (numbers: Float64Array): void => {
  for (let half = 1; half < numbers.length; half *= 2) {
    for (let start = 0; start < numbers.length; start += half * 2) {
      for (let at = start; at < start + half; at++) {
        const one = numbers[at] ?? 0
        const other = numbers[at + half] ?? 0
        numbers[at] = one + other
        numbers[at + half] = one - other
      }
    }
  }
}

/** A deterministic pseudo-random bit: a hash of place and turn. */
const isFlipped = (at: number, turn: number): boolean => {
  let mixed = Math.imul(at + 1, 0x9e3779b1) ^ Math.imul(turn + 1, 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d)
  mixed = Math.imul(mixed ^ (mixed >>> 12), 0x297a2d39)
  return ((mixed ^ (mixed >>> 15)) & 1) === 1
}
