import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { stem } from './stems.ts'

describe('stemming', () => {
  test.each([
    ['links', 'link'],
    ['linked', 'link'],
    ['linking', 'link'],
    ['memories', 'memory'],
    ['memory', 'memory'],
    ['classes', 'class'],
    ['class', 'class'],
    ['status', 'status'],
    ['quickly', 'quick'],
    ['cached', 'cach'],
    ['cache', 'cach'],
    ['caches', 'cach'],
    ['being', 'being'],
    ['seed', 'seed'],
    ['rings', 'ring'],
    ['uses', 'uses'],
    ['does', 'does'],
  ])('takes %s to %s', (word, stemmed) => {
    expect(stem(word)).toBe(stemmed)
  })

  test('never lengthens a word, keeps its first two characters and leaves short words alone', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'aeilnsdgy'), maxLength: 12 }), (word) => {
        const stemmed = stem(word)

        expect(stemmed.length).toBeLessThanOrEqual(word.length)
        expect(stemmed.slice(0, 2)).toBe(word.slice(0, 2))
        if (word.length <= 4) expect(stemmed).toBe(word)
      }),
    )
  })
})
