import { describe, expect, test } from 'vitest'
import { messageSentences, noteSentences } from './sentences.ts'

const sentences = (text: string) => noteSentences(text).map((sentence) => sentence.text)

describe('an abbreviation ends no sentence', () => {
  test.each([
    "Nora's dentist is Dr. Voss.",
    'The supervisor of Nora is Prof. Silvia.',
    'The branch of Mosch is in St. Gilgen.',
    'The editor of Egret is J. Brown.',
    'The release of Egret is v. 3.4.',
    'Der Termin liegt z. B. Montag oder Dienstag.',
    'Das gilt z. B. Der Hund nicht.',
    'The guide is Mrs. Okafor from Mt. Kenya.',
    'The sergeant is Sgt. Pepper.',
    'La dottoressa è Dott. Bianchi.',
    'Die Wohnung hat die Nr. 5 im Hof.',
    'See Fig. 3 and Vol. 2 of the manual.',
    'The formula is in Eq. 12 and Ref. 7 below.',
    'The novel is by J. R. R. Tolkien.',
    'He joined the U.S. Army.',
  ])('%s', (text) => {
    expect(sentences(text)).toEqual([text])
  })
})

describe('a sentence ends', () => {
  test.each([
    ['The key is with Tom. Anna has the other.', 2],
    ['The house is in Main St. The door is green.', 2],
    ['We take plan B. Then we go.', 2],
    ['The gate opens at 9 a.m. Bring the key.', 2],
    ['Er wohnt in Rom. Die Wohnung ist klein.', 2],
    ['Is it open? Yes. It is.', 2],
    ['The backup ran. Lena checked it. Nothing failed.', 3],
    ['She studies modern art. Picasso is her subject.', 2],
    ['The letter says no. Anna is sad.', 2],
    ['She is a member of the FBI. Nobody knows.', 2],
  ])('%s', (text, count) => {
    expect(sentences(text)).toHaveLength(count)
  })
})

describe('the sentences of a message', () => {
  test('do not end within a date', () => {
    expect(messageSentences('Was war am 6. November? Und sonst?', [{ from: 11, to: 22 }])).toEqual([
      'Was war am 6. November?',
      'Und sonst?',
    ])
  })

  test.each([
    ['one', ['one']],
    ['One. Two? Three!', ['One.', 'Two?', 'Three!']],
    ['Version 2.30 is out', ['Version 2.30 is out']],
    ['a line\nanother\r\n\r\na third', ['a line', 'another', 'a third']],
    ['今天好累。明天见！', ['今天好累。', '明天见！']],
    ['Hm… … ??', ['Hm…']],
    ['', []],
    ['?!', []],
  ])('of %j are %j', (message, sentences) => {
    expect(messageSentences(message)).toEqual(sentences)
  })

  test('beyond the most that are told apart are one', () => {
    const sentences = messageSentences(Array.from({ length: 200 }, (_, at) => `s${at}.`).join(' '))

    expect(sentences).toHaveLength(65)
    expect(sentences.at(-1)).toContain('s199.')
  })
})
