import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type FoundTexts, vectorShare, withVectors } from './text-evidence.ts'

const settings = { vector: 0.5, vectorUnknown: 0.6, vectorFade: 10 }
const unit = 1_000_000_000

/** The best text holds the words at these places. */
const evidence = (idfs: ReadonlyArray<number>, held: ReadonlyArray<number> = []) => ({
  idfs,
  best: held.length === 0 ? undefined : { node: 1, score: unit },
  part: (word: number) => (held.includes(word) ? 1 : 0),
})

const found = (...scores: ReadonlyArray<readonly [node: number, score: number]>): FoundTexts => ({
  pool: scores.map(([node, score]) => ({ node, score })),
  score: (node) => new Map(scores).get(node) ?? 0,
  source: () => 'lexical',
})

describe('what is left for vectors to say', () => {
  test.each([
    ['nothing of known words, though no text has all of them', evidence([3, 3, 3], [0]), [], settings, 0],
    ['nothing of no words', evidence([]), [], settings, 0],
    ['nothing where one word of three is unknown', evidence([3, 3, 3], [0, 1]), [2], settings, 0],
    ['nothing where vectors are off', evidence([3, 3, 3]), [0, 1, 2], { ...settings, vector: 0 }, 0],
    ['all where no word is known', evidence([3, 3, 3]), [0, 1, 2], settings, 1],
    ['what the best text does not hold', evidence([2, 4, 4], [0]), [1, 2], settings, 0.8],
    ['by weight, not by number', evidence([1, 1, 8], [0, 1]), [2], settings, 0.8],
  ])('is %s', (_, text, unknown, given, share) => {
    expect(vectorShare(text, new Set(unknown), given)).toBe(share)
  })
})

describe('texts that vectors found', () => {
  test('stand where their words and their places put them, with what found them', () => {
    const near = [
      { node: 7, similarity: 800_000_000 },
      { node: 2, similarity: 400_000_000 },
      { node: 9, similarity: -1 },
    ]
    const { pool, score, source } = withVectors(found([1, 4 * unit], [2, 2 * unit]), { near, share: 0.5 }, settings)

    expect(pool).toEqual([
      { node: 1, score: 4 * unit },
      { node: 2, score: 2 * unit + 454_545_455 },
      { node: 7, score: unit },
    ])
    expect([1, 2, 7, 9].map(source)).toEqual(['lexical', 'fused', 'vector', 'lexical'])
    expect(score(9)).toBe(0)
  })

  test('count in units where no text fits', () => {
    const near = [{ node: 7, similarity: 1 }]

    expect(withVectors(found(), { near, share: 1 }, settings).pool).toEqual([{ node: 7, score: unit / 2 }])
  })

  test('change nothing, to the bit, where nothing is near or nothing is left to say', () => {
    const text = found([1, 5], [2, 4])
    const near = [{ node: 7, similarity: unit }]

    expect(withVectors(text, { near: [], share: 1 }, settings)).toBe(text)
    expect(withVectors(text, { near, share: 0 }, settings)).toBe(text)
  })

  test('that do not count change no score of those that do, however near they are', () => {
    const near = [
      { node: 7, similarity: 400_000_000 },
      { node: 3, similarity: 200_000_000 },
    ]
    const others = [
      { node: 8, similarity: 900_000_000 },
      { node: 6, similarity: 450_000_000 },
    ]
    const isOdd = (node: number) => node % 2 === 1
    const scored = [1, 2 * unit] as const
    const alone = withVectors(found(scored), { near, share: 1 }, settings, isOdd)
    const crowded = withVectors(found([2, 9 * unit], scored), { near: [...near, ...others], share: 1 }, settings, isOdd)

    expect([1, 3, 7].map(crowded.score)).toEqual([1, 3, 7].map(alone.score))
    expect([7, 3, 8, 6].map(crowded.score)).toEqual([unit, 454_545_455, unit, 454_545_455])
  })

  test('INV-56 never fall behind where they stood, and those without a vector keep their scores', () => {
    const nodes = fc.uniqueArray(fc.tuple(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 9 * unit })), {
      selector: ([node]) => node,
    })
    const likely = fc.uniqueArray(fc.record({ node: fc.integer({ min: 1, max: 20 }), similarity: fc.integer({ min: -unit, max: unit }) }), {
      selector: ({ node }) => node,
    })
    fc.assert(
      fc.property(nodes, likely, fc.double({ min: 0, max: 1, noNaN: true }), (scored, alike, share) => {
        const text = found(...scored.toSorted(([a, x], [b, y]) => y - x || a - b))
        const near = alike.toSorted((a, b) => b.similarity - a.similarity || a.node - b.node)
        const { pool, score } = withVectors(text, { near, share }, settings)

        for (const [node, own] of scored) expect(score(node)).toBeGreaterThanOrEqual(own)
        for (const { node, score: whole } of pool) if (!near.some((one) => one.node === node)) expect(whole).toBe(text.score(node))
        expect(pool).toEqual(pool.toSorted((a, b) => b.score - a.score || a.node - b.node))
      }),
    )
  })
})
