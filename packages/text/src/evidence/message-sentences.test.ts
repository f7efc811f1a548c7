import { describe, expect, test } from 'vitest'
import { messageSentences } from './message-sentences.ts'

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
