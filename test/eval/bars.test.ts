import { describe, expect, test } from 'vitest'
import type { QuestionSet } from '../../packages/eval/src/sets/question-set.ts'
import { absence, measure, ofScopes, score, thinned } from './question-sets.ts'

/** Lower bounds on a part of the sets that `bars.deep.test.ts` measures. */
const floors = [
  { name: 'locomo', ndcg10: 58, nth: 5, part: (set: QuestionSet) => ofScopes(set, 2) },
  { name: 'cranfield', ndcg10: 60, nth: 10, part: (set: QuestionSet) => thinned(set, 8) },
] as const

describe.each(floors)('a part of $name', ({ name, ndcg10, nth, part }) => {
  const absent = absence(name)

  test('finds what it should, and no less than plain text search', async (context) => {
    if (absent !== undefined) return context.skip(absent)

    const measured = await measure(name, nth, ['all'], part)

    expect(score(measured, 'all', 'ndcg10')).toBeGreaterThan(ndcg10)
    expect(score(measured, 'all', 'ndcg10')).toBeGreaterThan(score(measured, 'bm25', 'ndcg10') - 1)
  })
})
