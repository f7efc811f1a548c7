/** Scores of a ranking against the places that answer the question. Every score lies in [0, 1]. */

export const scoreNames = ['recall2', 'recall5', 'recall10', 'ndcg10', 'mrr'] as const
export type Scores = Readonly<Record<(typeof scoreNames)[number], number>>

/** Means over `n` questions; all 0 when `n` is 0. */
export type MeanScores = Scores & { readonly n: number }

/**
 * `ranked`: places, best first, each once. `gold`: the places that answer, one or more.
 *
 * recall@k: share of the gold among the first k. NDCG@10: Σ 1 / log2(rank + 1) over the gold in the first ten, divided by the highest
 * value that as many gold rows can have. MRR: 1 / rank of the first gold row, 0 when the ranking has none; the whole ranking counts.
 */
export const scoresOf = (ranked: ReadonlyArray<number>, gold: ReadonlySet<number>): Scores => {
  const hits = ranked.map((place) => gold.has(place))
  const first = hits.indexOf(true)
  return {
    recall2: recall(hits, 2, gold.size),
    recall5: recall(hits, 5, gold.size),
    recall10: recall(hits, 10, gold.size),
    ndcg10: gain(hits.slice(0, 10)) / gain(Array.from({ length: Math.min(10, gold.size) }, () => true)),
    mrr: first === -1 ? 0 : 1 / (first + 1),
  }
}

export const meanOf = (all: ReadonlyArray<Scores>): MeanScores => {
  const mean = (name: keyof Scores) => all.reduce((sum, scores) => sum + scores[name], 0) / Math.max(1, all.length)
  return {
    n: all.length,
    recall2: mean('recall2'),
    recall5: mean('recall5'),
    recall10: mean('recall10'),
    ndcg10: mean('ndcg10'),
    mrr: mean('mrr'),
  }
}

/** Returns `mean` of each category, in the order of its first question; no categories when all questions share one. */
export const byCategory = <One extends { readonly category: string }, Mean extends object>(
  all: ReadonlyArray<One>,
  mean: (some: ReadonlyArray<One>) => Mean,
): ReadonlyArray<{ readonly category: string } & Mean> => {
  const categories = Map.groupBy(all, ({ category }) => category)
  return categories.size < 2 ? [] : [...categories].map(([category, some]) => ({ category, ...mean(some) }))
}

const recall = (hits: ReadonlyArray<boolean>, k: number, gold: number): number => hits.slice(0, k).filter(Boolean).length / gold

const gain = (hits: ReadonlyArray<boolean>): number => hits.reduce((sum, hit, at) => sum + (hit ? 1 / Math.log2(at + 2) : 0), 0)
