import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { wordFinder, wordsTogether } from './words-together.ts'

const words = 5
/** Every text here has word 4 beside its run of words, so that no word in order has its number. */
const numbers = new Map(['x', 'w0', 'w1', 'y', 'w2', 'w3'].map((word, number) => [word, number]))
const finder = wordFinder(
  Array.from({ length: words }, (_, word) => [`w${word}`]),
  { numberOf: (word) => numbers.get(word) },
)
const together = (text: ReadonlyArray<string>, window: number) =>
  wordsTogether(
    Int32Array.from(text, (word) => numbers.get(word) ?? -1),
    finder,
    window,
  )
const sequence = fc.array(fc.constantFrom('w0', 'w1', 'w2', 'w3', 'x', 'y'), { maxLength: 20 })
const rarity = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: words, maxLength: words })
const window = fc.integer({ min: 0, max: 6 })
const every = [0, 1, 2, 3, 4]

/** Word 4 stands in no run of words: a text has it beside them, if at all. */
const heldIn = (text: ReadonlyArray<string>) => every.filter((word) => word === 4 || text.includes(`w${word}`))
const weigh = (some: ReadonlyArray<number>, rare: ReadonlyArray<number>) => some.reduce((sum, word) => sum + (rare[word] ?? 0), 0)

describe('INV-248 the words of a question that stand together in a text', () => {
  test('are those of the window that has most of them by rarity, and what the text has beside its words', () => {
    fc.assert(
      fc.property(sequence, rarity, window, (text, rare, size) => {
        const held = heldIn(text)
        const found = together(text, size)(held, rare)

        const windows = size === 0 || text.length <= size ? [text] : text.map((_, at) => text.slice(at, at + size))
        const best = Math.max(...(windows.length === 0 ? [[]] : windows).map((part) => weigh(heldIn(part), rare)))
        expect(weigh(found, rare)).toBe(best)
        expect(held).toEqual(expect.arrayContaining([...found]))
        expect(new Set(found).size).toBe(found.length)
      }),
    )
  })

  test('weigh no less where the window is larger or the text goes on', () => {
    fc.assert(
      fc.property(sequence, sequence, rarity, fc.integer({ min: 1, max: 6 }), (text, more, rare, size) => {
        const weight = (some: ReadonlyArray<string>, window: number) => weigh(together(some, window)(heldIn(some), rare), rare)

        expect(weight(text, size + 1)).toBeGreaterThanOrEqual(weight(text, size))
        fc.pre(text.length > size)
        expect(weight([...text, ...more], size)).toBeGreaterThanOrEqual(weight(text, size))
      }),
    )
  })
})
