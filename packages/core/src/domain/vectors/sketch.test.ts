import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { countDifferences, leanMost, leanOf, leanTable, sketchBits, sketchWords, turning, writeSketch } from './sketch.ts'

const vector = fc
  .array(fc.integer({ min: -1024, max: 1024 }), { minLength: 1, maxLength: 700 })
  .map((numbers) => Float32Array.from(numbers, (one) => one / 1024))
const words = fc.uint32Array({ minLength: sketchWords, maxLength: sketchWords })

const sketchOf = (one: Float32Array): Uint32Array => {
  const sketch = new Uint32Array(sketchWords)
  writeSketch(turning(one.length)(one), sketch, 0)
  return sketch
}
const differing = (one: Uint32Array, other: Uint32Array): number => {
  const differences = new Uint16Array(1)
  countDifferences(one, 1, other, differences)
  return differences[0] ?? -1
}
const bitsOf = (sketch: Uint32Array): ReadonlyArray<boolean> =>
  Array.from({ length: sketchBits }, (_, bit) => (((sketch[bit >> 5] ?? 0) >>> (bit & 31)) & 1) === 1)

describe('sketches', () => {
  test('of a vector and its multiples are one; of its opposite they differ wherever no number is zero', () => {
    fc.assert(
      fc.property(vector, (one) => {
        const zeros = turning(one.length)(one).reduce((sum, x) => sum + (x === 0 ? 1 : 0), 0)

        expect(differing(sketchOf(one), sketchOf(one.map((x) => x * 0.25)))).toBe(0)
        expect(differing(sketchOf(one), sketchOf(one.map((x) => -x)))).toBe(sketchBits - zeros)
      }),
    )
  })

  test('differ in as many bits as a plain count says', () => {
    fc.assert(
      fc.property(words, words, (one, other) => {
        const others = bitsOf(other)

        expect(differing(one, other)).toBe(bitsOf(one).filter((bit, at) => bit !== others[at]).length)
        expect(
          differing(
            one,
            one.map((word) => ~word >>> 0),
          ),
        ).toBe(sketchBits)
      }),
    )
  })

  test('of vectors at a right angle differ in about half of the bits', () => {
    const axis = (at: number) => Float32Array.from({ length: 384 }, (_, i) => (i === at ? 1 : 0))
    const counted = Array.from({ length: 383 }, (_, at) => differing(sketchOf(axis(at)), sketchOf(axis(at + 1))))

    expect(Math.min(...counted)).toBeGreaterThan(190)
    expect(Math.max(...counted)).toBeLessThan(322)
  })

  test('lean as the plain sum of what each bit counts, in proportion, and within their bounds', () => {
    fc.assert(
      fc.property(vector, fc.oneof(words, fc.constantFrom(1, -1)), (question, drawn) => {
        const numbers = turning(question.length)(question)
        // The sketches of the question and of its opposite have the extreme leans.
        const sketch = typeof drawn === 'number' ? sketchOf(question.map((x) => x * drawn)) : drawn
        const sum = numbers.reduce((total, one) => total + Math.abs(one), 0)
        const plain = bitsOf(sketch).reduce((total, bit, at) => total + (bit ? 1 : -1) * (numbers[at] ?? 0), 0)
        const lean = leanOf(leanTable(numbers), sketch, 0)

        expect(Math.abs(lean)).toBeLessThanOrEqual(leanMost)
        expect(Math.abs(lean - (sum === 0 ? 0 : (plain / sum) * (leanMost - 64)))).toBeLessThanOrEqual(33)
      }),
    )
  })
})
