/** The text evidence of the memories that may be put before a model, computed as if no others existed: a flood of others’ texts changes none of it. */
import type { GraphView } from '../graph.ts'
import type { NodeNumber } from '../identity.ts'
import type { CorpusStatistics, TermPostings } from '../text/bm25.ts'
import type { QuestionPostings, TextEvidence } from './text-evidence.ts'

/** Undefined where every memory may be given. */
export const trustedPostings = (question: QuestionPostings, graph: GraphView): QuestionPostings | undefined => {
  const { untrusted } = graph
  if (untrusted === 0) return undefined
  const isTrusted = (node: NodeNumber) => graph.isTrusted(node)
  return {
    ...question,
    wordPostings: question.wordPostings.map((postings) => only(postings, isTrusted)),
    bigramPostings: question.bigramPostings.map((postings) => only(postings, isTrusted)),
    statistics: without(question.statistics, untrusted),
  }
}

const only = ({ counts, lengths, nodes }: TermPostings, isIn: (node: NodeNumber) => boolean): TermPostings => {
  const places: Array<number> = []
  for (let at = 0; at < nodes.length; at++) if (isIn(nodes[at] ?? 0)) places.push(at)
  const taken = (values: ArrayLike<number>) => Uint32Array.from(places, (at) => values[at] ?? 0)
  return { nodes: taken(nodes), counts: taken(counts), lengths: taken(lengths) }
}

/** The others' lengths are not told apart: the mean stays. */
const without = ({ documents, totalLength, totalWords }: CorpusStatistics, untrusted: number): CorpusStatistics => {
  const left = Math.max(0, documents - untrusted)
  const share = documents === 0 ? 0 : left / documents
  return { documents: left, totalLength: totalLength * share, totalWords: totalWords * share }
}

/** The pool of a question with the best of what may be given, scored as all are: the others leave it a place. */
export const pooled = (text: TextEvidence, trusted: TextEvidence): TextEvidence['pool'] => {
  const known = new Set(text.pool.map(({ node }) => node))
  const more = trusted.pool.filter(({ node }) => !known.has(node))
  if (more.length === 0) return text.pool
  return [...text.pool, ...more.map(({ node }) => ({ node, score: text.score(node) }))].sort(
    (one, other) => other.score - one.score || one.node - other.node,
  )
}
