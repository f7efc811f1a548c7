/**
 * Computes an asymmetric similarity of a question and a sketch, the lean: each bit is weighted by the magnitude of the question's number at
 * its place. It is more precise than the Hamming distance and costs more.
 */
import { sketchBits, sketchWords } from './sketch.ts'

const sketchBytes = sketchBits / 8

/** Leans are whole numbers from −`leanMost` to `leanMost`. The scale leaves room for rounding the summand of each byte. */
export const leanMost = 8_192

/** Returns the summand of the lean for each value of each byte of a sketch: 256 entries a byte. `numbers` is the question after `turned`. */
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
