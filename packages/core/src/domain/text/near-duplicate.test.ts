import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { overlap, termMarks } from './near-duplicate.ts'

const terms = fc.array(fc.oneof(fc.constantFrom(...'abcdefgh'), fc.string()))

/** The Jaccard index as it is defined. */
const jaccard = (one: ReadonlySet<string>, other: ReadonlySet<string>): number => {
  const all = new Set([...one, ...other]).size
  return all === 0 ? 0 : [...one].filter((term) => other.has(term)).length / all
}

describe('overlap of two texts', () => {
  test('is the share of their terms that both hold', () => {
    expect(overlap(termMarks(['a', 'b', 'c']), termMarks(['b', 'c', 'd', 'b']))).toBe(0.5)
    expect(overlap(termMarks([]), termMarks([]))).toBe(0)
  })

  test('is the Jaccard index of their distinct terms, whichever comes first', () => {
    fc.assert(
      fc.property(terms, terms, (one, other) => {
        const share = overlap(termMarks(one), termMarks(other))

        expect(share).toBe(jaccard(new Set(one), new Set(other)))
        expect(share).toBe(overlap(termMarks(other), termMarks(one)))
      }),
    )
  })
})
