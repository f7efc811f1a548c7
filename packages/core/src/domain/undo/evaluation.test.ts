import { describe, expect, test } from 'vitest'
import { settings } from '../profiles/profile.ts'
import { balanced } from '../profiles/profiles.ts'
import {
  bootstrapInterval,
  isAboveError,
  type JudgedPlace,
  mean,
  ndcg10,
  neighboursOf,
  offPolicyEstimate,
  pairedInterval,
  temporalSplit,
  tunable,
} from './evaluation.ts'

test('a split by time holds the newest three of ten out', () => {
  expect(temporalSplit([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])).toEqual({ before: [1, 2, 3, 4, 5, 6, 7], after: [8, 9, 10] })
  expect(temporalSplit([])).toEqual({ before: [], after: [] })
})

test('each tunable setting is one of the profile, and has another value to try', () => {
  for (const name of tunable) {
    expect(settings.has(name)).toBe(true)
    expect(neighboursOf(balanced, name).length).toBeGreaterThan(0)
  }
})

test('a setting is tried at half and at one and a half times its value, or at whole numbers beside these where one is no value of it', () => {
  expect(neighboursOf(balanced, 'walk.words').map(({ walk }) => walk.words)).toEqual([1.5, 4.5])
  expect(neighboursOf(balanced, 'walk.blame').map(({ walk }) => walk.blame)).toEqual([2, 6])
  expect(neighboursOf(balanced, 'walk.likeness').map(({ walk }) => walk.likeness)).toEqual([2, 5])
  expect(neighboursOf(balanced, 'walk.doubt').map(({ walk }) => walk.doubt)).toEqual([0.35, 0, 1])
  expect(neighboursOf(balanced, 'walk.speed')).toEqual([])
})

test('NDCG@10 is 1 where the good memories are first, and falls with their places', () => {
  expect(ndcg10([1, 2, 3], new Set([1, 2]))).toBe(1)
  expect(ndcg10([3, 1], new Set([1]))).toBeCloseTo(1 / Math.log2(3), 8)
  expect(ndcg10([4, 5], new Set([1]))).toBe(0)
  expect(ndcg10([], new Set())).toBe(0)
})

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

test('a gain counts if it is above its standard error', () => {
  expect(isAboveError([0.1, 0.2, 0.1, 0.2])).toBe(true)
  // Mean 0.25, standard error 0.25.
  expect(isAboveError([1, 0, 0, 0])).toBe(false)
  expect(isAboveError([1, 1, 0, 0])).toBe(true)
  expect(isAboveError([-0.1, -0.1])).toBe(false)
  expect(isAboveError([0, 0, 0])).toBe(false)
  expect(isAboveError([])).toBe(false)
})

test('an interval holds the mean, is the same each time, and is 0 to 0 of nothing', () => {
  const differences = Array.from({ length: 50 }, (_, i) => (i % 7) / 10 - 0.2)
  const [low, high] = pairedInterval(differences)

  expect([low < mean(differences), mean(differences) < high]).toEqual([true, true])
  expect(pairedInterval(differences)).toEqual([low, high])
  expect(pairedInterval([])).toEqual([0, 0])
})
