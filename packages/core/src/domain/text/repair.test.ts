import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { repair } from './repair.ts'

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
