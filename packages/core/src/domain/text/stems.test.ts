import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fold, lower } from './fold.ts'
import { languages } from './languages.ts'
import { stemIn } from './stems.ts'

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
