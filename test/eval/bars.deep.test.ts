import { describe, expect, test } from 'vitest'
import { absence, measure, score } from './question-sets.ts'

/**
 * What retrieval must reach on question sets of others before it has learned anything.
 *
 * The text alone: not worse than the better of BM25 and the hashed cosine by more than a point. With the graph: what stands here, or no
 * worse than the text alone by more than half a point.
 */
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
