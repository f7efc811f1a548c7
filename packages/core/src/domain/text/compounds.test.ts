import { describe, expect, test } from 'vitest'
import { splitsOf } from './compounds.ts'
import { indexTerms, questionTerms } from './tokenise.ts'

describe('a long word', () => {
  test('may be any two parts of four letters or more that can be spoken', () => {
    expect(splitsOf('brotteig')).toEqual([['brot', 'teig']])
    expect(splitsOf('haustur')).toEqual([])
    expect(splitsOf('glascontainer').map((split) => split.join('|'))).toContain('glas|container')
    expect(splitsOf('schlschlaaaa')).toEqual([])
  })

  test('is filed under its parts in German and Dutch, where they count in no length', () => {
    const german = indexTerms({ text: 'der Druckereitermin' })
    const english = indexTerms({ text: 'the Druckereitermin' })

    expect([...german.counts.keys()]).toEqual(expect.arrayContaining(['de:druckereitermin', 'de+druckerei', 'de+termin']))
    expect([german.length, german.words]).toEqual([english.length, english.words])
    expect([...english.counts.keys()]).toEqual(['druckereitermin'])
  })

  test('is asked for by its parts where texts of such languages are searched', () => {
    const { splits, words } = questionTerms('Wann ist der Druckereitermin?')
    const halves = splits(words[0] ?? '').map((split) => split.map(({ word }) => word).join('|'))

    expect(halves).toContain('druckerei|termin')
    expect(questionTerms('Wann ist der Druckereitermin?', ['fr']).splits(words[0] ?? '')).toEqual([])
  })
})
