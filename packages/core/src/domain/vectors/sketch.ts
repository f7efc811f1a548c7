import { type Nano, nano } from '../strength.ts'

/**
 * Reduces a vector to a sketch of 512 bits: the signs of its numbers after a fixed rotation. The smaller the angle between two vectors, the
 * more of their bits agree.
 *
 * The rotation is needed because the signs of the numbers themselves say little if most are zero, or if all vectors share a direction.
 */

export const sketchBits = 512
export const sketchWords = sketchBits / 32

/** Returns the {@link sketchBits} rotated numbers whose signs are the sketch. The greater the magnitude, the more reliable is the sign. */
export type Turn = (vector: Float32Array) => Float64Array

/** Makes the rotation of vectors of `dimension` numbers. Its factors are computed here, once for all vectors. */
export const turning = (dimension: number): Turn => {
  let size = sketchBits
  while (size < dimension) size *= 2
  const factors = Array.from({ length: turns }, (_, turn) => signsOf(size, turn))
  return (vector) => {
    const numbers = new Float64Array(size)
    numbers.set(vector)
    for (const signs of factors) {
      for (let at = 0; at < size; at++) numbers[at] = (numbers[at] ?? 0) * (signs[at] ?? 1)
      mix(numbers)
    }
    return numbers.subarray(0, sketchBits)
  }
}

/** Returns the factors of the numbers before a turn: 1 or -1 each. */
const signsOf = (size: number, turn: number): Float64Array => Float64Array.from({ length: size }, (_, at) => (isFlipped(at, turn) ? -1 : 1))

/** Writes the signs of a result of {@link turning} as {@link sketchWords} words from index `start` on. */
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

/* Computes the cosine of the angle between two vectors of unit length, in whole nano-units. */

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

/* Computes the Hamming distance of sketches: the number of bits in which they differ. */

/**
 * Writes the Hamming distance of each of the first `rows` sketches from `query` to `differences`: 0 to 512. A sketch has {@link sketchWords}
 * words.
 *
 * Bits are counted in all bytes of a word at once, two words together. The bytes are summed only at the end of a sketch.
 */
export const countDifferences = (sketches: Uint32Array, rows: number, query: Uint32Array, differences: Uint16Array): void => {
  for (let row = 0, at = 0; row < rows; row++) {
    let bytes = 0
    for (let word = 0; word < sketchWords; word += 2, at += 2) {
      let one = (sketches[at] ?? 0) ^ (query[word] ?? 0)
      let other = (sketches[at + 1] ?? 0) ^ (query[word + 1] ?? 0)
      one -= (one >>> 1) & 0x55555555
      other -= (other >>> 1) & 0x55555555
      const nibbles = (one & 0x33333333) + ((one >>> 2) & 0x33333333) + (other & 0x33333333) + ((other >>> 2) & 0x33333333)
      // A pair of words adds at most 16 to a byte, so the eight pairs of a sketch do not overflow it.
      bytes += (nibbles & 0x0f0f0f0f) + ((nibbles >>> 4) & 0x0f0f0f0f)
    }
    const halves = (bytes & 0x00ff00ff) + ((bytes >>> 8) & 0x00ff00ff)
    differences[row] = (halves + (halves >>> 16)) & 0xffff
  }
}

/*
 * Computes an asymmetric similarity of a question and a sketch, the lean: each bit is weighted by the magnitude of the question's number at
 * its place. It is more precise than the Hamming distance and costs more.
 */

const sketchBytes = sketchBits / 8

/** Leans are whole numbers from −`leanMost` to `leanMost`. The scale leaves room for rounding the summand of each byte. */
export const leanMost = 8_192

/** Returns the summand of the lean for each value of each byte of a sketch: 256 entries a byte. `numbers` is the question after the rotation. */
export const leanTable = (numbers: Float64Array): Int32Array => {
  let sum = 0
  for (const one of numbers) sum += Math.abs(one)
  const scale = sum === 0 ? 0 : (leanMost - sketchBytes) / sum
  const table = new Int32Array(sketchBytes * 256)
  for (let byte = 0; byte < sketchBytes; byte++) {
    const exact = new Float64Array(256)
    for (let bit = 0; bit < 8; bit++) exact[0] = (exact[0] ?? 0) - (numbers[byte * 8 + bit] ?? 0) * scale
    for (let value = 0; value < 256; value++) {
      const lowest = value & -value
      if (value > 0) exact[value] = (exact[value ^ lowest] ?? 0) + 2 * scale * (numbers[byte * 8 + 31 - Math.clz32(lowest)] ?? 0)
      table[byte * 256 + value] = Math.round(exact[value] ?? 0)
    }
  }
  return table
}

/** Returns the lean of the sketch in `row`. Reads whole words, so the result does not depend on the byte order of the machine. */
export const leanOf = (table: Int32Array, sketches: Uint32Array, row: number): number => {
  let [one, other] = [0, 0]
  for (let word = 0, at = row * sketchWords, entry = 0; word < sketchWords; word++, at++, entry += 1024) {
    const bits = sketches[at] ?? 0
    one += (table[entry + (bits & 255)] ?? 0) + (table[entry + 512 + ((bits >>> 16) & 255)] ?? 0)
    other += (table[entry + 256 + ((bits >>> 8) & 255)] ?? 0) + (table[entry + 768 + (bits >>> 24)] ?? 0)
  }
  return one + other
}
