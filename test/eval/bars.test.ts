import { describe, expect, test } from 'vitest'
import { absence, measure, score } from './question-sets.ts'

/** Lower bounds on a part of the sets that `bars.deep.test.ts` measures. */
const floors = [
  { name: 'locomo', ndcg10: 55 },
  { name: 'cranfield', ndcg10: 35 },
] as const

describe.each(floors)('every tenth question of $name', ({ name, ndcg10 }) => {
  const absent = absence(name)

  test('finds what it should, and no less than plain text search', async (context) => {
    if (absent !== undefined) return context.skip(absent)

    const measured = await measure(name, 10, ['all'])

    expect(score(measured, 'all', 'ndcg10')).toBeGreaterThan(ndcg10)
    expect(score(measured, 'all', 'ndcg10')).toBeGreaterThan(score(measured, 'bm25', 'ndcg10') - 1)
  })
})
