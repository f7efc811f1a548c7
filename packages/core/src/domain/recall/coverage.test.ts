import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { coverageOrder } from './coverage.ts'

const scored = (...scores: ReadonlyArray<number>) => scores.map((score, i) => ({ node: i + 1, score }))
const nodes = (ranked: ReadonlyArray<{ readonly node: number }>) => ranked.map(({ node }) => node)

describe('the order by what each adds', () => {
  test('puts what says something new before what says the same again', () => {
    const parts = (node: number) =>
      [
        [5, 0],
        [5, 0],
        [0, 4],
      ][node - 1] ?? []

    expect(nodes(coverageOrder(scored(10, 9, 8), { weight: 1, parts }))).toEqual([1, 3, 2])
    expect(nodes(coverageOrder(scored(10, 9, 8), { weight: 0.1, parts }))).toEqual([1, 2, 3])
  })

  test('is that of the scores where nothing is shared or nothing counts', () => {
    expect(
      nodes(coverageOrder(scored(3, 2, 1), { weight: 1, parts: (node) => [node === 1 ? 1 : 0, node === 2 ? 1 : 0, node === 3 ? 1 : 0] })),
    ).toEqual([1, 2, 3])
    expect(nodes(coverageOrder(scored(3, 2, 1), { weight: 0, parts: () => [9] }))).toEqual([1, 2, 3])
  })

  test('takes each once, the best one first, and of equals the one that stood first', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: 1, max: 9 }), fc.array(fc.nat(4), { maxLength: 3 }))),
        fc.double({ min: 0, max: 2, noNaN: true }),
        (all, weight) => {
          const ranked = scored(...all.map(([score]) => score).sort((a, b) => b - a))
          const ordered = coverageOrder(ranked, { weight, parts: (node) => all[node - 1]?.[1] ?? [] })

          expect(nodes(ordered).toSorted((a, b) => a - b)).toEqual(nodes(ranked))
          expect(ordered[0]).toEqual(ranked[0])
        },
      ),
    )
  })
})
