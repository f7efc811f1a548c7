import { describe, expect, test } from 'vitest'
import { balanced, profiles } from '../profiles/profiles.ts'
import type { RankedNode } from '../walk/ranking.ts'
import { followsMost, type OfferInput, offerOf } from './routing-policy.ts'

const ranked = (node: number, score: number): RankedNode => ({ node, score, seed: score, path: 0, inhibition: 0, utility: 1 })
const habit = (source: number, target: number, weight = 1) => ({ source, target, edge: 100 * source + target, weight })
const input = (change: Partial<OfferInput> = {}): OfferInput => ({
  ranking: [ranked(1, 90), ranked(2, 50), ranked(3, 20)],
  fired: [
    { node: 1, depth: 0, energy: 90, edge: 0 },
    { node: 2, depth: 1, energy: 50, edge: 102 },
  ],
  habits: [habit(1, 2), habit(2, 4, 0.5), habit(1, 4, 0.2), habit(1, 9)],
  isGivable: (node) => node !== 9,
  ...change,
})

describe('S3.35 S3.36 an offer', () => {
  test('names each memory with its score, its depth, the strongest pointer to it, and where it leads', () => {
    expect(offerOf(input(), balanced.routing)).toEqual([
      {
        ...{ node: 1, score: 90, depth: 0, by: 0, held: 0, pointer: 0 },
        leadsTo: [
          { to: 1, weight: 1 },
          { to: 3, weight: 0.2 },
        ],
      },
      { node: 2, score: 50, depth: 1, by: 102, held: 0, pointer: 102, leadsTo: [{ to: 3, weight: 0.5 }] },
      { node: 3, score: 20, depth: undefined, by: 0, held: 0, pointer: 0, leadsTo: [] },
      { node: 4, score: 0, depth: undefined, by: 0, held: 0, pointer: 204, leadsTo: [] },
    ])
  })

  test('has no memory that may not be given', () => expect(offerOf(input(), balanced.routing).map(({ node }) => node)).not.toContain(9))

  test('takes the best three, then those that can be followed; where everything can be dropped, the best', () => {
    const ranking = [90, 80, 70, 60, 50].map((score, place) => ranked(place + 1, score))
    const whole = input({ ranking, habits: [5, 6, 7, 8].map((target) => habit(1, target)) })
    const crabpath = profiles.get('crabpath')?.routing ?? balanced.routing

    const offered = (settings: typeof crabpath) => offerOf(whole, { ...settings, candidates: 5 }).map(({ node }) => node)

    expect(offered(balanced.routing)).toEqual([1, 2, 3, 5, 6])
    expect(offered(crabpath)).toEqual([1, 2, 3, 4, 5])
  })
})

test('S4.42 an answer may follow a share of the offer, at least one', () =>
  expect([2, 10, 14, 20].map((offered) => followsMost(offered, balanced.routing))).toEqual([1, 1, 2, 3]))
