import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { overlap, wordMarks } from './near-duplicate.ts'

const share = (one: string, other: string): number => overlap(wordMarks(one), wordMarks(other))

const words = fc.array(fc.constantFrom('harbour', 'CRANE', 'crane', 'tide', 'größer', 'ночь', 'x', '42', 'not'))

/** The Jaccard index as it is defined. */
const jaccard = (one: ReadonlyArray<string>, other: ReadonlyArray<string>): number => {
  const [a, b] = [one, other].map((list) => new Set(list.map((word) => word.toLowerCase())))
  const all = new Set([...(a ?? []), ...(b ?? [])]).size
  return all === 0 ? 0 : [...(a ?? [])].filter((word) => b?.has(word)).length / all
}

describe('overlap of two texts', () => {
  test('is the share of their words that both hold', () => {
    expect(share('Crane by the harbour.', '(the HARBOUR crane)')).toBe(0.75)
    expect(share('', 'no word in common')).toBe(0)
    expect(share('…', '—!')).toBe(0)
  })

  test('is the Jaccard index of their distinct words, whichever comes first and whatever parts them', () => {
    fc.assert(
      fc.property(words, words, fc.constantFrom(' ', ', ', '\n', '…', '—', ' (', '\u2028'), (one, other, between) => {
        const [a, b] = [one.join(between), other.join(between)]
        expect(share(a, b)).toBe(jaccard(one, other))
        expect(share(b, a)).toBe(share(a, b))
      }),
    )
  })

  test('goes by pairs of characters where no spaces part words', () => {
    expect(share('東京都庁', '東京都庁')).toBe(1)
    expect(share('東京都庁', '東京駅前')).toBeGreaterThan(0)
    expect(share('東京都庁', '東京駅前')).toBeLessThan(0.5)
    expect(share('東京', '大阪')).toBe(0)
    expect(share('東京', '京東')).toBe(0)
  })
})
