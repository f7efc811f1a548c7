import { describe, expect, test } from 'vitest'
import { phraseOf, says } from './quoted-words.ts'

const says2 = (text: string, words: string) => says(text, phraseOf(words) ?? expect.unreachable('it is no phrase'))

describe('a text says words', () => {
  test.each([
    ['Anna Müller lives here.', 'anna muller'],
    ['people/anna-müller.md#address', 'Anna Müller'],
    ['ANNA\n  MÜLLER', 'Anna Müller'],
    ['mail anna@crab.example today', 'anna@crab.example'],
    ['Call “Anna”.', 'anna'],
    ['田中さんは東京に住んでいます', '田中'],
    ['anna_muller', 'Anna Muller'],
  ])('%j says %j', (text, words) => {
    expect(says2(text, words)).toBe(true)
  })

  test.each([
    ['Annette is out', 'Ann'],
    ['Anna met Mr Müller', 'Anna Müller'],
    ['Hannah', 'Anna'],
    ['', 'Anna'],
  ])('%j does not say %j', (text, words) => {
    expect(says2(text, words)).toBe(false)
  })
})

test.each(['', '  ', '…', 'a', 'of the', 'it is', 'xy', '1'])('%j is too little to look for', (text) => {
  expect(phraseOf(text)).toBeUndefined()
})

test.each(['Bob', '李', 'the Crab', '4711'])('%j is enough', (text) => {
  expect(phraseOf(text)).toBeDefined()
})
