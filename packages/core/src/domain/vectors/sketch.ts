/**
 * A vector in 512 bits: the signs of its numbers after it was turned in a fixed direction. The smaller the angle between two vectors, the
 * more of their bits agree.
 *
 * Turned first, because the signs of the numbers themselves say little where most are zero, or where one direction is common to all.
 */

export const sketchBits = 512
export const sketchWords = sketchBits / 32

/** The numbers whose signs are the sketch: the longer one is, the surer is its sign. {@link sketchBits} of them. */
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

/** Which numbers change their sign before a turn: 1 or -1 each. Found once for every size. */
const signsOf = (size: number, turn: number): Float64Array => {
  const key = `${size} ${turn}`
  const signs = known.get(key) ?? Float64Array.from({ length: size }, (_, at) => (isFlipped(at, turn) ? -1 : 1))
  known.set(key, signs)
  return signs
}

/** Writes the signs of what {@link turned} gave as {@link sketchWords} words from `start` on. */
export const writeSketch = (numbers: Float64Array, words: Uint32Array, start: number): void => {
  for (let word = 0; word < sketchWords; word++) {
    let bits = 0
    for (let bit = 0; bit < 32; bit++) if ((numbers[word * 32 + bit] ?? 0) > 0) bits |= 1 << bit
    words[start + word] = bits
  }
}

/** Once leaves vectors of a few numbers with zeros in half of their places. */
const turns = 2

/** The Walsh–Hadamard transform, in place: only sums and differences, each number a part of every other. */
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

/** Looks random and is the same for good. */
const isFlipped = (at: number, turn: number): boolean => {
  let mixed = Math.imul(at + 1, 0x9e3779b1) ^ Math.imul(turn + 1, 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d)
  mixed = Math.imul(mixed ^ (mixed >>> 12), 0x297a2d39)
  return ((mixed ^ (mixed >>> 15)) & 1) === 1
}
