import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cueDelta, type Profile } from '../profiles/profile.ts'
import { balanced, crabpath, linkstrength, neurogated } from '../profiles/profiles.ts'
import { one } from '../strength.ts'
import { type Candidate, closenessOf, pathDelta, sharesOf, skippedDelta } from './credit-policy.ts'

const last = { attention: 1, distance: 0, descent: 1, uses: 0, skips: 0 }

describe('what a verdict moves an edge by', () => {
  test('is the rate of its tier, its outcome and the share of the activation', () => {
    expect(pathDelta(1, last, 'conscious', balanced)).toBe(0.02)
    expect(pathDelta(-0.5, { ...last, attention: 0.5 }, 'conscious', balanced)).toBe(-0.005)
    expect(cueDelta(-1, 'agent', balanced)).toBe(-0.02)
  })

  test('fades towards the seed', () => {
    const deltas = [0, 1, 2].map((distance) => pathDelta(1, { ...last, distance }, 'conscious', balanced))

    expect(deltas).toEqual([0.02, expect.closeTo(0.01213, 5), expect.closeTo(0.00736, 5)])
  })

  test('asks how an edge was used only of what nobody said out loud', () => {
    const used = { ...last, uses: 20 }
    const skipped = { ...last, skips: 20 }

    expect(pathDelta(1, used, 'conscious', balanced)).toBe(pathDelta(1, skipped, 'conscious', balanced))
    expect(pathDelta(1, used, 'agent', balanced)).toBeCloseTo(0.005, 6)
    expect(pathDelta(1, skipped, 'agent', balanced)).toBe(0.0025)
  })

  test('S4.59 is weighed by the attention of a model, where half is neutral; no attention shields an edge from blame', () => {
    const moved = (outcome: number, attended: number) => pathDelta(outcome, { ...last, attention: 0.4, attended }, 'conscious', balanced)
    const by = pathDelta(1, { ...last, attention: 0.4 }, 'conscious', balanced)

    expect([moved(1, 0), moved(1, 0.5), moved(1, 1)]).toEqual([0, by, expect.closeTo(2 * by, 12)])
    expect([moved(-1, 0), moved(-1, 1)]).toEqual([-by, expect.closeTo(-2 * by, 12)])
    expect(pathDelta(1, { ...last, attention: 0.8, attended: 1 }, 'conscious', balanced)).toBe(pathDelta(1, last, 'conscious', balanced))
  })

  test('never turns round, whatever the edge did', () => {
    for (const uses of [0, 1, 100]) {
      for (const skips of [0, 1, 100]) {
        for (const distance of [0, 3, 16]) {
          for (const tier of ['agent', 'conscious'] as const) {
            expect(pathDelta(1, { ...last, attention: 0.1, distance, uses, skips }, tier, balanced)).toBeGreaterThan(0)
            expect(pathDelta(-1, { ...last, attention: 0.1, distance, uses, skips }, tier, balanced)).toBeLessThan(0)
          }
        }
      }
    }
  })
})

describe('under crabpath', () => {
  /** A pair without descent that was never used: attention 0.5, gate 0.5, timing 0.5. */
  const level = { ...last, descent: 0 }
  const eta = 0.1

  test('S4.57 S4.58 S4.64: η_fb · outcome · attention · gate · depth, for what was followed', () => {
    expect(pathDelta(1, level, 'conscious', crabpath)).toBe(eta * 0.5 * 0.5 * 0.5)
    expect(pathDelta(-1, level, 'conscious', crabpath)).toBe(-eta * 0.5 * 0.5 * 0.5)
    expect(pathDelta(0.3, level, 'conscious', crabpath)).toBeCloseTo(0.3 * eta * 0.125, 12)
    expect(pathDelta(1, level, 'agent', crabpath)).toBe(pathDelta(1, level, 'conscious', crabpath))
  })

  test('S4.59: attention is 0.5 for what was followed by rule, whatever share of the energy came by it', () => {
    expect(pathDelta(1, { ...level, attention: 0.01 }, 'conscious', crabpath)).toBe(pathDelta(1, level, 'conscious', crabpath))
  })

  test('S4.60: credit fades with distance', () => {
    const [near, far] = [0, 2].map((distance) => pathDelta(1, { ...level, distance }, 'conscious', crabpath))

    expect((far ?? 0) / (near ?? 1)).toBeCloseTo(Math.exp(-crabpath.learning.depth * 2), 12)
  })

  test('S4.61: the gate is sigmoid(0.5 · (uses − skips)), not bounded', () => {
    const gated = (uses: number, skips: number) => pathDelta(1, { ...level, uses, skips }, 'conscious', crabpath) / (eta * 0.25)

    expect(gated(4, 0)).toBeCloseTo(1 / (1 + Math.exp(-2)), 12)
    expect(gated(0, 4)).toBeCloseTo(1 / (1 + Math.exp(2)), 12)
    expect(gated(0, 40)).toBeLessThan(1e-8)
  })

  test.each([
    [2, 1 / 3],
    [1, 1 / 2],
    [0, 1 / 2],
    [-1, -1 / 4],
    [-3, -1 / 8],
  ])('S4.67 S4.68: an edge that leads %i deeper is timed by %d', (descent, factor) => {
    expect(pathDelta(1, { ...level, descent }, 'conscious', crabpath) / (eta * 0.25)).toBeCloseTo(factor, 12)
  })

  test('S4.66 C17: what was skipped gets nothing from a verdict', () => {
    for (const outcome of [-1, 0.3, 1]) expect(Object.is(skippedDelta(outcome, level, 'conscious', crabpath), 0)).toBe(true)
  })

  test('S4.66: behind the flag a failure raises what was skipped and a success lowers it, by the gate and not by timing', () => {
    const flagged: Profile = { ...crabpath, learning: { ...crabpath.learning, rule: { ...crabpath.learning.rule, skipped: 0.5 } } }

    expect(skippedDelta(-1, level, 'conscious', flagged)).toBe(eta * 0.5 * 0.5)
    expect(skippedDelta(1, { ...level, skips: 4 }, 'conscious', flagged)).toBeCloseTo((-eta * 0.5) / (1 + Math.exp(2)), 12)
  })

  test('C5: a cue’s own edge gets η_fb whole', () => {
    expect(cueDelta(-1, 'conscious', crabpath)).toBe(-0.1)
  })
})

describe('under linkstrength and neurogated', () => {
  test.each([
    ['S2.4', linkstrength, 'agent', 0.00001],
    ['S2.7', linkstrength, 'conscious', 0.01],
    ['S1.11', neurogated, 'agent', 0.1],
    ['S1.39', neurogated, 'conscious', 0.1],
  ] as const)('%s: each edge of the way gets the whole step: %#', (_, profile, tier, step) => {
    for (const contribution of [last, { attention: 0.1, distance: 5, descent: -2, uses: 0, skips: 30 }]) {
      expect(pathDelta(1, contribution, tier, profile)).toBe(step)
      expect(pathDelta(-1, contribution, tier, profile)).toBe(-step)
    }
    expect(cueDelta(1, tier, profile)).toBe(step)
  })
})

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
