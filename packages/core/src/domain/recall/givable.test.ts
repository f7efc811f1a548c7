import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { NodeNumber } from '../identity.ts'
import type { ContextBundle } from './context-bundle.ts'
import { givableOf, seedsFrom, withUntrusted } from './givable.ts'
import type { RankedNode } from './ranking.ts'
import type { Walk } from './walk.ts'

/** Odd numbers are trusted. */
const isTrusted = (node: NodeNumber): boolean => node % 2 === 1
const of = (...nodes: ReadonlyArray<NodeNumber>) => nodes.map((node) => ({ node }))

describe('seeds', () => {
  test.each([
    ['up to half of them may be others’', [2, 4, 1, 3, 5], 4, [2, 4, 1, 3]],
    ['more than half give way to those behind them, in the order of the pool', [2, 4, 6, 1, 8, 3, 5], 4, [2, 4, 1, 3]],
    ['half of an odd number is the smaller one', [2, 4, 6, 1, 3, 5], 5, [2, 4, 1, 3, 5]],
    ['others fill what nobody else takes', [2, 4, 6, 8, 1], 4, [2, 4, 6, 1]],
    ['others alone take all', [2, 4, 6], 2, [2, 4]],
    ['trusted ones may take all', [1, 3, 5, 2], 3, [1, 3, 5]],
  ])('%s', (_, pool, most, seeds) => {
    expect(seedsFrom(of(...pool), most, isTrusted)).toEqual(of(...seeds))
  })

  test('of others, however many and wherever they stand, take no more than half from those that would begin without them', () => {
    const pool = fc.uniqueArray(fc.integer({ min: 1, max: 60 }), { maxLength: 40 })
    fc.assert(
      fc.property(pool, fc.integer({ min: 1, max: 12 }), (nodes, most) => {
        const seeds = seedsFrom(of(...nodes), most, isTrusted).map(({ node }) => node)
        const kept = Math.min(nodes.filter(isTrusted).length, Math.ceil(most / 2))

        expect(seeds).toEqual(nodes.filter((node) => seeds.includes(node)))
        expect(seeds).toHaveLength(Math.min(most, nodes.length))
        expect(seeds.filter(isTrusted)).toEqual(nodes.filter(isTrusted).slice(0, seeds.filter(isTrusted).length))
        expect(seeds.filter(isTrusted).length).toBeGreaterThanOrEqual(kept)
      }),
    )
  })
})

describe('what may be given', () => {
  const walk = (...nodes: ReadonlyArray<NodeNumber>): Walk => ({
    fired: nodes.map((node) => ({ node, depth: 0, energy: 1, edge: 0 })),
    steps: [],
    inhibitions: [],
  })

  test.each([
    ['walk', walk(1, 2, 3), of(5, 7)],
    ['pool', walk(1, 3), of(5, 6, 7)],
  ])('is without what a %s holds of others', (_, walked, pool) => {
    const givable = givableOf(walked, pool, isTrusted)

    expect(givable?.walk.fired.map(({ node }) => node)).toEqual([1, 3])
    expect(givable?.pool).toEqual(of(5, 7))
  })

  test('is all of it where nothing is of others', () => {
    expect(givableOf(walk(1, 3), of(5), isTrusted)).toBeUndefined()
  })
})

describe('a bundle', () => {
  const ranked = (node: NodeNumber): RankedNode => ({ node, score: 9, seed: 9, path: 0, inhibition: 0, utility: 1 })
  const bundle: ContextBundle = {
    included: [3],
    dropped: [
      { node: 5, reason: 'unsure' },
      { node: 1, reason: 'duplicate' },
    ],
    guardrails: [],
    text: 'note',
    tokens: 1,
  }

  test('tells in the order of the ranking what was left out as others’ among its beginning', () => {
    const told = withUntrusted(bundle, [2, 1, 3, 4, 5, 6].map(ranked), 4, isTrusted)

    expect(told).toEqual({
      ...bundle,
      dropped: [
        { node: 2, reason: 'origin' },
        { node: 1, reason: 'duplicate' },
        { node: 4, reason: 'origin' },
        { node: 5, reason: 'unsure' },
      ],
    })
  })

  test('is as it was where nothing of others stands among the beginning', () => {
    expect(withUntrusted(bundle, [5, 1, 3, 2].map(ranked), 3, isTrusted)).toBe(bundle)
  })
})
