import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { wordsOf } from '../words/phrases.ts'
import { even, isEdit, likeness, weightsAmong } from './scoring.ts'

const between = (one: string, other: string, texts: ReadonlyArray<string> = []) =>
  likeness(new Set(wordsOf(one)), new Set(wordsOf(other)), weightsAmong(texts))

describe('the likeness of two texts', () => {
  const berth = 'The boat lies at berth 15 by the east pier.'

  test.each([
    ['the same words in another order', berth, 'By the east pier, at berth 15, the boat lies.', 1000],
    ['one word of six exchanged', berth, 'The boat lies at berth 16 by the east pier.', 714],
    ['one character of eight exchanged', '船停靠东码头泊位', '船停靠西码头泊位', 777],
    ['half of the words exchanged', 'oar rope sail tide', 'oar rope mast keel', 333],
    ['no word', berth, 'Ask the harbour office about fees.', 0],
    ['an empty text', berth, '', 0],
    ['two empty texts', '', '', 0],
  ])('with %s', (_, one, other, expected) => {
    expect(between(one, other)).toBe(expected)
  })

  test('counts the words of a template less than the words that one text alone has', () => {
    const texts = ['Anna', 'Ben', 'Carla', 'Dora'].map((name) => `The phone number and the address of ${name}`)
    const [anna = ''] = texts

    expect(between(anna, 'The phone number and the address of Emil')).toBe(600)
    expect(between(anna, 'The phone number and the address of Emil', texts)).toBe(333)
    expect(between(anna, 'The fax number and the address of Anna', texts)).toBe(555)
  })

  test('does not change where one of the texts has a copy', () => {
    const texts = [berth, 'The boat lies at berth 3 by the west pier.']

    expect(between(berth, texts[1] ?? '', [...texts, berth, berth])).toBe(between(berth, texts[1] ?? '', texts))
  })

  test('is a whole number from 0 to 1000, the same both ways, and 1000 for equal sets of words only', () => {
    const words = fc.uniqueArray(fc.constantFrom('oar', 'rope', 'sail', 'tide', 'mast', 'keel', 'buoy'), { minLength: 1 })
    fc.assert(
      fc.property(words, words, fc.array(words), (one, other, texts) => {
        const [a, b] = [new Set(one), new Set(other)]
        const weightOf = weightsAmong(texts.map((text) => text.join(' ')))
        const like = likeness(a, b, weightOf)

        expect(Number.isInteger(like) && like >= 0 && like <= 1000).toBe(true)
        expect(likeness(b, a, weightOf)).toBe(like)
        expect(like === 1000).toBe(a.size === b.size && one.every((word) => b.has(word)))
        expect(likeness(a, a, even)).toBe(1000)
      }),
    )
  })
})

test('a text is an edit of another where at most a third of its words was exchanged', () => {
  expect(isEdit('oar rope sail', 'oar rope mast')).toBe(true)
  expect(isEdit('oar rope sail tide', 'oar rope mast keel')).toBe(false)
})
