/** Whether the best memory of a ranking is sure enough to be put before a model: better nothing than something beside the point. */
import type { NodeNumber } from '../identity.ts'
import type { RankedNode } from './ranking.ts'
import type { TextEvidence } from './text-evidence.ts'

/** True when the best item holds at least `coverage` of the question's weight in rare words, or somebody taught it for such a question. */
export const isConfident = (
  ranking: ReadonlyArray<RankedNode>,
  evidence: TextEvidence,
  taught: ReadonlySet<NodeNumber>,
  coverage: number,
): boolean => {
  const [best] = ranking
  if (best === undefined) return false
  if (taught.has(best.node)) return true
  let held = 0
  let whole = 0
  evidence.idfs.forEach((idf, word) => {
    whole += idf
    if (evidence.part(word, best.node) > 0) held += idf
  })
  return whole > 0 && held / whole >= coverage
}
