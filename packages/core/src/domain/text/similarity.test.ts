import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { similarity } from './similarity.ts'

const words = fc.uniqueArray(fc.string({ unit: fc.constantFrom(...'abcdef'), minLength: 1, maxLength: 2 }), { maxLength: 30 })
const least = fc.integer({ min: 1, max: 5 })
const idfOf = (word: string): number => 1_000_000 + (word.codePointAt(0) ?? 0) * 77_777_777 + word.length * 13_131_313

describe('similarity of two questions', () => {
  test('counts rare words more', () => {
    const idf = (word: string): number => (word === 'rare' ? 3_000_000_000 : 1_000_000_000)

    expect(similarity(['rare', 'x'], ['rare', 'y'], idf, 1)).toBe(900_000_000)
    expect(similarity(['common', 'x'], ['common', 'y'], idf, 1)).toBe(500_000_000)
  })

  test('is 0 with fewer words in common than it takes, however rare they are', () => {
    const idf = (word: string): number => (word === 'rare' ? 9_000_000_000 : 1_000_000_000)

    expect(similarity(['rare', 'x'], ['rare', 'y'], idf, 2)).toBe(0)
    expect(similarity(['rare'], ['rare', 'y'], idf, 2)).toBe(0)
    expect(similarity(['rare', 'x', 'y'], ['y', 'rare'], idf, 2)).toBeGreaterThan(900_000_000)
    expect(similarity(['rare', 'x', 'y'], ['y', 'rare'], idf, 3)).toBe(0)
  })

  test('is one for the same words, however few they are', () => {
    expect(similarity(['rare'], ['rare'], idfOf, 2)).toBe(1_000_000_000)
    expect(similarity(['a', 'b'], ['b', 'a'], idfOf, 5)).toBe(1_000_000_000)
  })

  test('is 0 without words, and between words that nobody shares', () => {
    expect(similarity([], [], idfOf, 1)).toBe(0)
    expect(similarity([], ['a'], idfOf, 1)).toBe(0)
    expect(similarity(['a'], ['b'], idfOf, 1)).toBe(0)
  })

  test('is exactly one for the same words in any order, even if no word tells anything', () => {
    fc.assert(
      fc.property(words, least, (some, sharedLeast) => {
        const expected = some.length === 0 ? 0 : 1_000_000_000

        expect(similarity(some, some.toReversed(), idfOf, sharedLeast)).toBe(expected)
        expect(similarity(some, some, () => 0, sharedLeast)).toBe(expected)
      }),
    )
  })

  test('is a whole number from 0 to one, independent of order, and less where the cue has words of its own than where the question has them', () => {
    fc.assert(
      fc.property(words, words, least, (one, other, sharedLeast) => {
        const alike = similarity(one, other, idfOf, sharedLeast)

        expect(Number.isSafeInteger(alike) && alike >= 0 && alike <= 1_000_000_000).toBe(true)
        const [asked, known] = [one, other].map((all) => all.reduce((sum, word) => sum + idfOf(word) ** 2, 0))
        if ((asked ?? 0) > (known ?? 0)) expect(similarity(other, one, idfOf, sharedLeast)).toBeLessThanOrEqual(alike)
        expect(similarity(one.toReversed(), other.toSorted(), idfOf, sharedLeast)).toBe(alike)
      }),
    )
  })

  test('is what it is with any word in common, or nothing', () => {
    fc.assert(
      fc.property(words, words, least, (one, other, sharedLeast) => {
        const shared = one.filter((word) => other.includes(word)).length
        const same = shared === one.length && shared === other.length

        expect(similarity(one, other, idfOf, sharedLeast)).toBe(same || shared >= sharedLeast ? similarity(one, other, idfOf, 1) : 0)
      }),
    )
  })

  test('falls when the question asks for something more', () => {
    fc.assert(
      fc.property(words, words, least, (one, other, sharedLeast) => {
        fc.pre(one.length > 0)

        const more = similarity([...one, 'unheard'], other, idfOf, sharedLeast)
        expect(more).toBeLessThanOrEqual(similarity(one, other, idfOf, sharedLeast))
      }),
    )
  })
})
