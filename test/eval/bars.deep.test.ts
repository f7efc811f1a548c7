/**
 * Lower bounds of retrieval on public question sets, untaught, in points (scores times 100).
 *
 * The text alone may be at most 1 point below the better of BM25 and the hashed cosine. The whole memory must reach `least`, or may be at
 * most half a point below the text alone.
 *
 * In short: `test/eval/bars.test.ts`
 */
import { describe, expect, test } from 'vitest'
import { absence, measure, score } from './question-sets.ts'

const bars = [
  { name: 'musique', measure: 'recall5', least: 58 },
  { name: 'locomo', measure: 'ndcg10', least: 57 },
  { name: 'cranfield' },
  { name: 'beam100k' },
  { name: 'longmemeval-s3' },
  { name: 'metatool' },
  { name: 'git-kysely' },
  { name: 'git-hindsight' },
] as const

describe.each(bars)('$name', (bar) => {
  const absent = absence(bar.name)

  test('reaches its bars', async (context) => {
    if (absent !== undefined) return context.skip(absent)

    const set = await measure(bar.name, 1, ['all', 'text alone'])

    const alone = score(set, 'text alone', 'ndcg10')
    const [bm25, cosine] = [score(set, 'bm25', 'ndcg10'), score(set, 'cosine', 'ndcg10')]
    expect.soft(alone, 'the text alone').toBeGreaterThanOrEqual(Math.max(bm25, cosine) - 1)
    if ('least' in bar) expect.soft(score(set, 'all', bar.measure), bar.measure).toBeGreaterThanOrEqual(bar.least)
    else expect.soft(score(set, 'all', 'ndcg10'), 'with the graph').toBeGreaterThanOrEqual(alone - 0.5)
  })
})
