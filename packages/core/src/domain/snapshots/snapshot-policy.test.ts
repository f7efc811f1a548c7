import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isDue, worthKeeping } from './snapshot-policy.ts'

describe('a snapshot', () => {
  test('is due when so many events lie behind the newest', () => {
    expect([isDue(8_191, 0), isDue(8_192, 0), isDue(20_000, 12_000), isDue(20_192, 12_000)]).toEqual([false, true, false, true])
  })

  test('that is the newest is kept, and as many of the others as there is room for', () => {
    expect(worthKeeping([10, 20, 30], 3)).toEqual([10, 20, 30])
    expect(worthKeeping([10, 20, 30], 1)).toEqual([30])
    expect(worthKeeping([])).toEqual([])
  })

  test('that stands close between two others goes first', () => {
    expect(worthKeeping([100, 190, 200, 300, 400], 4)).toEqual([100, 200, 300, 400])
  })

  test('of a log that grows stays near every position: no gap is wider than a few even shares of it', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 400 }), fc.integer({ min: 4, max: 32 }), (made, most) => {
        let kept: ReadonlyArray<number> = []
        for (let position = 1; position <= made; position++) kept = worthKeeping([...kept, position], most)
        const gaps = kept.map((position, i) => position - (kept[i - 1] ?? 0))

        expect(kept.at(-1)).toBe(made)
        expect(kept.length).toBe(Math.min(made, most))
        expect(Math.max(...gaps)).toBeLessThanOrEqual(Math.max(2, Math.ceil((4 * made) / most)))
      }),
    )
  })
})
