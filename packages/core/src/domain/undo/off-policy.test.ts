import { describe, expect, test } from 'vitest'
import { bootstrapInterval, pairedInterval } from './bootstrap.ts'
import { type JudgedPlace, offPolicyEstimate } from './off-policy.ts'

/** Twenty turns with a good memory in the second place and a bad one in the first. */
const judged = (places: Partial<Pick<JudgedPlace, 'before' | 'after'>>[]): ReadonlyArray<JudgedPlace> =>
  Array.from({ length: 20 }, (_, turn) => [
    { turn, value: -1, shown: 1, before: 1, after: 1, ...places[0] },
    { turn, value: 1, shown: 2, before: 2, after: 2, ...places[1] },
  ]).flat()

describe('an off-policy estimate', () => {
  test('of the ranking that was judged is the mean verdict, and the difference is 0', () => {
    expect(offPolicyEstimate(judged([]))).toEqual({
      _tag: 'Estimate',
      verdicts: 40,
      turns: 20,
      shown: 0,
      before: 0,
      after: 0,
      difference: 0,
      interval: [0, 0],
      effective: { before: 40, after: 40 },
    })
  })

  test('weighs a verdict by the attention at the new place over that at the place where it was shown', () => {
    const estimate = offPolicyEstimate(judged([{ after: 2 }, { after: 1 }]))

    // The bad memory counts 1/2, the good one 2: (2 − 1/2) / (2 + 1/2).
    expect(estimate).toMatchObject({ before: 0, after: 0.6, difference: 0.6 })
    expect(estimate).toMatchObject({ effective: { before: 40, after: (20 * 2.5) ** 2 / (20 * 4.25) } })
  })

  test('gives a memory that the other ranking does not show no weight', () => {
    expect(offPolicyEstimate(judged([{ after: undefined }]))).toMatchObject({ after: 1, difference: 1, effective: { after: 20 } })
  })

  test('is refused for too few turns, and for too few verdicts that count', () => {
    expect(offPolicyEstimate([])).toEqual({ _tag: 'TooFewVerdicts', verdicts: 0, turns: 0, effective: 0 })
    expect(offPolicyEstimate(judged([]).slice(0, 18))).toMatchObject({ _tag: 'TooFewVerdicts', turns: 9 })
    expect(offPolicyEstimate(judged([{ after: undefined }, { after: undefined }]))).toMatchObject({ _tag: 'TooFewVerdicts', effective: 0 })
  })

  test('has an interval that contains the difference, and is the same twice', () => {
    const mixed = judged([{ after: 3 }]).map((one, i) => ({ ...one, value: i % 3 === 0 ? -one.value : one.value }))
    const estimate = offPolicyEstimate(mixed)
    if (estimate._tag !== 'Estimate') return expect.unreachable()
    const [low, high] = estimate.interval

    expect(low).toBeLessThan(estimate.difference)
    expect(high).toBeGreaterThan(estimate.difference)
    expect(offPolicyEstimate(mixed)).toEqual(estimate)
  })
})

describe('a bootstrap interval', () => {
  test('of nothing is 0 to 0, and of one value that value', () => {
    expect(pairedInterval([])).toEqual([0, 0])
    expect(pairedInterval([0.25])).toEqual([0.25, 0.25])
  })

  test('of a mean is near two standard errors wide on both sides', () => {
    const values = Array.from({ length: 400 }, (_, i) => (i % 2 === 0 ? 1 : -1))
    const [low, high] = pairedInterval(values)

    expect(low).toBeGreaterThan(-0.13)
    expect(low).toBeLessThan(-0.07)
    expect(high).toBeGreaterThan(0.07)
    expect(high).toBeLessThan(0.13)
  })

  test('draws every unit', () => {
    const drawn = new Set<number>()
    bootstrapInterval(7, (sample) => {
      for (const unit of sample) drawn.add(unit)
      return 0
    })

    expect([...drawn].sort()).toEqual([0, 1, 2, 3, 4, 5, 6])
  })
})
