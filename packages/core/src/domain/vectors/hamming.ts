/** Computes the Hamming distance of sketches: the number of bits in which they differ. */
import { sketchWords } from './sketch.ts'

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
