import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { documentOf, escaped } from './document.ts'

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const obeyed = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/

describe('a printed document', () => {
  test('spells out what a terminal, an editor or a reader of lines obeys', () => {
    expect(documentOf({ a: 'x\u009b2J \u0085\u2028\u202e\u2066\u200f\u061c\u007f é 漢' })).toBe(
      '{"a":"x\\u009b2J \\u0085\\u2028\\u202e\\u2066\\u200f\\u061c\\u007f é 漢"}',
    )
  })

  test('is on one line and the same value when it is read back, whatever it holds', () => {
    const hostile = fc.constantFrom(
      '\u0000',
      '\u001b',
      '\u0080',
      '\u009b',
      '\u2028',
      '\u2029',
      '\u202a',
      '\u202e',
      '\u2066',
      '\u2069',
      '\\',
      '"',
    )
    const text = fc.string({ unit: fc.oneof(hostile, fc.string({ unit: 'binary', minLength: 1, maxLength: 1 })) })

    fc.assert(
      fc.property(fc.dictionary(text, fc.oneof(text, fc.integer(), fc.array(text))), (value) => {
        const document = documentOf(value)
        expect(document).not.toMatch(obeyed)
        expect(JSON.parse(document)).toEqual(JSON.parse(JSON.stringify(value)))
        expect(escaped(document)).toBe(document)
      }),
    )
  })
})
