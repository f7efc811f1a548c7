import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { utf8Fit, utf8Length } from './utf8-length.ts'

const text = fc.string({ unit: fc.constantFrom('a', 'é', '語', '😀', '\ud83d', '\ude00'), maxLength: 40 })

/** The length of the escapes that an address would need: another way to the same number, for text without lone surrogates. */
const byEscapes = (whole: string): number => encodeURIComponent(whole).replace(/%[0-9A-F]{2}/g, '_').length

describe('the length in UTF-8', () => {
  test('is that of the encoded text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (whole) => {
        expect(utf8Length(whole)).toBe(byEscapes(whole))
      }),
    )
  })

  test('counts a lone surrogate as the three bytes of the character that replaces it', () => {
    expect(utf8Length('\ud83d')).toBe(3)
    expect(utf8Length('\ude00\ud83d')).toBe(6)
  })

  test('adds up over stretches that no pair crosses', () => {
    expect(utf8Length('a😀語', 1, 3) + utf8Length('a😀語', 3)).toBe(7)
  })
})

describe('the longest fit', () => {
  test('is within the bytes, cannot be longer, and never ends inside a pair', () => {
    fc.assert(
      fc.property(text, fc.integer({ min: 0, max: 60 }), (whole, maxBytes) => {
        const end = utf8Fit(whole, 0, whole.length, maxBytes)

        expect(utf8Length(whole, 0, end)).toBeLessThanOrEqual(maxBytes)
        const next = String.fromCodePoint(whole.codePointAt(end) ?? 0)
        if (end < whole.length) expect(utf8Length(whole, 0, end + next.length)).toBeGreaterThan(maxBytes)
        expect(/[\ud800-\udbff]$/.test(whole.slice(0, end)) && /^[\udc00-\udfff]/.test(whole.slice(end))).toBe(false)
      }),
    )
  })
})
