import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { balanced } from '../profiles/profiles.ts'
import { one } from '../strength.ts'
import { deathScore, dies, isMortal, type Standing, sameLeads } from './lifecycle-policy.ts'

const standing = (change: Partial<Standing> = {}): Standing => ({ degree: 1, uses: 0, success: 0, strongest: one / 25, idle: 0, ...change })

describe('a kind of question', () => {
  test('lives while it is used, and dies after long disuse', () => {
    expect(dies(standing({ idle: 200 }), balanced)).toBe(false)
    expect(dies(standing({ idle: 201 }), balanced)).toBe(true)
    expect(dies(standing({ idle: 201, uses: 1 }), balanced)).toBe(false)
  })

  test('never dies while an edge of it carries something', () => {
    expect(dies(standing({ idle: 1_000_000, strongest: 0.05 * one }), balanced)).toBe(false)
  })

  test('without any edge dies after its turns of grace (S4.87)', () => {
    expect([14, 15].map((idle) => dies(standing({ degree: 0, strongest: 0, idle }), balanced))).toEqual([false, true])
    const never = { ...balanced, forgetting: { ...balanced.forgetting, death: { ...balanced.forgetting.death, orphan: 0 } } }
    expect(dies(standing({ degree: 0, strongest: 0, idle: 1_000_000 }), never)).toBe(false)
  })

  test('INV-75 C16: more success never hastens death', () => {
    const counts = fc.record({
      degree: fc.nat({ max: 20 }),
      uses: fc.nat({ max: 100 }),
      success: fc.nat({ max: 20 * one }),
      strongest: fc.nat({ max: one }),
      idle: fc.nat({ max: 100_000 }),
    })
    const death = fc.record({
      degree: fc.double({ min: 0, max: 10, noNaN: true }),
      activity: fc.double({ min: 0, max: 10, noNaN: true }),
      success: fc.double({ min: 0, max: 10, noNaN: true }),
      age: fc.double({ min: 0, max: 10, noNaN: true }),
      strong: fc.double({ min: 0, max: 1, noNaN: true }),
      orphan: fc.nat({ max: 50 }),
    })
    fc.assert(
      fc.property(counts, death, fc.nat({ max: 5 * one }), (one, death, more) => {
        const settings = { forgetting: { ...balanced.forgetting, death } }
        const better = { ...one, success: one.success + more }
        expect(deathScore(better, settings.forgetting)).toBeGreaterThanOrEqual(deathScore(one, settings.forgetting))
        if (!dies(one, settings)) expect(dies(better, settings)).toBe(false)
      }),
    )
  })
})

describe('what can die of disuse', () => {
  test.each([
    ['a kind of question', 'cue', 'normal', 0, true],
    ['a grown memory on probation', 'fact', 'probation', 0, true],
    ['a grown memory that passed it', 'fact', 'normal', 0, false],
    ['a passage on probation', 'fact', 'probation', 3, false],
    ['a passage', 'fact', 'normal', 3, false],
    ['what is protected', 'cue', 'protected', 0, false],
    ['what died', 'cue', 'retired', 0, false],
  ] as const)('%s', (_, type, state, source, mortal) => {
    expect(isMortal(type, state, source)).toBe(mortal)
  })
})

describe('two lead to the same', () => {
  test.each([
    ['where all is shared', [[1, 5]], [[1, 3]], 1],
    [
      'by half where one of two is',
      [
        [1, 5],
        [2, 5],
      ],
      [[1, 3]],
      0.5,
    ],
    [
      'not at all where they disagree',
      [
        [1, 5],
        [2, 5],
      ],
      [
        [1, 5],
        [2, -5],
      ],
      0,
    ],
    ['not at all where neither leads anywhere', [], [], 0],
  ] as const)('%s', (_, a, b, share) => {
    expect(sameLeads(new Map(a), new Map(b))).toBe(share)
    expect(sameLeads(new Map(b), new Map(a))).toBe(share)
  })
})
