import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cjkClass } from './cjk.ts'
import { countTokens, measure } from './token-count.ts'

describe('counting tokens', () => {
  test.each([
    ['', 0],
    ['a', 1],
    ['four', 1],
    ['fives', 2],
    ['äöü', 2],
    ['👍👍', 2],
    ['東京都', 3],
    ['𠮷', 1],
    ['東京 is big', 4],
    ['カー', 2],
    ['\ud800', 1],
  ])('%j has %d', (text, tokens) => {
    expect(countTokens(text)).toBe(tokens)
  })

  test('is a quarter of the UTF-8 bytes where there is no CJK', () => {
    const encoder = new TextEncoder()
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', 'é', '€', '👍', '\ud83d', 'я', ' ') }), (text) => {
        expect(countTokens(text)).toBe(Math.ceil(encoder.encode(text).length / 4))
      }),
    )
  })

  test('of two texts together is at most the sum, and at least the larger', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (one, other) => {
        const together = countTokens(one + other)

        expect(together).toBeLessThanOrEqual(countTokens(one) + countTokens(other))
        expect(together).toBeGreaterThanOrEqual(Math.max(countTokens(one), countTokens(other)))
      }),
    )
  })

  test('takes every character of the CJK class as one token, and no other', () => {
    const cjk = new RegExp(`^${cjkClass}$`, 'v')
    fc.assert(
      fc.property(
        fc.string({ unit: fc.oneof(fc.constantFrom('東', 'カ', 'ー', '한', '𠮷', '々', '·', '、'), fc.string({ unit: 'binary' })) }),
        (text) => {
          const characters = [...text].filter((character) => cjk.test(character))
          const others = [...text].filter((character) => !cjk.test(character)).join('')

          expect(measure(text)).toEqual({ characters: characters.length, bytes: new TextEncoder().encode(others).length })
        },
      ),
    )
  })
})
