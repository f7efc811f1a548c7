import { describe, expect, test } from 'vitest'
import { meanOf, scoresOf } from './scores.ts'

const log2 = Math.log2

describe('the scores of a ranking', () => {
  test('of two answers, the second and the fourth, are those worked out by hand', () => {
    const { ndcg10, ...others } = scoresOf([7, 1, 8, 2, 9], new Set([1, 2]))

    expect(others).toEqual({ recall2: 0.5, recall5: 1, recall10: 1, mrr: 0.5 })
    // (1 / log2 3 + 1 / log2 5) / (1 / log2 2 + 1 / log2 3)
    expect(ndcg10).toBeCloseTo((1 / log2(3) + 1 / log2(5)) / (1 + 1 / log2(3)), 12)
    expect(ndcg10).toBeCloseTo(0.6509, 4)
  })

  test('are all 1 where the answers come first', () => {
    expect(scoresOf([2, 1, 7], new Set([1, 2]))).toEqual({ recall2: 1, recall5: 1, recall10: 1, ndcg10: 1, mrr: 1 })
  })

  test('are all 0 where no answer is in it, and where it is empty', () => {
    const none = { recall2: 0, recall5: 0, recall10: 0, ndcg10: 0, mrr: 0 }

    expect(scoresOf([7, 8, 9], new Set([1]))).toEqual(none)
    expect(scoresOf([], new Set([1]))).toEqual(none)
  })

  test('count an answer that is missing, and places that the ranking does not have', () => {
    const { ndcg10, ...others } = scoresOf([1], new Set([1, 2, 3, 4]))

    expect(others).toEqual({ recall2: 0.25, recall5: 0.25, recall10: 0.25, mrr: 1 })
    expect(ndcg10).toBeCloseTo(1 / (1 + 1 / log2(3) + 1 / 2 + 1 / log2(5)), 12)
  })

  test('look at ten places for the gain, however many answers there are, and at all for the first answer', () => {
    const many = Array.from({ length: 12 }, (_, at) => at)

    expect(scoresOf(many, new Set(many))).toMatchObject({ ndcg10: 1, recall10: 10 / 12 })
    expect(scoresOf(many, new Set([11]))).toEqual({ recall2: 0, recall5: 0, recall10: 0, ndcg10: 0, mrr: 1 / 12 })
  })
})

describe('the mean', () => {
  test('is of each score apart', () => {
    const best = scoresOf([1], new Set([1]))
    const worst = scoresOf([2], new Set([1]))

    expect(meanOf([best, worst, worst, best])).toEqual({ n: 4, recall2: 0.5, recall5: 0.5, recall10: 0.5, ndcg10: 0.5, mrr: 0.5 })
  })

  test('of none is 0', () => {
    expect(meanOf([])).toEqual({ n: 0, recall2: 0, recall5: 0, recall10: 0, ndcg10: 0, mrr: 0 })
  })
})
