import { describe, expect, test } from 'vitest'
import { meanOf, scoresOf } from './scores.ts'

const log2 = Math.log2

describe('the scores of a ranking', () => {
  test('answers at ranks 2 and 4 give the scores computed by hand', () => {
    const { ndcg10, ...others } = scoresOf([7, 1, 8, 2, 9], new Set([1, 2]))

    expect(others).toEqual({ recall2: 0.5, recall5: 1, recall10: 1, mrr: 0.5 })
    // (1 / log2 3 + 1 / log2 5) / (1 / log2 2 + 1 / log2 3)
    expect(ndcg10).toBeCloseTo((1 / log2(3) + 1 / log2(5)) / (1 + 1 / log2(3)), 12)
    expect(ndcg10).toBeCloseTo(0.6509, 4)
  })

  test('every score is 1 when the answers come first', () => {
    expect(scoresOf([2, 1, 7], new Set([1, 2]))).toEqual({ recall2: 1, recall5: 1, recall10: 1, ndcg10: 1, mrr: 1 })
  })

  test('every score is 0 when the ranking has no answer or is empty', () => {
    const none = { recall2: 0, recall5: 0, recall10: 0, ndcg10: 0, mrr: 0 }

    expect(scoresOf([7, 8, 9], new Set([1]))).toEqual(none)
    expect(scoresOf([], new Set([1]))).toEqual(none)
  })

  test('missing answers lower recall and gain', () => {
    const { ndcg10, ...others } = scoresOf([1], new Set([1, 2, 3, 4]))

    expect(others).toEqual({ recall2: 0.25, recall5: 0.25, recall10: 0.25, mrr: 1 })
    expect(ndcg10).toBeCloseTo(1 / (1 + 1 / log2(3) + 1 / 2 + 1 / log2(5)), 12)
  })

  test('the gain counts ten places, the first answer counts at any place', () => {
    const many = Array.from({ length: 12 }, (_, at) => at)

    expect(scoresOf(many, new Set(many))).toMatchObject({ ndcg10: 1, recall10: 10 / 12 })
    expect(scoresOf(many, new Set([11]))).toEqual({ recall2: 0, recall5: 0, recall10: 0, ndcg10: 0, mrr: 1 / 12 })
  })
})

describe('the mean', () => {
  test('each score has a mean of its own', () => {
    const best = scoresOf([1], new Set([1]))
    const worst = scoresOf([2], new Set([1]))

    expect(meanOf([best, worst, worst, best])).toEqual({ n: 4, recall2: 0.5, recall5: 0.5, recall10: 0.5, ndcg10: 0.5, mrr: 0.5 })
  })

  test('the mean of no question is 0', () => {
    expect(meanOf([])).toEqual({ n: 0, recall2: 0, recall5: 0, recall10: 0, ndcg10: 0, mrr: 0 })
  })
})
