import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { daysAsked } from '../days/days.ts'
import { isFunctionWord, languages } from '../languages/function-words.ts'
import { languageOf, splitsOf } from '../languages/languages.ts'
import { stemIn } from '../languages/stem.ts'
import { fold, lower } from '../languages/unicode.ts'
import { separatedValues } from './separated-values.ts'
import { gramTerms, indexTerms, likenessTerms, questionTerms, terms } from './tokenise.ts'

describe('terms of a text', () => {
  test.each([
    ['The tables were sitting on the mats', ['tabl', 'sit', 'mat']],
    ['Café, naïve — “résumé”!', ['cafe', 'naiv', 'resum']],
    ["it's don't", ['don']],
    ['HTTP 404 v2', ['http', '404', 'v2']],
    ['', []],
    ['… ?! ©', []],
    ['pass\u200bword to\u200dken da\u00adta \ufeffbase', ['password', 'token', 'data', 'base']],
    ['cafe\u0301 n\u0303', ['cafe', 'n']],
    ['ภาษา\u200bไทย', ['ภา', 'าษ', 'ษา', 'ไท', 'ทย']],
  ])('reads %j as %j', (text, expected) => {
    expect(terms(text)).toEqual(expected)
  })

  test.each([
    ['fooBar_baz', ['foo', 'bar', 'baz', 'foobarbaz']],
    ['GitHub', ['git', 'hub', 'github']],
    ['HTTPServer', ['http', 'server', 'httpserver']],
    ['MAX_RETRY_COUNT', ['max', 'retri', 'count', 'maxretrycount']],
    ['_private', ['privat']],
    ['sha256', ['sha256']],
    ['LLMs', ['llms']],
  ])('splits the identifier %s and keeps it whole: %j', (text, expected) => {
    expect(terms(text)).toEqual(expected)
  })

  test('a plain word has the terms that it has with a space behind it, which is read as a text', () => {
    const letters = fc.string({ unit: fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz'), minLength: 1, maxLength: 70 })
    const long = fc.integer({ min: 60, max: 70 }).map((length) => 'b'.repeat(length))
    const ofLists = fc.constantFrom('the', 'and', 'der', 'pas', 'please', 'running', 'universities', 'operators')
    fc.assert(
      fc.property(fc.oneof(letters, long, ofLists), fc.constantFrom(...languages), (word, language) => {
        expect(terms(word, language)).toEqual(terms(`${word} `, language))
      }),
    )
  })

  test('an identifier is found however it is written', () => {
    for (const spelling of ['getUser', 'get_user', 'GetUser', 'GET_USER', 'getuser']) expect(terms(spelling)).toContain(terms('getuser')[0])
  })

  test.each([
    ['東京都', ['東京', '京都']],
    ['猫', ['猫']],
    ['東京tower', ['東京', 'tower']],
    ['iPhone手機', ['phone', '手機', 'iphon']],
    ['データベース', ['デー', 'ータ', 'タベ', 'ベー', 'ース']],
    ['한국어 검색', ['한국', '국어', '검색']],
    ['𠮷野家', ['𠮷野', '野家']],
  ])('reads runs of CJK characters in pairs: %s', (text, expected) => {
    expect(terms(text)).toEqual(expected)
  })

  test.each([
    ['🦀', ['🦀']],
    ['a 🦀crab🦀 walks', ['crab', 'walk', '🦀', '🦀']],
    ['👩‍👩‍👧 ❤️‍🔥 👍🏽', ['👩', '👩', '👧', '❤', '🔥', '👍']],
    ['🇩🇪🇫🇷', ['🇩🇪', '🇫🇷']],
    ['1️⃣ ☀', ['1', '☀']],
  ])('reads pictures as terms: %s', (text, expected) => {
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

/** Computes the terms of ASCII text without short cuts. */
const plainly = (text: string): ReadonlyArray<string> => {
  const words: Array<string> = []
  const wholes: Array<string> = []
  for (const token of text.match(/[\p{L}\p{N}_][\p{L}\p{N}\p{M}_]*/gu) ?? []) {
    const parts = token.replace(/(?<=[\p{Ll}\p{Nd}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll}{2})|_+/gu, ' ').match(/[\p{L}\p{N}]+/gu) ?? []
    for (const part of parts) if (!isFunctionWord(part.toLowerCase(), 'en')) words.push(stemmedWord(part.toLowerCase().slice(0, 64)))
    if (parts.length > 1 && parts.join('').length <= 64) wholes.push(stemmedWord(parts.join('').toLowerCase()))
  }
  return [...words, ...wholes, ...separatedValues(text, 'en').flatMap(({ forms }) => forms)]
}

const stemmedWord = (word: string): string => (/^[a-z]+$/.test(word) ? stemIn(word, 'en') : word)

describe('reading ASCII', () => {
  const text = fc.oneof(
    fc.string({ unit: fc.constantFrom(...'abeginsIT the_09.-\n'), maxLength: 80 }),
    fc.lorem({ mode: 'sentences' }),
    fc.string({ unit: 'binary-ascii', maxLength: 80 }),
  )

  test('says what the plain reading says', () => {
    fc.assert(
      fc.property(text, (ascii) => {
        expect(terms(ascii)).toEqual(plainly(ascii))
      }),
      { numRuns: 1_000 },
    )
  })

  test('says the same beside other letters', () => {
    fc.assert(
      fc.property(text, (ascii) => {
        expect(new Set(terms(`${ascii} é`))).toEqual(new Set([...terms(ascii), 'e']))
      }),
      { numRuns: 500 },
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

    expect([...counts.keys()].toSorted()).toEqual(['bar', 'bar twice', 'call', 'call foo', 'foo', 'foo bar', 'foobar', 'twice'])
  })

  test('a single character of a run is found, and counts in no length', () => {
    const { counts, length, words } = indexTerms({ title: '猫の家', text: '東京都の猫、猫' })

    expect(counts.get('都')).toBe(1)
    expect(counts.get('の')).toBe(1 + 4)
    expect(counts.get('猫')).toBe(2 + 4)
    expect(questionTerms('猫').words).toEqual(['猫'])
    expect(questionTerms('東京都').words).toEqual(['東京', '京都'])
    const pairsAndNeighbours = 5 + 4
    const titleTimesFour = (2 + 1) * 4
    expect(length).toBe(pairsAndNeighbours + titleTimesFour)
    expect(words).toBe(5 + 2)
  })

  test('a character or picture of the text is in its index, whatever stands around it', () => {
    const unit = fc.constantFrom('東', '京', 'の', 'カ', 'ー', '한', '𠮷', '🦀', '❤️', '👩‍💻', 'a', ' ', '。')
    fc.assert(
      fc.property(fc.array(unit, { minLength: 1, maxLength: 12 }), fc.nat(), (units, chosen) => {
        const { counts } = indexTerms({ text: units.join('') })

        const { words } = questionTerms(units[chosen % units.length] ?? '')
        expect(words.filter((term) => !counts.has(term) && /\P{ASCII}/u.test(term))).toEqual([])
      }),
    )
  })

  test('length is the sum of the counts and words are those of title and text', () => {
    fc.assert(
      fc.property(fc.lorem({ mode: 'sentences' }), fc.lorem(), (text, title) => {
        const { counts, length, words } = indexTerms({ title, text })

        expect([...counts.values()].reduce((sum, count) => sum + count, 0)).toBe(length)
        const language = languageOf(`${title}\n${text}`)
        expect(words).toBe(terms(text, language).length + terms(title, language).length)
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
  })

  test('never part a surrogate pair', () => {
    const { counts } = gramTerms({ text: '𐐨𐐩𐐪𐐫𐐬' })

    expect([...counts.keys()].every((gram) => gram.isWellFormed())).toBe(true)
  })
})

const stemmed = (language: (typeof languages)[number]) => (word: string) => stemIn(lower(fold(word)), language)

describe('the stem of a word', () => {
  test.each([
    ['en', ['key', 'keys']],
    ['en', ['box', 'boxes', 'boxed', 'boxing']],
    ['en', ['plan', 'plans', 'planned', 'planning']],
    ['en', ['move', 'moves', 'moved', 'moving']],
    ['en', ['apply', 'applies', 'applied']],
    ['en', ['memory', 'memories']],
    ['en', ['operator', 'operators']],
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

  test.each([
    ['apply', 'app'],
    ['not', 'note'],
    ['care', 'car'],
    ['new', 'news'],
    ['string', 'str'],
    ['general', 'generic'],
    ['even', 'event'],
    ['operator', 'operation'],
    ['migrator', 'migrate'],
  ])('differs in English between %s and %s', (one, other) => {
    expect(stemIn(one, 'en')).not.toBe(stemIn(other, 'en'))
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

test('a name counts for the likeness of questions although another language has it as a function word', () => {
  expect(likenessTerms('¿Cuánto cuesta la clase de la sede Sur?')).toContain('es:sur')
  expect(likenessTerms('Sur quel port écoute la base?')).not.toContain('fr:sur')
  expect(likenessTerms('who had dinner with maria on may 3')).toContain('may')
  expect(likenessTerms('when may maria have dinner')).not.toContain('may')
})

describe('days', () => {
  const today = 20_785
  const textOrDay = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('We met on 17 November 2026.', 'Bins on Tuesday', 'gestern im Hafen'),
  )

  test('INV-162 change neither the other terms of a text nor its length', () => {
    fc.assert(
      fc.property(textOrDay, fc.option(fc.nat(84_005)), (text, day) => {
        const [plain, dated] = [indexTerms({ text }), indexTerms({ text, day })]

        expect([...dated.counts].filter(([term]) => !term.startsWith('@'))).toEqual([...plain.counts])
        expect([dated.length, dated.words]).toEqual([plain.length, plain.words])
      }),
    )
  })

  test('are one word of a question in the place of the words that say them', () => {
    const asked = (question: string) => {
      const { bigrams, sayings, spelled, ways, words } = questionTerms(question, ['en'], daysAsked(question, today))
      return {
        words,
        bigrams,
        days: words.filter((word) => word.startsWith('@')).map((word) => [spelled(word), ways(word), sayings(word)]),
      }
    }

    expect(asked('What did Ruth cook yesterday in the harbour?')).toEqual({
      words: ['ruth', 'cook', 'harbour', '@2026-11-27'],
      bigrams: ['ruth cook', 'cook harbour'],
      days: [[['yesterday'], ['@2026-11-27'], [['yesterday']]]],
    })
    expect(asked('What does Ruth cook on Tuesday?').days).toEqual([[['tuesday'], ['@2026-11-24', '@2026-12-01', 'tuesday'], [['tuesday']]]])
    expect(asked('What does Ruth cook?').words).toEqual(['ruth', 'cook'])
  })
})
