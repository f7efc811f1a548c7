import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { languages } from './language.ts'
import { splitsOf, stemIn } from './stems.ts'
import { indexTerms, questionTerms } from './tokenise.ts'
import { fold, lower } from './unicode.ts'

const stemmed = (language: (typeof languages)[number]) => (word: string) => stemIn(lower(fold(word)), language)

describe('the stem of a word', () => {
  test.each([
    ['de', ['Rechnung', 'Rechnungen']],
    ['de', ['Haus', 'Häuser', 'Haeuser', 'Hauses']],
    ['de', ['Schlüssel', 'Schluessel', 'Schlüsseln']],
    ['de', ['Straße', 'Strassen', 'STRASSE']],
    ['de', ['neue', 'neuen', 'neuer']],
    ['nl', ['factuur', 'facturen']],
    ['nl', ['vergadering', 'vergaderingen']],
    ['fr', ['préparer', 'préparée', 'préparées', 'preparee', 'prépare']],
    ['fr', ['facture', 'factures']],
    ['es', ['facturación', 'facturacion', 'facturaciones']],
    ['es', ['reunión', 'reunion', 'reuniones']],
    ['it', ['riunione', 'riunioni']],
    ['pt', ['reunião', 'reuniao', 'reuniões', 'reunioes']],
    ['pt', ['marcação', 'marcacao', 'marcações', 'marcacoes']],
  ] as const)('is one for all its forms, with and without accents: %s %j', (language, forms) => {
    expect(new Set(forms.map(stemmed(language))).size).toBe(1)
  })

  test('is never empty, and the same each time, whatever was stemmed before', () => {
    const letters = fc.string({ unit: fc.constantFrom(...'aeiounrstlmdcghpbqyvkjx'), minLength: 1, maxLength: 30 })
    fc.assert(
      fc.property(letters, letters, fc.constantFrom(...languages), (word, other, language) => {
        const first = stemIn(word, language)
        stemIn(other, language)

        expect(first).not.toBe('')
        expect(stemIn(word, language)).toBe(first)
      }),
    )
  })
})

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
