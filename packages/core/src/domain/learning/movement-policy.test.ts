import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { verdicts } from '../events/learning-events.ts'
import type { Profile } from '../profiles/profile.ts'
import { balanced, crabpath, linkstrength, neurogated } from '../profiles/profiles.ts'
import { boundsOf, clamp, isWithin, nano, one } from '../strength.ts'
import { appliedVerdict, moved, outcomeRange, usualOutcome } from './movement-policy.ts'

const squashed = (profile: Profile): Profile => ({ ...profile, learning: { ...profile.learning, squash: 'logit' } })
const profiles = [balanced, crabpath, linkstrength, neurogated]

describe('a strength that is moved', () => {
  test('goes as far as was asked, and stops at the bounds (S2.10, S4.63, S1.39)', () => {
    expect(moved(nano(0.45), nano(0.00001), linkstrength)).toBe(nano(0.45001))
    expect(moved(nano(0.949), nano(0.01), linkstrength)).toBe(nano(0.95))
    expect(moved(nano(0.055), -nano(0.01), linkstrength)).toBe(nano(0.05))
    expect(moved(nano(9.99), nano(0.1), crabpath)).toBe(nano(10))
    expect(moved(-nano(9.99), -nano(0.1), crabpath)).toBe(-nano(10))
    expect(moved(nano(0.95), nano(0.1), neurogated)).toBe(one)
    expect(moved(nano(0.05), -nano(0.1), neurogated)).toBe(0)
  })

  test('out of the bounds of a new profile counts as the bound, and is never brought there against the word', () => {
    expect(moved(nano(8), nano(0.02), balanced)).toBeUndefined()
    expect(moved(nano(8), -nano(0.02), balanced)).toBe(nano(0.93))
    expect(moved(-nano(8), nano(0.02), balanced)).toBe(-nano(0.93))
    expect(moved(-nano(0.6), -nano(0.01), linkstrength)).toBeUndefined()
    expect(moved(-nano(0.6), nano(0.01), neurogated)).toBe(nano(0.01))
  })

  test('beside other edges keeps the sum with them within the bounds', () => {
    expect(moved(0, -nano(0.01), linkstrength, nano(0.51))).toBe(-nano(0.01))
    expect(moved(-nano(0.455), -nano(0.01), linkstrength, nano(0.51))).toBe(-nano(0.46))
    expect(moved(nano(0.435), nano(0.01), linkstrength, nano(0.51))).toBe(nano(0.44))
    // A walk reads 0.95 of the two before, and 0.94 after.
    expect(moved(nano(0.2), -nano(0.01), linkstrength, nano(0.9))).toBe(nano(0.04))
    expect(moved(nano(0.2), nano(0.01), linkstrength, nano(0.9))).toBeUndefined()
    expect(moved(-nano(0.5), -nano(0.01), linkstrength, nano(0.5))).toBeUndefined()
  })

  test('at 0, below the lowest there is, waits for praise: that lifts it to the lowest, and blame leaves it pulling nothing', () => {
    expect(moved(0, nano(0.01), linkstrength)).toBe(nano(0.05))
    expect(moved(0, -nano(0.01), linkstrength)).toBeUndefined()
    expect(moved(0, -nano(0.1), neurogated)).toBe(0)
    expect(moved(0, -nano(0.1), balanced)).toBe(-nano(0.1))
  })

  test('by nothing is left alone', () => {
    for (const profile of [...profiles, ...profiles.map(squashed)]) expect(moved(nano(20), 0, profile)).toBeUndefined()
  })
})

describe('in logit space (C7)', () => {
  const soft = squashed(linkstrength)

  test('half way between the bounds a small change is what was asked', () => {
    expect(Number(moved(nano(0.5), nano(0.01), soft)) - nano(0.5)).toBeCloseTo(nano(0.01), -4)
    expect(Number(moved(0, -nano(0.02), squashed(balanced)))).toBeCloseTo(-nano(0.02), -4)
  })

  test('a strength comes ever nearer to a bound and is not there after a thousand words', () => {
    let strength = nano(0.5)
    let step = Number.POSITIVE_INFINITY
    for (let word = 0; word < 100; word++) {
      const next = moved(strength, nano(0.01), soft) ?? 0
      expect(next).toBeGreaterThan(strength)
      expect(next - strength).toBeLessThan(step)
      step = next - strength
      strength = next
    }
    expect(strength).toBeLessThan(nano(0.95))
    for (let word = 0; word < 1000; word++) strength = moved(strength, nano(0.01), soft) ?? 0
    expect(strength).toBeLessThanOrEqual(nano(0.95))
    expect(strength).toBeGreaterThan(nano(0.945))
  })

  test('what stands at a bound can leave it again, and nothing passes one, turns round or changes places', () => {
    const bounds = fc.constantFrom(...profiles.map(squashed))
    const strength = fc.integer({ min: -12 * one, max: 12 * one })
    const asked = fc.oneof(fc.integer({ min: -one, max: one }), fc.integer({ min: -100, max: 100 }))
    fc.assert(
      fc.property(bounds, strength, strength, asked, (profile, a, b, change) => {
        const [min, max] = [nano(profile.strength.min), nano(profile.strength.max)]
        const [less, more] = [Math.min(a, b), Math.max(a, b)]
        const [low, high] = [moved(less, change, profile), moved(more, change, profile)]
        for (const [from, to] of [
          [less, low],
          [more, high],
        ] as const) {
          if (to === undefined) continue
          expect(Number.isSafeInteger(to)).toBe(true)
          expect(to).toBeGreaterThanOrEqual(min)
          expect(to).toBeLessThanOrEqual(max)
          if (from >= min && from <= max) expect((to - from) * change).toBeGreaterThanOrEqual(0)
        }
        if (low !== undefined && high !== undefined) expect(low).toBeLessThanOrEqual(high)
      }),
    )
    for (const profile of profiles.map(squashed)) {
      expect(moved(nano(profile.strength.max), -nano(0.01), profile)).toBeLessThan(nano(profile.strength.max))
      expect(moved(nano(profile.strength.min), nano(0.01), profile)).toBeGreaterThan(nano(profile.strength.min))
    }
  })
})

test('what a walk reads of a pair moves the way of the word and stays within the bounds, whatever joins the two', () => {
  const strength = fc.integer({ min: -2 * one, max: 2 * one })
  const asked = fc.integer({ min: -one, max: one }).filter((change) => change !== 0)
  fc.assert(
    fc.property(fc.constantFrom(...profiles, ...profiles.map(squashed)), strength, strength, asked, (profile, from, beside, change) => {
      const to = moved(from, change, profile, beside)
      const bounds = boundsOf(profile.strength)
      const [before, after] = [from + beside, (to ?? from) + beside]

      expect((after - before) * change).toBeGreaterThanOrEqual(0)
      if (to === undefined) return
      expect(isWithin(after, bounds)).toBe(true)
      const read = clamp(before, bounds)
      // In logit space a step towards a bound is a small part of what was asked: less than a billionth may be none.
      const isLogit = profile.learning.squash === 'logit'
      const margin = isLogit ? (bounds.max - bounds.min) / 500 : 0
      const room = change > 0 ? read < bounds.max - margin : read > bounds.min + margin
      if (room && before !== 0 && (!isLogit || Math.abs(change) >= nano(0.000_001))) expect(after).not.toBe(read)
    }),
    { examples: profiles.map((profile) => [squashed(profile), 0, 1, -1]) },
  )
})

describe('a verdict', () => {
  test.each(verdicts)('S4.58 %s counts in its own direction, from nothing to a unit', (verdict) => {
    const usual = usualOutcome(verdict)
    const [min, max] = outcomeRange(verdict)

    expect([min, max]).toEqual(usual > 0 ? [0, 1] : [-1, 0])
    expect(usual >= min && usual <= max).toBe(true)
  })

  test('of wrong is what the profile makes of it, and nothing else is', () => {
    const profile = { wrong: 'not-useful' } as const

    expect(verdicts.map((verdict) => appliedVerdict(verdict, profile))).toEqual(
      verdicts.map((verdict) => (verdict === 'wrong' ? 'not-useful' : verdict)),
    )
  })
})
