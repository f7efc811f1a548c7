import { describe, expect, test } from 'vitest'
import { type Hints, hintedText, noHints } from './hinted-text.ts'

const unit = 1_000_000_000
const settings = { hit: 0.5, tagFactor: 2 }
const scores = new Map([
  [4, 8 * unit],
  [1, 6 * unit],
  [3, unit],
])
const own = (node: number) => scores.get(node) ?? 0
const pool = [...scores].map(([node, score]) => ({ node, score }))
const isOdd = (node: number) => node % 2 === 1
const hinted = (hints: Partial<Hints>, isCounted?: (node: number) => boolean) =>
  hintedText(pool, own, { ...noHints, ...hints }, settings, isCounted)

describe('a hint', () => {
  test('that another search found a text gives it its share of the best, and takes nothing from what has more', () => {
    const { pool, score, source } = hinted({ hits: new Set([1, 3, 7]) })

    expect(pool.map(({ node }) => node)).toEqual([4, 1, 3, 7])
    expect([1, 3, 7].map(score)).toEqual([6 * unit, 4 * unit, 4 * unit])
    expect([4, 1, 3, 7].map(source)).toEqual(['lexical', 'lexical', 'hit', 'hit'])
  })

  test('is measured by the best text that counts', () => {
    expect(hinted({ hits: new Set([7]) }, isOdd).score(7)).toBe(3 * unit)
    expect(hinted({ before: new Set([7]) }, isOdd).source(7)).toBe('warm')
  })

  test('that its area is in force makes a text count for more', () => {
    expect([4, 3].map(hinted({ favoured: new Set([3]) }).score)).toEqual([8 * unit, 2 * unit])
  })

  test('that is none leaves everything as it was', () => {
    expect(hinted({}).pool).toBe(pool)
  })
})
