import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { balanced } from '../profiles/profiles.ts'
import { one } from '../strength.ts'
import { type Candidate, closenessOf, sharesOf } from './attribution-policy.ts'

const delayedBy = (change: Partial<typeof balanced.learning.delayed>) => ({
  learning: { ...balanced.learning, delayed: { ...balanced.learning.delayed, ...change } },
})
const backTo = (...distances: ReadonlyArray<number>): ReadonlyArray<Candidate> => distances.map((distance) => ({ distance, closeness: 0 }))

describe('shares of an outcome', () => {
  test('fall with exp(−Δ/5) and add up to one (S3.68, S3.72)', () => {
    const shares = sharesOf(backTo(0, 1, 5), balanced)
    const weights = [1, Math.exp(-1 / 5), Math.exp(-1)]
    const whole = weights.reduce((sum, weight) => sum + weight, 0)

    expect(shares.reduce((sum, share) => sum + share, 0)).toBe(one)
    shares.forEach((share, i) => {
      expect(Math.abs(share - ((weights[i] ?? 0) / whole) * one)).toBeLessThan(3)
    })
  })

  test('a turn that the words are about gets more than a later one that they are not about (S3.67)', () => {
    const [newest = 0, meant = 0] = sharesOf(
      [
        { distance: 0, closeness: 0 },
        { distance: 3, closeness: one },
      ],
      balanced,
    )

    expect(meant).toBeGreaterThan(2 * newest)
  })

  test('all go to the heaviest, the newest of equals, where the profile says so (S4.114)', () => {
    const winner = delayedBy({ sharing: 'winner' })

    expect(sharesOf(backTo(0, 1, 2), winner)).toEqual([one, 0, 0])
    expect(
      sharesOf(
        [
          { distance: 2, closeness: 0 },
          { distance: 2, closeness: 0 },
        ],
        winner,
      ),
    ).toEqual([one, 0])
    expect(sharesOf([], winner)).toEqual([])
  })

  test('leave what rounding leaves over to the heaviest, wherever it stands', () => {
    const shares = sharesOf(
      [
        { distance: 0, closeness: 0 },
        { distance: 1, closeness: one },
        { distance: 2, closeness: 0 },
      ],
      balanced,
    )
    const weights = [1, 4 * Math.exp(-1 / 5), Math.exp(-2 / 5)]
    const whole = weights.reduce((sum, weight) => sum + weight, 0)

    const [newest, , oldest] = weights.map((weight) => Math.floor((weight / whole) * one))
    expect(shares).toEqual([newest, one - (newest ?? 0) - (oldest ?? 0), oldest])
  })

  test('are whole nano-units that sum to exactly one, none below zero, whoever is among them', () => {
    const candidate = fc.record({ distance: fc.nat({ max: 100 }), closeness: fc.integer({ min: 0, max: one }) })
    fc.assert(
      fc.property(
        fc.array(candidate, { minLength: 1, maxLength: 20 }),
        fc.double({ min: 0.1, max: 1000, noNaN: true }),
        (candidates, fade) => {
          for (const sharing of ['fractional', 'winner'] as const) {
            const shares = sharesOf(candidates, delayedBy({ fade, sharing }))
            expect(shares.reduce((sum, share) => sum + share, 0)).toBe(one)
            expect(shares.every((share) => Number.isInteger(share) && share >= 0)).toBe(true)
          }
        },
      ),
    )
  })
})

test('closeness is the share of the words said that the turn had', () => {
  expect(closenessOf(['deploy', 'roll', 'deploy', 'kitchen'], ['roll', 'deploy', 'api'])).toBe(Math.floor((one * 2) / 3))
  expect(closenessOf([], ['roll'])).toBe(0)
  expect(closenessOf(['roll'], [])).toBe(0)
})
