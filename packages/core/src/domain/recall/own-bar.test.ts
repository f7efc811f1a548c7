import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { balanced } from '../profiles/profiles.ts'
import { nano, units } from '../strength.ts'
import { barFrom, foreignMessages, isBarDue, withBar } from './own-bar.ts'

const reached = (scores: ReadonlyArray<number>, bar: number, least: number): number =>
  scores.filter((score) => nano(score) + nano(least) >= bar).length

describe('the bar of a brain', () => {
  test('INV-251 is no lower than that of the settings, at most 2 higher, and reached by few foreign messages', () => {
    const thousandths = (min: number, max: number) => fc.integer({ min: 1_000 * min, max: 1_000 * max }).map((one) => one / 1_000)
    fc.assert(
      fc.property(fc.array(thousandths(-5, 3), { maxLength: 150, size: 'max' }), thousandths(-1, 3), (scores, least) => {
        const bar = barFrom(scores, least)
        const isBounded = bar === nano(least) + nano(2)

        expect(bar).toBeGreaterThanOrEqual(nano(least))
        expect(bar).toBeLessThanOrEqual(nano(least) + nano(2))
        if (!isBounded) expect(reached(scores, bar, least)).toBeLessThanOrEqual(Math.ceil(0.03 * foreignMessages.length))
      }),
    )
  })

  test('is that of the settings where no foreign message is answered, and where four are', () => {
    expect(barFrom([], 0.3)).toBe(nano(0.3))
    expect(barFrom([-1, 1.5, 1.4, 1.3, 1.2], 0.3)).toBe(nano(0.3))
  })

  test('is above the first foreign message that must get nothing', () => {
    expect(units(barFrom([-1, 1.5, 1.4, 1.3, 1.2, 1.1, 1], 0.3))).toBeCloseTo(1.4)
  })

  test('is due with enough memories, and again when these have doubled', () => {
    expect([39, 40].map((memories) => isBarDue(memories, undefined, 40))).toEqual([false, true])
    expect([99, 100].map((memories) => isBarDue(memories, { memories: 50 }, 40))).toEqual([false, true])
  })

  test('counts where it is higher than that of the settings', () => {
    expect(withBar(balanced, undefined)).toBe(balanced)
    expect(withBar(balanced, { least: nano(0.1) })).toBe(balanced)
    expect(withBar(balanced, { least: nano(1.4) }).context.confidence.least).toBe(1.4)
  })

  test('is measured by different messages', () => {
    expect(new Set(foreignMessages).size).toBe(foreignMessages.length)
  })
})
