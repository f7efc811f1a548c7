import { describe, expect, test } from 'vitest'
import { balanced } from '../profiles/balanced.ts'
import { cueDelta, pathDelta } from './credit-policy.ts'

const last = { attention: 1, distance: 0, uses: 0, skips: 0 }

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

  test('never turns round, whatever the edge did', () => {
    for (const uses of [0, 1, 100]) {
      for (const skips of [0, 1, 100]) {
        for (const distance of [0, 3, 16]) {
          for (const tier of ['agent', 'conscious'] as const) {
            expect(pathDelta(1, { attention: 0.1, distance, uses, skips }, tier, balanced)).toBeGreaterThan(0)
            expect(pathDelta(-1, { attention: 0.1, distance, uses, skips }, tier, balanced)).toBeLessThan(0)
          }
        }
      }
    }
  })
})
