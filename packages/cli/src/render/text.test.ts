import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { documentOf, escaped, plain, plainly } from './text.ts'

describe('text from a memory', () => {
  test('keeps what is written and loses what commands a terminal', () => {
    expect(plain('a\tb\r\nc \u001b[31mred\u0007 \u202eevil \u009b2J \u2028é 漢')).toBe(
      'a\tb\nc \ufffd[31mred\ufffd \ufffdevil \ufffd2J \ufffdé 漢',
    )
  })

  test('never commands a terminal, whatever it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
        expect(plain(text)).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/)
      }),
    )
  })

  test('is made safe wherever it stands in an answer', () => {
    expect(plainly({ a: ['\u001b'], b: { c: 1, d: null } })).toEqual({ a: ['\ufffd'], b: { c: 1, d: null } })
  })
})

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
