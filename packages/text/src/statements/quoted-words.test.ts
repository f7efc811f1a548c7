import { describe, expect, test } from 'vitest'
import { hasWords } from '../words/names.ts'
import { ownWords } from '../words/sentences.ts'
import { overlaps, quotedIn, sameWords, sentenceAround } from './quoted-words.ts'

const found = (quote: string, text: string) => {
  const stretch = quotedIn(quote, text)
  return stretch && text.slice(...stretch)
}

describe('a quote is found', () => {
  test.each([
    ['with other spaces and lines', 'Tuesday  at\nnine', 'She comes Tuesday at nine, always.', 'Tuesday at nine'],
    ['with typographic quotation marks', '“the green one”', 'Take "the green one" home.', 'the green one'],
    ['in another case', 'SAMEDI', 'Il vient samedi.', 'samedi'],
    ['without accents', 'cafe creme', 'Un café crème, 3,20 €', 'café crème'],
    ['across the bars of a table', 'Magnesium 300 mg', '| Magnesium | 300 mg | abends |', 'Magnesium | 300 mg'],
    ['as a value alone', '14', 'Platz 141, Reihe 14', '14'],
    ['in a script without spaces', '每周三', '合唱团每周三晚上排练', '每周三'],
    ['without the marks of Markdown', 'the key code 4417', 'the **key code** `4417`', 'the **key code** `4417'],
  ])('%s', (_, quote, text, wanted) => expect(found(quote, text)).toBe(wanted))
})

describe('a quote is not found', () => {
  test.each([
    ['that is part of a word', '41', 'Platz 141'],
    ['whose words stand apart', 'Tuesday nine', 'Tuesday at nine'],
    ['in another order', 'nine Tuesday', 'Tuesday nine'],
    ['without a word', '…', 'Tuesday …'],
    ['that is empty', '', 'Tuesday'],
    ['of more words than a quote has', 'a '.repeat(65), 'a '.repeat(80)],
  ])('%s', (_, quote, text) => expect(quotedIn(quote, text)).toBeUndefined())
})

test('two texts have the same words whatever stands between them', () => {
  expect(sameWords('half past  Seven', '“half past seven”')).toBe(true)
  expect(sameWords('half past seven', 'half past eight')).toBe(false)
  expect(sameWords('', '')).toBe(false)
})

test('stretches overlap where they share a character, and an absent one is all of the text', () => {
  expect([overlaps([0, 3], [2, 5]), overlaps([0, 3], [3, 5]), overlaps(undefined, [3, 5])]).toEqual([true, false, true])
})

describe('own words', () => {
  test.each([
    ['a quoted mail', 'look:\n> we close at 18:00\nis that so?', ['we close'], ['look', 'is that so']],
    ['code in a fence', 'this fails\n```\nport: 8080\n```\nwhy?', ['8080'], ['this fails', 'why']],
    ['code in a fence that never ends', 'this fails\n```\nport: 8080', ['8080'], ['this fails']],
    [
      'a longer quotation',
      'he wrote "the rent is nine hundred euros from May on" and I laughed',
      ['nine hundred'],
      ['he wrote', 'laughed'],
    ],
  ])('are without %s, and stay at their places', (_, message, gone, left) => {
    const own = ownWords(message)
    expect(own).toHaveLength(message.length)
    for (const words of gone) expect(own).not.toContain(words)
    for (const words of left) expect(own.indexOf(words)).toBe(message.indexOf(words))
  })

  test('keep a name in quotation marks', () => expect(ownWords('it moved to "Die Blaue Tür"')).toContain('Die Blaue Tür'))

  test('are none in a message that is all quotation', () => {
    expect(hasWords(ownWords('"The pool is closed on Sundays from now on"'))).toBe(false)
  })
})

test('the sentence around a stretch is found where spaces stand twice', () => {
  const message = 'I saw Dr.  Smith on Monday. The key is with Ann.'
  const at = message.indexOf('Monday')

  expect(sentenceAround(message, [at, at + 6])).toBe('I saw Dr.  Smith on Monday.')
  expect(sentenceAround(message, [message.indexOf('Ann'), message.length - 1])).toBe('The key is with Ann.')
})
