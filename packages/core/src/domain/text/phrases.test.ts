import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { phrasesOf, spansOf } from './phrases.ts'

const mentions = (text: string, title?: string) => [...phrasesOf({ title, text }).mentions]

describe('the names that a passage mentions', () => {
  test.each([
    ['words with capitals that follow each other', 'It was the Pacific Ocean again.', ['pacific ocean']],
    ['with small words between them', 'They met the Bank of England and left.', ['bank of england']],
    [
      'both as one and apart where they may be two',
      'We saw Ludwig van Beethoven and J. R. R. Tolkien there.',
      ['ludwig van beethoven and j r r tolkien', 'ludwig van beethoven', 'j r r tolkien'],
    ],
    ['a number behind a name', 'We land the Apollo 11 there.', ['apollo 11']],
    ['a year', 'It was in 1931, long ago.', ['1931']],
    ['identifiers and paths', 'See packages/core/index.ts for getUserName.', ['packages core index ts', 'getusername']],
    ['what stands in quotes', 'He sang “the long way home” twice.', ['the long way home']],
    ['a possessive without its ending', 'It was Tolkien’s idea.', ['tolkien']],
    ['no month and no day', 'It was on Monday, late, or in May.', []],
    ['nothing across a full stop', 'They left Sweden. Norway was next.', ['sweden']],
    ['no first word of a sentence that stands alone', 'Crabs walk.', []],
    ['the first word of a sentence that has its capital elsewhere too', 'Norway is cold. We like Norway.', ['norway']],
    ['a name at the beginning without the small word before it', 'After the war Paris was free; we came after.', ['paris']],
    ['nothing in writing without case', '東京で会議があります', []],
  ])('%s', (_, text, names) => {
    expect(mentions(text)).toEqual(names)
  })

  test('what it is about is no mention', () => {
    const { about, mentions: named } = phrasesOf({ title: 'The Pacific War (1941), a history', text: 'It was the Pacific War (1941).' })

    expect([...about]).toEqual([
      'the pacific war 1941 a history',
      'the pacific war a history',
      'the pacific war',
      'pacific war 1941 a history',
      'pacific war a history',
      'pacific war',
    ])
    expect(named.has('pacific war')).toBe(false)
  })

  test('below headings it is about the last one', () => {
    expect([...phrasesOf({ title: 'Deploy › Roll back', text: '' }).about]).toEqual(['roll back'])
  })

  test('its title is the last part, without parentheses', () => {
    expect(phrasesOf({ title: 'Deploy › Roll back (by hand)', text: '' }).title).toBe('roll back')
    expect(phrasesOf({ title: '?', text: '' }).title).toBeUndefined()
    expect(phrasesOf({ text: '' }).title).toBeUndefined()
  })

  test('whoever speaks is known by the name before the colon', () => {
    expect(phrasesOf({ text: 'Caroline: Hey Mel!' }).speaker).toBe('caroline')
    expect(phrasesOf({ text: 'We met Caroline: she was late' }).speaker).toBe('we met caroline')
    expect(phrasesOf({ text: 'http://example.org' }).speaker).toBeUndefined()
  })

  test('ends soon on a text of nothing but capitals, dots or quotes', () => {
    for (const part of ['A ', 'A.', '"', 'Ab of ', 'a_', '“x']) {
      const { mentions: named } = phrasesOf({ text: part.repeat(20_000) })
      expect(named.size).toBeLessThan(20_001)
    }
  })

  test('bears any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        for (const name of mentions(text, text)) expect(name).not.toBe('')
      }),
    )
  })
})

describe('the spans of a question', () => {
  test('are its words up to six in a row, small words not alone', () => {
    expect(spansOf('Who led the Pacific War?').map(({ name }) => name)).toEqual([
      'who led',
      'who led the',
      'who led the pacific',
      'who led the pacific war',
      'led',
      'led the',
      'led the pacific',
      'led the pacific war',
      'the pacific',
      'the pacific war',
      'pacific',
      'pacific war',
      'war',
    ])
  })

  test('hold every name of the question that is short enough', () => {
    const text = 'When did the Bank of England move to Threadneedle Street?'

    const spans = spansOf(text).map(({ name }) => name)
    for (const name of mentions(text)) expect(spans).toContain(name)
  })

  test('are bounded, however long the question', () => {
    expect(spansOf('word and more '.repeat(10_000)).length).toBeLessThan(64 * 6)
  })
})
