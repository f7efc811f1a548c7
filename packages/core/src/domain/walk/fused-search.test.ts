import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fusedGains, fusedInSeeds, withGains } from './fused-search.ts'
import type { FoundTexts } from './text-evidence.ts'

const unit = 1_000_000_000
const found = (...scores: ReadonlyArray<readonly [node: number, score: number]>): FoundTexts => ({
  pool: scores.map(([node, score]) => ({ node, score })),
  score: (node) => new Map(scores).get(node) ?? 0,
  source: () => 'lexical',
})
/** Texts by their similarities; those of `words` were found by words, the others by vectors. */
const gainsOf = (
  similarities: ReadonlyArray<readonly [node: number, similarity: number]>,
  words: ReadonlyArray<number> = [],
  idfs: ReadonlyArray<number> = [10 * unit],
  isCounted?: (node: number) => boolean,
) => {
  const all = new Map(similarities)
  const near = similarities.filter(([node]) => !words.includes(node)).map(([node, similarity]) => ({ node, similarity }))
  const text = { idfs, pool: words.map((node) => ({ node, score: 1 })) }
  return fusedGains({ near, similarityOf: (node) => all.get(node), text }, { meaning: 0.05 }, isCounted)
}

const similarities = fc.uniqueArray(
  fc.tuple(
    fc.integer({ min: 1, max: 40 }),
    fc.integer({ min: -1_000, max: 1_000 }).map((one) => one * 1_000_000),
  ),
  {
    selector: ([node]) => node,
  },
)

describe('what vectors add to a score', () => {
  test('is a share of the question’s weight for each standard deviation from the mean of the candidates', () => {
    const gains = gainsOf([
      [1, 0.2 * unit],
      [2, 0.4 * unit],
    ])

    expect([...gains]).toEqual([
      [1, -unit / 2],
      [2, unit / 2],
    ])
  })

  test('is the same for texts that words found, whatever the words’ score', () => {
    const pairs = [
      [1, 0.1 * unit],
      [2, 0.5 * unit],
      [3, 0.3 * unit],
    ] as const

    expect(gainsOf(pairs, [2, 3])).toEqual(gainsOf(pairs))
  })

  test('is nothing where no candidate stands out, and for a text without a vector', () => {
    expect(gainsOf([[1, 0.9 * unit]]).size).toBe(0)
    expect(gainsOf([]).size).toBe(0)
    expect(gainsOf([[1, 0.9 * unit]], [1, 2]).has(2)).toBe(false)
  })

  test('counts a question without a word as one unit', () => {
    const two = [
      [1, 0],
      [2, unit],
    ] as const

    expect(gainsOf(two, [], []).get(2)).toBe(0.05 * unit)
  })

  test('does not depend on the scale and the offset of an embedder, nor on the order of the texts', () => {
    fc.assert(
      fc.property(similarities, (pairs) => {
        const other = pairs.map(([node, one]) => [node, 0.25 * one + 0.5 * unit] as const).toReversed()
        const [plain, moved] = [gainsOf(pairs), gainsOf(other)]

        expect([...moved.keys()]).toEqual([...plain.keys()])
        for (const [node, gain] of plain) expect(Math.abs((moved.get(node) ?? 0) - gain)).toBeLessThanOrEqual(1_000)
      }),
    )
  })

  test('INV-246 rises with the similarity, and does not change by texts that do not count', () => {
    fc.assert(
      fc.property(similarities, (pairs) => {
        const isOdd = (node: number) => node % 2 === 1
        const gains = gainsOf(pairs, [], [10 * unit], isOdd)
        const alone = gainsOf(pairs.filter(([node]) => isOdd(node)))

        for (const [node] of pairs) if (isOdd(node)) expect(gains.get(node)).toBe(alone.get(node))
        for (const [a, x] of pairs)
          for (const [b, y] of pairs) if (x > y) expect(gains.get(a) ?? 0).toBeGreaterThanOrEqual(gains.get(b) ?? 0)
      }),
    )
  })
})

describe('texts by words and vectors', () => {
  test('stand by the sum of both, and tell what found them', () => {
    const gains = new Map([
      [2, 3 * unit],
      [3, unit],
      [7, 2 * unit],
    ])
    const near = [
      { node: 2, similarity: unit },
      { node: 7, similarity: unit },
    ]
    const { pool, source } = withGains(found([1, 4 * unit], [2, 2 * unit], [3, unit]), gains, near)

    expect(pool.map(({ node, score }) => [node, score / unit, source(node)])).toEqual([
      [2, 5, 'fused'],
      [1, 4, 'lexical'],
      [3, 2, 'lexical'],
      [7, 2, 'vector'],
    ])
  })

  test('keep at least half of what their words score', () => {
    const { pool } = withGains(
      found([1, 4 * unit], [2, 2 * unit]),
      new Map([
        [1, -unit],
        [2, -3 * unit],
        [7, -unit],
      ]),
      [],
    )

    expect(pool.map(({ node, score }) => [node, score / unit])).toEqual([
      [1, 3],
      [2, 1],
    ])
  })

  test('are the same where nothing is gained', () => {
    const text = found([1, unit])

    expect(withGains(text, new Map(), [])).toBe(text)
  })

  test('INV-246 have what vectors add as seeds alone', () => {
    const words = found([1, 4], [2, 2])
    const fused = withGains(
      words,
      new Map([
        [2, 3],
        [7, 4],
        [8, 3],
      ]),
      [],
    )
    const { pool, score } = fusedInSeeds(fused, fused.pool.slice(0, 1), new Map(), words)

    expect(pool).toEqual([
      { node: 2, score: 5 },
      { node: 1, score: 4 },
    ])
    expect([7, 8].map(score)).toEqual([0, 0])
    expect(fusedInSeeds(fused, [], undefined, words).pool).toBe(fused.pool)
  })
})
