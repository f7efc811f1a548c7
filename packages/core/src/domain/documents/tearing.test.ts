import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { torn } from './tearing.ts'
import { utf8Length } from './utf8-length.ts'

const prose = { list: false, maxLineLength: Number.POSITIVE_INFINITY }
const pieces = (text: string, maxBytes: number, grain = prose) =>
  torn(text, { start: 0, end: text.length }, grain, { targetLength: maxBytes, maxBytes }).map(({ start, end }) => text.slice(start, end))

describe('tearing', () => {
  test('goes for items before lines', () => {
    const list = '- one\n  more\n- two\n  more\n'

    expect(pieces(list, 16, { ...prose, list: true })).toEqual(['- one\n  more\n', '- two\n  more\n'])
    expect(pieces(list, 20)).toEqual(['- one\n  more\n- two\n', '  more\n'])
  })

  test('goes for sentences before words, and for words before code points', () => {
    expect(pieces('It is. So it is! Is it?', 12)).toEqual(['It is. ', 'So it is! ', 'Is it?'])
    expect(pieces('これは。それは。', 12)).toEqual(['これは。', 'それは。'])
    expect(pieces('one two three', 9)).toEqual(['one two ', 'three'])
    expect(pieces('abcdef', 4)).toEqual(['abcd', 'ef'])
  })

  test('tears a long line of prose into sentences though its bytes would do', () => {
    const tearLine = (maxLineLength: number) =>
      torn('A b. C d.', { start: 0, end: 9 }, { list: false, maxLineLength }, { targetLength: 6, maxBytes: 100 })

    expect(tearLine(8)).toEqual([
      { start: 0, end: 5 },
      { start: 5, end: 9 },
    ])
    expect(tearLine(9)).toEqual([{ start: 0, end: 9 }])
  })

  test('gives pieces within the bytes that are the text again, and splits no pair', () => {
    const unit = fc.constantFrom('a', 'é', '語', '😀', ' ', '\n', '. ', '。', '- ', '\ud83d')
    fc.assert(
      fc.property(
        fc.string({ unit, minLength: 1, maxLength: 200 }),
        fc.integer({ min: 0, max: 40 }),
        fc.boolean(),
        (text, maxBytes, list) => {
          const parts = pieces(text, maxBytes, { ...prose, list })

          expect(parts.join('')).toBe(text)
          expect(Math.max(...parts.map((part) => utf8Length(part)))).toBeLessThanOrEqual(Math.max(4, maxBytes))
          expect(parts.reduce((sum, part) => sum + utf8Length(part), 0)).toBe(utf8Length(text))
        },
      ),
    )
  })
})
