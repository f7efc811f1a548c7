import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  deadlineFor,
  deadlineInWords,
  leastMs,
  longestDeadline,
  medianOf,
  mostMs,
  shortestDeadline,
  waitsIn,
  withWait,
} from './deadline.ts'

const times = (count: number, ms: number) => Array.from({ length: count }, () => ms)

describe('the deadline of a turn', () => {
  test.each([
    ['before any turn ended', [], 300],
    ['after four slow turns, which are too few', times(4, 9_000), 300],
    ['on a host whose turns take nine seconds', times(5, 9_000), 900],
    ['on a quick host', times(21, 1_000), 300],
    ['on a host that takes a minute', times(21, 60_000), 1_500],
    ['whose first turn alone was slow', [60_000, ...times(6, 4_000)], 400],
    ['after turns of two kinds, the median one', [...times(11, 8_000), ...times(10, 20_000)], 800],
  ])('is %s', (_, waits, ms) => {
    expect(deadlineFor('auto', waits)).toBe(ms)
  })

  test('that is set is kept, whatever the turns take', () => {
    expect(deadlineFor(120, times(21, 60_000))).toBe(120)
    expect([shortestDeadline(120), longestDeadline(120)]).toEqual([120, 120])
    expect(deadlineInWords(120, times(21, 60_000))).toBe('a reply waits at most 120 ms for the memory, as it is set')
  })

  test('is a tenth of the median wait at most, but for its least, and never beyond its bounds', () => {
    const waits = fc.array(fc.nat(200_000), { maxLength: 40 })
    fc.assert(
      fc.property(waits, (all) => {
        const kept = all.reduce(withWait, [] as ReadonlyArray<number>)
        const ms = deadlineFor('auto', kept)
        expect(Number.isSafeInteger(ms)).toBe(true)
        expect(ms).toBeGreaterThanOrEqual(leastMs)
        expect(ms).toBeLessThanOrEqual(mostMs)
        expect(ms === leastMs || ms * 10 <= (medianOf(kept) ?? 0)).toBe(true)
        expect([shortestDeadline('auto') <= ms, ms <= longestDeadline('auto')]).toEqual([true, true])
        // The order of the turns does not matter.
        expect(deadlineFor('auto', kept.toReversed())).toBe(ms)
      }),
    )
  })

  test('is told with where it comes from', () => {
    expect(deadlineInWords('auto', [])).toContain('at most 300 ms for the memory: the least, until 5 turns tell')
    expect(deadlineInWords('auto', times(7, 9_000))).toContain(
      'at most 900 ms for the memory: a tenth of the 9000 ms that the newest 7 turns',
    )
  })
})

describe('the waits', () => {
  test('are the newest 21, without what is no time', () => {
    const all = Array.from({ length: 30 }, (_, at) => at).reduce(withWait, [] as ReadonlyArray<number>)
    expect(all).toEqual(Array.from({ length: 21 }, (_, at) => at + 9))
    expect([-1, Number.NaN, Number.POSITIVE_INFINITY].reduce(withWait, all)).toEqual(all)
  })

  test.each([
    ['nothing', undefined, []],
    ['no list', { 0: 1 }, []],
    ['what is no time', [1, '2', -3, 4.5, null, 5], [1, 5]],
    ['more than are kept', times(100, 7), times(21, 7)],
  ])('of a file that holds %s are read', (_, written, read) => {
    expect(waitsIn(written)).toEqual(read)
  })
})
