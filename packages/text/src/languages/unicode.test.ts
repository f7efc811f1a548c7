import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { escapedJson, fold, foldWhole, lower, normalise, repair, utf8Fit, utf8Length, withoutInvisible, withoutObeyed } from './unicode.ts'

describe('folding', () => {
  test.each([
    ['Crème brûlée', 'Creme brulee'],
    ['ﬁle Ｎo ②', 'file No 2'],
    ['İstanbul', 'Istanbul'],
    ['Daten\u00adbank', 'Datenbank'],
    ['pass\u200bword to\u200dk\u200cen \ufeffx\u2060y', 'password token xy'],
    ['ภาษา\u200bไทย \u200bก', 'ภาษา\u200bไทย ก'],
    ['می\u200cخواهم', 'میخواهم'],
    ['❤\ufe0f\u200d🔥', '❤🔥'],
    ['한국어', '한국어'],
    ['ｶﾞｷﾞ', 'ガギ'],
    ['हिन्दी', 'हिन्दी'],
    ['שָׁלוֹם', 'שלום'],
    ['مُحَمَّد', 'محمد'],
  ])('writes %s as %s', (text, folded) => {
    expect(fold(text)).toBe(folded)
  })

  test('reads ß as ss and final sigma as sigma in lower case', () => {
    expect(lower(fold('STRASSE Straße ΟΔΟΣ οδός'))).toBe('strasse strasse οδοσ οδοσ')
  })

  test('reads dotless i as i, and the dotted capital too', () => {
    expect(lower(fold('ISPARTA Isparta ısparta İSPARTA'))).toBe('isparta isparta isparta isparta')
  })

  test('changes nothing a second time, and no case is left after lowering', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        const folded = fold(text)
        const lowered = lower(folded)

        expect(fold(folded)).toBe(folded)
        expect(fold(lowered)).toBe(lowered)
        expect(lower(lowered)).toBe(lowered)
      }),
    )
  })

  test('gives the same run by run as for the whole text', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        'a',
        'Q',
        ' ',
        '\u0301',
        '\u0316',
        '\u200b',
        '\u200d',
        'ก',
        'ﬁ',
        'é',
        '›',
        '한',
        '\u1100',
        '\u1161',
        'か',
        '\u3099',
        '🦀',
        '\ufe0f',
        '²',
        '\u0344',
      ),
      fc.string({ unit: 'binary', maxLength: 3 }),
      fc.constant('\u0301\u0316'.repeat(20)),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        expect(fold(pieces.join(''))).toBe(foldWhole(pieces.join('')))
      }),
      { numRuns: 2_000 },
    )
  })

  test('survives a long run of marks in an order that the normaliser has to sort', () => {
    expect(fold(`e${'\u0301\u0316'.repeat(500_000)}`)).toBe('e')
  })
})

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

const obeyed = [
  '\u0000',
  '\u001b',
  '\r',
  '\u007f',
  '\u009b',
  '\u061c',
  '\u200e',
  '\u200f',
  '\u2028',
  '\u2029',
  '\u202a',
  '\u202e',
  '\u2066',
  '\u2069',
]

test.each(obeyed.map((character) => [character.charCodeAt(0).toString(16), character]))('U+%s is replaced', (_, character) => {
  expect(withoutObeyed(`a${character}b`, () => '?')).toBe('a?b')
})

test.each(['\t', '\n', ' ', 'ä', '\u200d', '\u202f', '\u2065', '😀'])('%j stays', (character) => {
  expect(withoutObeyed(character, () => '?')).toBe(character)
})

test('JSON holds none of them and reads back as the same value', () => {
  const value = { text: obeyed.join('x') }
  const json = escapedJson(JSON.stringify(value))

  expect(withoutObeyed(json, () => '?')).toBe(json)
  expect(JSON.parse(json)).toEqual(value)
})

describe('repairing a text', () => {
  test.each([
    ['plain 👍', 'plain 👍', 0],
    ['a\0b\0', 'ab', 2],
    ['\ud83d!', '\ufffd!', 1],
    ['\udc4d\ud83d', '\ufffd\ufffd', 2],
    ['\ud83d\0\udc4d', '👍', 1],
    ['a\0\ud83d', 'a\ufffd', 2],
    ['pass\u200bword\u202e', 'password', 2],
    ['\ud83d\u200b\udc4d', '\ufffd\ufffd', 3],
    ['\udb40\0\udc41', '', 2],
    ['', '', 0],
  ])('turns %j into %j', (broken, text, repaired) => {
    expect(repair(broken)).toEqual({ text, repaired })
  })

  test('leaves a text that every store takes, and counts nothing in one that was whole', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', '\0', '\ud83d', '\udc4d', '👍', '\ufffd', '\u200b', '\u200d', '\udb40', '\udc41') }),
        (broken) => {
          const { text, repaired } = repair(broken)

          expect(text.isWellFormed() && !text.includes('\0')).toBe(true)
          expect(repaired === 0).toBe(text === broken)
          expect(repair(text)).toEqual({ text, repaired: 0 })
        },
      ),
    )
  })
})

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

describe('the normalised form of a question', () => {
  test.each([
    ['  How do I   reset the Wi-Fi?? ', 'how do i reset the wi fi'],
    ['Où est le café ?', 'ou est le cafe'],
    ['Größe der STRASSE', 'grosse der strasse'],
    ['東京の天気は？', '東京の天気は'],
    ['?!', ''],
  ])('of %j is %j', (question, normalised) => {
    expect(normalise(question)).toBe(normalised)
  })

  test('keeps the words that turn a question round', () => {
    expect(normalise('how to deploy')).not.toBe(normalise('how not to deploy'))
  })

  test('changes nothing a second time and holds only single spaces', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 100 }), (question) => {
        const normalised = normalise(question)

        expect(normalise(normalised)).toBe(normalised)
        expect(normalised).not.toMatch(/^ | $| {2}/)
        expect(normalised.isWellFormed()).toBe(true)
      }),
    )
  })

  test('does not see case, punctuation or spacing around words', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: fc.constantFrom(...'abcxyz'), minLength: 1 })),
        fc.constantFrom(' ', '  ', ', ', '\n', ' – '),
        (words, gap) => {
          expect(normalise(`${words.join(gap).toUpperCase()}?`)).toBe(words.join(' '))
        },
      ),
    )
  })
})
