import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { overlap } from './near-duplicate.ts'

const terms = fc.uniqueArray(fc.constantFrom(...'abcdefgh')).map((list) => new Set(list))

describe('overlap of two texts', () => {
  test('is the share of their terms that both hold', () => {
    expect(overlap(new Set(['a', 'b', 'c']), new Set(['b', 'c', 'd']))).toBe(0.5)
    expect(overlap(new Set(), new Set())).toBe(0)
  })

  test('is symmetric, from 0 to 1, and 1 only for the same terms', () => {
    fc.assert(
      fc.property(terms, terms, (one, other) => {
        const share = overlap(one, other)

        expect(share).toBe(overlap(other, one))
        expect(share >= 0 && share <= 1).toBe(true)
        expect(share === 1).toBe(one.size > 0 && one.size === other.size && [...one].every((term) => other.has(term)))
      }),
    )
  })
})
