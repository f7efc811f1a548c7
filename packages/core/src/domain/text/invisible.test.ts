import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { withoutInvisible } from './invisible.ts'

describe('what shows nothing', () => {
  test.each([
    ['a zero-width space in a word', 'pass\u200bword', 'password'],
    ['joiners between Latin letters', 'to\u200dk\u200cen', 'token'],
    ['a soft hyphen', 'Daten\u00adbank', 'Datenbank'],
    ['a byte order mark', '\ufeffa\ufeff', 'a'],
    ['marks and overrides of direction', 'a\u200e\u200f\u061c\u202a\u202b\u202c\u202d\u202eb\u2066\u2067\u2068\u2069', 'ab'],
    ['tags', '\u{1f3f4}\u{e0067}\u{e007f}\u{e0041}', '\u{1f3f4}'],
    ['fillers', 'a\u3164\u115f\uffa0b', 'ab'],
    ['variation selectors behind letters, and in runs', 'a\ufe0f👍\ufe0f\ufe01\u{e0100}', 'a👍\ufe0f'],
    ['controls', 'a\u0007\u001b[31m\u0085b', 'a[31m\u0085b'],
    ['joiners in runs', 'می\u200c\u200c\u200dخواهم', 'می\u200cخواهم'],
  ])('is left out: %s', (_, text, shown) => {
    expect(withoutInvisible(text).text).toBe(shown)
  })

  test.each([
    ['white space', 'a\tb\r\nc\u000bd\fe\u0085f\u2028g\u00a0h'],
    ['the non-joiner of Persian, behind a vowel mark too', 'می\u200cخواهم نمَ\u200cی'],
    ['the joiners of Indic scripts', 'क्\u200dष ന്\u200d'],
    ['the breaks of scripts without spaces', 'ភាសា\u200bខ្មែរ กา\u200bแฟ'],
    ['pictures joined to one', '👩\u200d👩\u200d👧 ❤\ufe0f\u200d🔥 👩🏽\u200d💻 🏳\ufe0f\u200d🌈'],
    ['keycaps', '1\ufe0f\u20e3'],
    ['variants of ideographs', '葛\u{e0100}城'],
    ['a filler behind a Latin letter', 'a\u115f\u1161'],
    ['Mongolian variants and old Hangul', 'ᠠ\u180b \u115f\u1161'],
  ])('stays where it has a use: %s', (_, text) => {
    expect(withoutInvisible(text)).toEqual({ text, left: 0 })
  })

  test('is left out at once, never between Latin letters, and nothing else is', () => {
    const unit = fc.constantFrom(
      ...['a', '1', ' ', '\n', 'م', 'क', '्', '한', 'ᅡ', '葛', 'ก', 'ᠠ', '👩', '❤', '🏽', '⃣'],
      ...['\u200b', '\u200c', '\u200d', '\u202e', '\ufe0f', '\u{e0100}', '\u180b', '\u115f', '\u00ad', '\u0007', '\u{e0041}'],
    )
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 30 }), (text) => {
        const { left, text: shown } = withoutInvisible(text)

        expect(withoutInvisible(shown)).toEqual({ text: shown, left: 0 })
        // A filler before a vowel of old Hangul marks a missing consonant, so it stays after any character.
        expect(shown).not.toMatch(/[a\n ](?!\u115fᅡ)\p{DI}|\u202e|\p{Cc}(?<!\n)/u)
        expect([...shown].length).toBe([...text].length - left)
        expect(shown.replace(/\p{DI}|\p{Cc}/gu, '')).toBe(text.replace(/\p{DI}|\p{Cc}/gu, ''))
      }),
      { numRuns: 500 },
    )
  })
})
