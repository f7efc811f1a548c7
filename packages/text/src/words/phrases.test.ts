import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formsOf, isIn, phrasesOf, spansOf, spelledAs, stretches, unitsOf, weightOf, wholeWord, wordsOf } from './phrases.ts'
import { questionTerms } from './tokenise.ts'

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

describe('the wording of a text', () => {
  test.each([
    ['English, stemmed and without what says nothing', 'The backups are encrypted with the key.', ['backup', 'encrypt', 'key']],
    ['German and French alike', 'Die Datei für den Druck, le fichier de la presse', ['datei', 'druck', 'fichier', 'press']],
    ['identifiers, each one word however it is written', 'getUser get_user getuser', ['getus', 'getus', 'getus']],
    ['Chinese character by character', '财务数据库的备份', ['财', '务', '数', '据', '库', '备', '份']],
    ['Japanese without what is Hiragana', 'データベースを確認してください', ['データベース', '確', '認']],
    ['Korean by what is written together', '데이터베이스 백업을', ['데이터베이스', '백업을']],
    ['scripts side by side', 'db用のPort確認', ['db', '用', 'port', '確', '認']],
  ])('is %s', (_, text, words) => {
    expect(wordsOf(text)).toEqual(words)
  })

  test('goes in overlapping stretches of so many words, or twice as many Chinese characters', () => {
    expect(stretches('red green blue grey', 3)).toEqual([
      ['red', 'green', 'blue'],
      ['green', 'blue', 'grey'],
    ])
    expect(stretches('财务数据库备份', 3).map((stretch) => stretch.join(''))).toEqual(['财务数据库备', '务数据库备份'])
    expect(stretches('red green', 3)).toEqual([])
    expect(stretches('', 3)).toEqual([])
  })

  const piece = fc.constantFrom('red', 'Green_house', 'the', '财务', '备', 'テスト', 'です', '데이터', '42', ', ', '\n', 'é', '\ud800')

  test('has as many stretches as begin before the text runs out, each just heavy enough', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), fc.integer({ min: 1, max: 5 }), (pieces, size) => {
        const all = wordsOf(pieces.join(' '))
        const weigh = (words: ReadonlyArray<string>) => words.reduce((sum, word) => sum + weightOf(word), 0)
        const plain = all.flatMap((_, start) => {
          const end = all.findIndex((_, index) => index >= start && weigh(all.slice(start, index + 1)) >= size * wholeWord)
          return end === -1 ? [] : [all.slice(start, end + 1)]
        })

        expect(stretches(pieces.join(' '), size)).toEqual(plain)
      }),
    )
  })
})

const wordOf = (text: string): string => wordsOf(text)[0] ?? ''
const among = (word: string, ...others: ReadonlyArray<string>): boolean => isIn(wordOf(word), formsOf(new Set(others.map(wordOf))))

test('forms of one word are told by their beginning', () => {
  expect(among('entrenan', 'entrenos')).toBe(true)
  expect(among('Wäsche', 'waschen')).toBe(true)
  expect(among('Plan', 'Platz')).toBe(false)
  expect(among('Musik', 'Musiklehrer')).toBe(false)
})

test('a compound has the word that it ends with', () => {
  expect(among('Ticket', 'Semesterticket')).toBe(true)
  expect(among('Semesterticket', 'Ticket')).toBe(true)
  expect(among('Rot', 'Brot')).toBe(false)
})

test('numbers have no forms', () => {
  expect(among('70031', '70032')).toBe(false)
})

test('two Chinese characters in a row are a unit, and digits are none', () => {
  expect(unitsOf('奶茶店')).toEqual(new Set(['奶茶', '茶店']))
  expect(unitsOf('Room 214')).toEqual(new Set([wordOf('room')]))
})

const spelled = (question: string) => questionTerms(question).words.map(spelledAs(question))

describe('the words of a question', () => {
  test.each([
    ['Jobs pile up in the queue, what do I restart?', ['Jobs', 'pile', 'up', 'queue', 'restart']],
    ['Where is the Café’s RÉSUMÉ?', ['Café', 'RÉSUMÉ']],
    ['queues queue QUEUE', ['queues']],
    ['Why does getUserTokens or user_token fail?', ['get', 'User', 'Tokens', 'fail', 'getUserTokens', 'user_token']],
    ['港口灯塔 API', ['港口', '口灯', '灯塔', 'API']],
    ['what is it?', []],
  ])('read as they stand in %j', (question, words) => {
    expect(spelled(question)).toEqual(words)
  })

  test('are found in the question, or are terms', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (question) => {
        for (const term of questionTerms(question).words) {
          const spelling = spelledAs(question)(term)
          expect(spelling === term || question.includes(spelling)).toBe(true)
        }
      }),
    )
  })
})
