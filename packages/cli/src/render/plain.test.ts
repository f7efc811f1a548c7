import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { plain, plainly } from './plain.ts'

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
