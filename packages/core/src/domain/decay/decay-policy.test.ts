import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ForgettingSettings } from '../profiles/profile.ts'
import { balanced, crabpath, linkstrength, neurogated } from '../profiles/profiles.ts'
import { one } from '../strength.ts'
import { decaysDue, faded } from './decay-policy.ts'

const settings = (decay: Partial<ForgettingSettings['decay']>): ForgettingSettings => ({
  ...balanced.forgetting,
  decay: { SEQ: 0.9, SIM: 0.9, CAUSE: 0.9, idle: 0, step: 10, floor: 'none', protectedFloor: 0, ...decay },
})

describe('decays are due', () => {
  test('at the multiples of a step since the run before, each for its turns', () => {
    const due = decaysDue(7, 30, settings({ idle: 5 }))

    expect(due.map(({ cutoff }) => cutoff)).toEqual([5, 15, 25])
    expect(new Set(due.map(({ factor }) => factor))).toEqual(new Set([348_678_440]))
  })

  test('of nothing before anything can have lain unused so long', () => {
    expect(decaysDue(0, 30, settings({ idle: 30 }))).toEqual([])
  })

  test('for each family by its own pace, and not for one that does not fade', () => {
    const due = decaysDue(0, 10, settings({ SEQ: 0.5, CAUSE: 0.5, SIM: 1 }))

    expect(due).toHaveLength(1)
    expect(due[0]?.kinds).toEqual(['sequential', 'causal', 'inhibit', 'anti_goal'])
  })

  test('in sixteen steps at most: of more, neighbours are taken as one, by the first’s cut-off', () => {
    const due = decaysDue(0, 1_000, settings({ SEQ: 0.999, SIM: 0.999, CAUSE: 0.999 }))

    expect(due.map(({ cutoff }) => cutoff)).toEqual([10, 80, 150, 220, 290, 350, 410, 470, 530, 590, 650, 710, 770, 830, 890, 950])
    expect(due[0]?.factor).toBe(Math.round(0.999 ** 70 * one))
    expect(due.at(-1)?.factor).toBe(Math.round(0.999 ** 60 * one))
  })

  test('INV-25 the same ones however the turns are cut into runs, as long as one run takes them', () => {
    fc.assert(
      fc.property(
        fc.nat({ max: 200 }),
        fc.array(fc.nat({ max: 40 }), { minLength: 1, maxLength: 4 }),
        fc.integer({ min: 10, max: 15 }),
        fc.nat({ max: 50 }),
        (since, runs, step, idle) => {
          const asked = settings({ step, idle })
          const ends = [since, ...runs.map((_, i) => runs.slice(0, i + 1).reduce((sum, turns) => sum + turns, since))]
          const inPieces = ends.slice(1).flatMap((end, i) => decaysDue(ends[i] ?? 0, end, asked))
          expect(inPieces).toEqual(decaysDue(since, ends.at(-1) ?? since, asked))
        },
      ),
    )
  })

  test('by the profiles as their documents say', () => {
    const half = ({ forgetting }: typeof balanced) => -Math.LN2 / Math.log(forgetting.decay.SEQ)

    expect([half(crabpath), half(neurogated), half(linkstrength)]).toEqual([
      expect.closeTo(22.76, 2),
      expect.closeTo(68.97, 2),
      Number.NEGATIVE_INFINITY,
    ])
    expect(half(balanced)).toBeGreaterThan(3_000)
  })
})

describe('what fades', () => {
  const edge = { kind: 'learned', first: 0, lastRenewed: 3, strength: -one } as const

  test('does so once for each step since it was used, and keeps its sign', () => {
    const due = decaysDue(0, 30, settings({}))

    expect(faded(edge, due)).toBe(-42_391_158)
    expect(faded({ ...edge, lastRenewed: 10 }, due)).toBe(-121_576_655)
    expect(faded({ ...edge, lastRenewed: 30 }, due)).toBe(-one)
  })

  test('stops at its first strength where that is the floor', () => {
    const due = decaysDue(0, 30, settings({ floor: 'first' }))

    expect(faded({ ...edge, kind: 'sequential', first: one / 2, strength: one }, due)).toBe(one / 2)
    expect(faded({ ...edge, kind: 'inhibit', first: -one / 2, strength: -one }, due)).toBe(-one / 2)
  })

  test('is of the kinds that the decay names', () => {
    const due = decaysDue(0, 30, settings({ SIM: 1 }))

    expect(faded(edge, due)).toBe(-one)
    expect(faded({ ...edge, kind: 'sequential' }, due)).toBe(-42_391_158)
  })
})
