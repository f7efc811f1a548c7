import { describe, expect, test } from 'vitest'
import { baselineRankings, baselineWords, bm25Baseline, cosineBaseline, textOf } from './baselines.ts'
import type { Question, QuestionSet, Row } from './sets/question-set.ts'

describe('the words of a text', () => {
  test.each([
    ['the Ships are RUNNING', ['ship', 'runn']],
    ['getUserName', ['get', 'user', 'name']],
    ['Café, naïve', ['cafe', 'naiv']],
    ['studies classes virus boss gas', ['study', 'class', 'virus', 'boss', 'gas']],
    ['sing walked quickly nearly tables', ['sing', 'walk', 'quick', 'near', 'tabl']],
    ['2024-05 x86_64', ['2024', '05', 'x86', '64']],
    ['', []],
  ])('of %j', (text, words) => {
    expect(baselineWords(text)).toEqual(words)
  })

  test('the title stands before the text', () => {
    expect(textOf({ title: 'A', text: 'b' })).toBe('A b')
    expect(textOf({ title: '', text: 'b' })).toBe('b')
    expect(textOf({ title: undefined, text: 'b' })).toBe('b')
  })
})

describe('BM25', () => {
  test('BM25 of a tiny corpus is what the formula gives', () => {
    const scores = bm25Baseline(['harbour', 'harbour harbour ship', 'market'])('harbour ship, harbour?')

    // Lengths 1, 3, 1: the mean is 5/3. N 3, df 2 and 1.
    const idf = (df: number) => Math.log(1 + (3 - df + 0.5) / (df + 0.5))
    const part = (df: number, count: number, length: number) => (idf(df) * count * 2.2) / (count + 1.2 * (0.25 + (0.75 * length) / (5 / 3)))
    expect(scores[0]).toBeCloseTo(part(2, 1, 1), 12)
    expect(scores[1]).toBeCloseTo(part(2, 2, 3) + part(1, 1, 3), 12)
    expect(scores[2]).toBe(0)
  })

  test('BM25 is 0 for every text when the question has no known word', () => {
    expect([...bm25Baseline(['harbour', ''])('the moon')]).toEqual([0, 0])
  })
})

describe('the hashed cosine', () => {
  test('the cosine is 1 for the same words and less for fewer of them', () => {
    const [same, less, none] = cosineBaseline(['green harbour lamp', 'green harbour', ''])('Green harbour lamps')

    expect(same).toBeCloseTo(1, 6)
    expect(less).toBeGreaterThan(0.3)
    expect(less).toBeLessThan(0.95)
    expect(none).toBe(0)
  })

  test('the cosine finds a similar word that BM25 does not find', () => {
    const texts = ['the lighthouse keeper', 'a market stall']

    expect(bm25Baseline(texts)('lighthouses keepership')[1]).toBe(0)
    const [near = 0, far = 0] = cosineBaseline(texts)('keepership')
    expect(near).toBeGreaterThan(0.1)
    expect(Math.abs(far)).toBeLessThan(near / 2)
  })
})

const row = (text: string, more: Partial<Row> = {}): Row => ({
  title: undefined,
  text,
  session: undefined,
  scope: '',
  time: undefined,
  until: undefined,
  ...more,
})
const asked = (text: string, more: Partial<Question> = {}): Question => ({
  text,
  gold: new Set([0]),
  scope: '',
  time: undefined,
  category: '',
  ...more,
})
const rankings = (rows: ReadonlyArray<Row>, questions: ReadonlyArray<Question>, most = 10) => {
  const set: QuestionSet = { name: 's', format: 'crabtrail', rows, questions }
  return baselineRankings(set, most, bm25Baseline)
}

describe('the rankings of a baseline', () => {
  test('equal scores keep the order of the corpus, and texts without a shared word are left out', () => {
    expect(rankings([row('ship'), row('market'), row('ship'), row('ship ship')], [asked('ship')])).toEqual([[3, 0, 2]])
  })

  test('a ranking is at most as long as its limit', () => {
    expect(rankings([row('ship'), row('ship'), row('ship')], [asked('ship')], 2)).toEqual([[0, 1]])
  })

  test('a question ranks only its scope, with the word statistics of that scope', () => {
    const rows = [row('ship', { scope: 'a' }), row('ship', { scope: 'b' }), row('moon', { scope: 'b' })]

    expect(rankings(rows, [asked('ship', { scope: 'b' }), asked('moon', { scope: 'a' }), asked('ship', { scope: 'c' })])).toEqual([
      [1],
      [],
      [],
    ])
  })

  test('a question ranks only rows that are visible at its time', () => {
    const rows = [row('ship', { time: 10, until: 20 }), row('ship', { time: 20 })]
    const at = (time: number) => asked('ship', { time })

    expect(rankings(rows, [at(10), at(11), at(19), at(20), at(21)])).toEqual([[], [0], [0], [], [1]])
  })
})
