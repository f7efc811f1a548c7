import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { clipped, widthOf, wrapped } from './width.ts'

describe('the width of a text', () => {
  test.each([
    ['', 0],
    ['abc', 3],
    ['é', 1],
    ['e\u0301', 1],
    ['漢字', 4],
    ['👍', 2],
    ['\u001b[31mred\u001b[39m', 3],
  ])('%s takes %i', (text, columns) => {
    expect(widthOf(text)).toBe(columns)
  })
})

describe('what is too long', () => {
  test('is cut where it must be', () => {
    expect(clipped('abcdef', 6)).toBe('abcdef')
    expect(clipped('abcdef', 5)).toBe('abcd…')
    expect(clipped('漢字漢字', 5)).toBe('漢字…')
  })

  test('goes on in the next line as long as there are lines', () => {
    expect(wrapped('one two three four', 9, 3)).toEqual(['one two', 'three', 'four'])
    expect(wrapped('one two three four', 9, 2)).toEqual(['one two', 'three fo…'])
    expect(wrapped('  one\n\ntwo ', 20, 2)).toEqual(['one two'])
    expect(wrapped('', 20, 2)).toEqual([])
    expect(wrapped('abcdefghijkl mn', 6, 2)).toEqual(['abcde…', 'mn'])
  })

  test('never takes more lines or columns than there are', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }),
        fc.integer({ min: 4, max: 40 }),
        fc.integer({ min: 1, max: 5 }),
        (text, columns, lines) => {
          const written = wrapped(text, columns, lines)

          expect(written.length).toBeLessThanOrEqual(lines)
          expect(written.filter((line) => widthOf(line) > columns)).toEqual([])
        },
      ),
    )
  })
})
