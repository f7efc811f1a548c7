import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { normalise } from './unicode.ts'

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
