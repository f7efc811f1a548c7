import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { stretches, weightOf, wholeWord, wordsOf } from './wording.ts'

describe('the wording of a text', () => {
  test.each([
    ['English, stemmed and without what says nothing', 'The backups are encrypted with the key.', ['backup', 'encrypt', 'key']],
    ['German and French alike', 'Die Datei für den Druck, le fichier de la presse', ['datei', 'druck', 'fichier', 'press']],
    ['identifiers, each one word however it is written', 'getUser get_user getuser', ['getuser', 'getuser', 'getuser']],
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
