import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { firstChange } from './first-change.ts'

/** Searches with a property of positions; `rounded` is the position that is tried in place of the one asked for. */
const searched = (
  low: number,
  high: number,
  holds: (position: number) => boolean,
  rounded: (middle: number, low: number, high: number) => number = (middle) => middle,
) => {
  const tried: Array<number> = []
  const search = firstChange(low, high)
  let [below, above] = [low, high]
  let asked = search.next()
  while (asked.done !== true) {
    const position = rounded(asked.value, below, above)
    const differs = holds(position) !== holds(low)
    tried.push(position)
    if (differs) above = position
    else below = position
    asked = search.next({ position, differs })
  }
  return { found: asked.value, tried }
}

describe('the search for a change', () => {
  test('tries nothing where the ends are neighbours', () => {
    expect(searched(4, 5, (position) => position > 4)).toEqual({ found: 5, tried: [] })
  })

  test('finds the one change of a thousand positions in ten tries', () => {
    expect(searched(0, 1_000, (position) => position >= 618)).toMatchObject({ found: 618, tried: { length: 10 } })
  })

  test('tries no position twice and no end, whatever is tried in place of the middle', () => {
    const positions = fc.uniqueArray(fc.nat(200), { minLength: 2, maxLength: 60 }).map((all) => all.sort((a, b) => a - b))
    fc.assert(
      fc.property(positions, fc.array(fc.nat(200)), (ends, flips) => {
        const [low = 0, high = 0] = [ends[0], ends.at(-1)]
        const flipped = (position: number) => flips.filter((flip) => flip <= position).length % 2 === 1
        const holds = (position: number) => (position === high ? !flipped(low) : flipped(position))
        // As ends of commits: the nearest one that lies strictly between, else the middle itself.
        const rounded = (middle: number, below: number, above: number) =>
          ends.find((end) => end >= middle && end < above) ?? ends.findLast((end) => end > below && end < middle) ?? middle

        const { found, tried } = searched(low, high, holds, rounded)

        expect(new Set([low, high, ...tried]).size).toBe(tried.length + 2)
        expect([holds(found - 1), holds(found)]).toEqual([holds(low), !holds(low)])
      }),
    )
  })
})
