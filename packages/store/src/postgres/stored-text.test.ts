import fc from 'fast-check'
import { expect, test } from 'vitest'
import { originalText, storedText } from './stored-text.ts'

const text = fc.string({ unit: fc.constantFrom('a', 'b', '\0', '\u0001', '\u0002', '🦀') })

test('a stored text has no U+0000 and gives back the text', () => {
  fc.assert(
    fc.property(text, (one) => {
      expect(storedText(one)).not.toContain('\0')
      expect(originalText(storedText(one))).toBe(one)
    }),
  )
})

test('stored texts have the order and the prefixes of their texts', () => {
  const order = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b))
  fc.assert(
    fc.property(text, text, (one, other) => {
      expect(order(storedText(one), storedText(other))).toBe(order(one, other))
      expect(storedText(one).startsWith(storedText(other))).toBe(one.startsWith(other))
    }),
  )
})
