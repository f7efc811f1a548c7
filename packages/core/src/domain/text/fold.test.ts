import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fold, lower } from './fold.ts'

describe('folding', () => {
  test.each([
    ['Crème brûlée', 'Creme brulee'],
    ['ﬁle Ｎo ②', 'file No 2'],
    ['İstanbul', 'Istanbul'],
    ['Daten\u00adbank', 'Datenbank'],
    ['pass\u200bword to\u200dk\u200cen \ufeffx\u2060y', 'password token xy'],
    ['ภาษา\u200bไทย \u200bก', 'ภาษา\u200bไทย ก'],
    ['می\u200cخواهم', 'میخواهم'],
    ['❤\ufe0f\u200d🔥', '❤🔥'],
    ['한국어', '한국어'],
    ['ｶﾞｷﾞ', 'ガギ'],
    ['हिन्दी', 'हिन्दी'],
    ['שָׁלוֹם', 'שלום'],
    ['مُحَمَّد', 'محمد'],
  ])('writes %s as %s', (text, folded) => {
    expect(fold(text)).toBe(folded)
  })

  test('reads ß as ss and final sigma as sigma in lower case', () => {
    expect(lower(fold('STRASSE Straße ΟΔΟΣ οδός'))).toBe('strasse strasse οδοσ οδοσ')
  })

  test('reads dotless i as i, and the dotted capital too', () => {
    expect(lower(fold('ISPARTA Isparta ısparta İSPARTA'))).toBe('isparta isparta isparta isparta')
  })

  test('changes nothing a second time, and no case is left after lowering', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        const folded = fold(text)
        const lowered = lower(folded)

        expect(fold(folded)).toBe(folded)
        expect(fold(lowered)).toBe(lowered)
        expect(lower(lowered)).toBe(lowered)
      }),
    )
  })

  test('survives a long run of marks in an order that the normaliser has to sort', () => {
    expect(fold(`e${'\u0301\u0316'.repeat(500_000)}`)).toBe('e')
  })
})
