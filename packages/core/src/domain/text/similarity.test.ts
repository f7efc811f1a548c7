import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { similarity } from './similarity.ts'

const words = fc.uniqueArray(fc.string({ unit: fc.constantFrom(...'abcdef'), minLength: 1, maxLength: 2 }), { maxLength: 30 })
const idfOf = (word: string): number => 1_000_000 + (word.codePointAt(0) ?? 0) * 77_777_777 + word.length * 13_131_313

describe('similarity of two questions', () => {
  test('counts rare words more', () => {
    const idf = (word: string): number => (word === 'rare' ? 3_000_000_000 : 1_000_000_000)

    expect(similarity(['rare', 'x'], ['rare', 'y'], idf)).toBe(900_000_000)
    expect(similarity(['common', 'x'], ['common', 'y'], idf)).toBe(500_000_000)
  })

  test('is 0 without words, and between words that nobody shares', () => {
    expect(similarity([], [], idfOf)).toBe(0)
    expect(similarity([], ['a'], idfOf)).toBe(0)
    expect(similarity(['a'], ['b'], idfOf)).toBe(0)
  })

  test('is exactly one for the same words in any order, even if no word tells anything', () => {
    fc.assert(
      fc.property(words, (some) => {
        const expected = some.length === 0 ? 0 : 1_000_000_000

        expect(similarity(some, some.toReversed(), idfOf)).toBe(expected)
        expect(similarity(some, some, () => 0)).toBe(expected)
      }),
    )
  })

  test('is symmetric, a whole number from 0 to one, and independent of order', () => {
    fc.assert(
      fc.property(words, words, (one, other) => {
        const alike = similarity(one, other, idfOf)

        expect(Number.isSafeInteger(alike) && alike >= 0 && alike <= 1_000_000_000).toBe(true)
        expect(similarity(other, one, idfOf)).toBe(alike)
        expect(similarity(one.toReversed(), other.toSorted(), idfOf)).toBe(alike)
      }),
    )
  })

  test('falls when the question asks for something more', () => {
    fc.assert(
      fc.property(words, words, (one, other) => {
        fc.pre(one.length > 0)

        expect(similarity([...one, 'unheard'], other, idfOf)).toBeLessThanOrEqual(similarity(one, other, idfOf))
      }),
    )
  })
})
