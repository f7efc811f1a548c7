import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { gramTerms, indexTerms, questionGrams, questionTerms, terms } from './tokenise.ts'

describe('terms of a text', () => {
  test.each([
    ['The tables were sitting on the mats', ['tabl', 'sitt', 'mats']],
    ['Café, naïve — “résumé”!', ['cafe', 'naiv', 'resum']],
    ["it's don't", ['don']],
    ['HTTP 404 v2', ['http', '404', 'v2']],
    ['', []],
    ['… ?! 👩‍👩‍👧', []],
  ])('reads %j as %j', (text, expected) => {
    expect(terms(text)).toEqual(expected)
  })

  test.each([
    ['fooBar_baz', ['foo', 'bar', 'baz', 'foobarbaz']],
    ['GitHub', ['git', 'hub', 'github']],
    ['HTTPServer', ['http', 'server', 'httpserver']],
    ['MAX_RETRY_COUNT', ['max', 'retry', 'count', 'maxretrycount']],
    ['_private', ['privat']],
    ['sha256', ['sha256']],
    ['LLMs', ['llms']],
  ])('splits the identifier %s and keeps it whole: %j', (text, expected) => {
    expect(terms(text)).toEqual(expected)
  })

  test('an identifier is found however it is written', () => {
    for (const spelling of ['getUser', 'get_user', 'GetUser', 'GET_USER', 'getuser']) expect(terms(spelling)).toContain('getuser')
  })

  test.each([
    ['東京都', ['東京', '京都']],
    ['猫', ['猫']],
    ['東京tower', ['東京', 'tower']],
    ['iPhone手機', ['phon', '手機', 'iphon']],
    ['データベース', ['デー', 'ータ', 'タベ', 'ベー', 'ース']],
    ['한국어 검색', ['한국', '국어', '검색']],
    ['𠮷野家', ['𠮷野', '野家']],
  ])('reads runs of CJK characters in pairs: %s', (text, expected) => {
    expect(terms(text)).toEqual(expected)
  })

  test.each([
    ['\ud800'],
    ['a\0b'],
    ['\u202eabc'],
    ['ก'.repeat(70)],
    ['x'.repeat(1_000_000)],
    ['漢'.repeat(300_000)],
    ['aB'.repeat(500_000)],
  ])('takes any text: %#', (text) => {
    expect(terms(text).every((term) => term.length <= 64)).toBe(true)
  })

  test('are well-formed, without white space and at most 64 code units, whatever the text', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: fc.constantFrom(...'aB_1 漢か한\u0301\ud800𠮷') })), (text) => {
        expect(terms(text).filter((term) => !term.isWellFormed() || !/^\S{1,64}$/.test(term))).toEqual([])
      }),
    )
  })

  test('do not depend on case or accents of plain words', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'abcdeflnsy '), maxLength: 60 }), (text) => {
        expect(terms(text.toUpperCase())).toEqual(terms(text))
        expect(terms([...text].map((letter) => (letter === ' ' ? letter : `${letter}\u0301`)).join(''))).toEqual(terms(text))
      }),
    )
  })
})

describe('terms of a document', () => {
  test('a title word counts four times, neighbouring words are terms too', () => {
    const { counts, length, words } = indexTerms({ title: 'Red fox', text: 'The fox and the hound' })

    expect(Object.fromEntries(counts)).toEqual({ fox: 5, hound: 1, 'fox hound': 1, red: 4, 'red fox': 4 })
    expect(length).toBe(15)
    expect(words).toBe(4)
  })

  test('no pair spans title and text', () => {
    const { counts } = indexTerms({ title: 'alpha', text: 'beta' })

    expect([...counts.keys()].toSorted()).toEqual(['alpha', 'beta'])
  })

  test('a whole identifier is a term but no neighbour', () => {
    const { counts } = indexTerms({ text: 'call fooBar twice' })

    expect([...counts.keys()].toSorted()).toEqual(['bar', 'bar twic', 'call', 'call foo', 'foo', 'foo bar', 'foobar', 'twic'])
  })

  test('length is the sum of the counts and words are those of title and text', () => {
    fc.assert(
      fc.property(fc.lorem({ mode: 'sentences' }), fc.lorem(), (text, title) => {
        const { counts, length, words } = indexTerms({ title, text })

        expect([...counts.values()].reduce((sum, count) => sum + count, 0)).toBe(length)
        expect(words).toBe(terms(text).length + terms(title).length)
      }),
    )
  })

  test('every term of a question made of the text alone is in its index', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'abcDE_ 漢字1') }), (text) => {
        const { counts } = indexTerms({ text })
        const { words, bigrams } = questionTerms(text)

        expect([...words, ...bigrams].filter((term) => !counts.has(term))).toEqual([])
        expect(new Set(words).size).toBe(words.length)
        expect(new Set(bigrams).size).toBe(bigrams.length)
      }),
    )
  })
})

describe('character four-grams', () => {
  test('come from stemmed words longer than three letters, with their ends marked', () => {
    const { counts, length } = gramTerms({ text: 'walks the dog' })

    expect([...counts]).toEqual([
      ['^wal', 1],
      ['walk', 1],
      ['alk$', 1],
    ])
    expect(length).toBe(3)
    expect(questionGrams('walk walking')).toEqual(['^wal', 'walk', 'alk$'])
  })

  test('never part a surrogate pair', () => {
    const { counts } = gramTerms({ text: '𐐨𐐩𐐪𐐫𐐬' })

    expect([...counts.keys()].every((gram) => gram.isWellFormed())).toBe(true)
  })
})
