import { describe, expect, test } from 'vitest'
import { indexTerms, questionTerms } from '../words/tokenise.ts'
import { partsOfRun } from './stem.ts'

/** True where a text has each word that a question asks for. */
const finds = (text: string, question: string): boolean => {
  const held = indexTerms({ text }).counts
  const { ways, words } = questionTerms(question)
  return words.every((word) => ways(word).some((term) => held.has(term)))
}

describe('one thing that is written in two ways', () => {
  test.each([
    ['6 pm', '6pm'],
    ['6 PM', '6pm'],
    ['6 p.m.', '6pm'],
    ['6 pm', '18:00'],
    ['6:30 pm', '18:30'],
    ['12 am', '00:00'],
    ['OPS-2231', 'OPS2231'],
    ['OPS-2231', 'ops 2231'],
    ['OPS2231', 'ops 2231'],
    ['10 km', '10km'],
    ['3.5 mm', '3.5mm'],
    ['40 g', '40g'],
    ['€40', '40 €'],
    ['€40', '40€'],
    ['40 EUR', '40EUR'],
    ['UTF-8', 'utf8'],
    ['SHA 256', 'sha256'],
    ['iphone 15', 'iphone15'],
    ['+49 431 555-0142', '0431 5550142'],
    ['+49 431 555-0142', '04315550142'],
    ['+49 (0)431 5550142', '0431 5550142'],
    ['0049 431 5550142', '+49 431 555 0142'],
    ['+494315550142', '0431 5550142'],
    ['+1 212 555 0142', '(212) 555-0142'],
    ['+39 06 5550 1421', '06 5550 1421'],
  ])('%s and %s find each other', (one, other) => {
    expect([finds(`Note: ${one}, as said.`, other), finds(`Note: ${other}, as said.`, one)]).toEqual([true, true])
  })

  test.each([
    ['6 pm', '6 am'],
    ['6 pm', '7pm'],
    ['OPS-2231', 'OPS2232'],
    ['10 km', '11km'],
    ['10 km', '10kg'],
    ['+49 431 555-0142', '0432 5550142'],
    ['+49 431 555-0142', '+48 431 5550142'],
    ['sha256', 'sha512'],
    ['the university', 'the universe'],
    ['an organ', 'organic'],
    ['an emergency', 'they emerge'],
  ])('%s and %s do not', (one, other) => {
    expect([finds(one, other), finds(other, one)]).toEqual([false, false])
  })

  test.each([
    ['universities', 'university'],
    ['universes', 'universe'],
    ['organizations', 'organized'],
    ['emergencies', 'emergency'],
    ['emerged', 'emerging'],
  ])('%s and %s are forms of one word', (one, other) => {
    expect(finds(one, other)).toBe(true)
  })
})

describe('the parts of a run', () => {
  test.each([
    ['6pm', ['6', 'pm']],
    ['ops2231', ['ops', '2231']],
    ['1990s', ['1990', 's']],
  ])('of %s', (word, parts) => {
    expect(partsOfRun(word)).toEqual(parts)
  })

  test.each(['v2', 'b12', 'h264', 'a1b2c3', 'word', '2231', `abc${'1'.repeat(13)}`, `${'x'.repeat(13)}1`])('%s has none', (word) => {
    expect(partsOfRun(word)).toBeUndefined()
  })

  test('count in no length, and a run is one word of a question', () => {
    const [joined, plain] = [indexTerms({ text: 'ticket ops2231' }), indexTerms({ text: 'ticket opsword' })]

    expect([joined.length, joined.words]).toEqual([plain.length, plain.words])
    expect(questionTerms('OPS2231').words).toEqual(['ops2231'])
    expect(questionTerms('+49 431 555-0142').words).toEqual(['494315550142'])
  })

  test('are at most three more terms for each run, and each once a text', () => {
    const { counts } = indexTerms({ text: 'ops2231 ops2231 ops2232' })

    expect([...counts]).toEqual([
      ['ops2231', 2],
      ['ops2232', 1],
      ['ops2231 ops2231', 1],
      ['ops2231 ops2232', 1],
      ['op', 1],
      ['2231', 1],
      ['op 2231', 1],
      ['2232', 1],
      ['op 2232', 1],
    ])
  })

  test('are not asked for where a text has another run, nor where none has any', () => {
    expect(finds('ticket OPS2299', 'OPS2231')).toBe(false)
    expect(questionTerms('OPS2231').splits('ops2231')).toEqual([])
  })

  test('German "am" behind a number is no half of the day', () => {
    expect(indexTerms({ text: 'Der Zug fährt bis 6 am Montag, um 6:30 am Bahnhof.' }).counts.has('06:00')).toBe(false)
    expect(indexTerms({ text: 'Der Zug fährt um 6:30 am Bahnhof.' }).counts.has('06:30')).toBe(true)
  })
})
