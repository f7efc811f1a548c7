/** Postings of terms that are one word to a question, as the postings of one term: a document that holds several of them counts once. */
import type { TermPostings } from '../../domain/text/bm25.ts'
import type { Postings } from '../ports/search-index.ts'

/** Weight of a word found within a longer one, relative to the word itself. */
const withinWeight = 0.5

/** By rising node number, each with the greatest of its counts. */
export const joinedPostings = (whole: ReadonlyArray<Postings>, within: ReadonlyArray<Postings>): TermPostings => {
  const held = whole.filter(({ nodes }) => nodes.length > 0)
  const parts = within.filter(({ nodes }) => nodes.length > 0)
  const [only = nobody] = held
  if (held.length <= 1 && parts.length === 0) return only
  const counts = new Map<number, number>()
  const lengths = new Map<number, number>()
  const take = ({ counts: own, lengths: ownLengths, nodes }: Postings, weight: number) => {
    for (const [at, node] of nodes.entries()) {
      counts.set(node, Math.max(counts.get(node) ?? 0, weight * (own[at] ?? 0)))
      lengths.set(node, ownLengths[at] ?? 0)
    }
  }
  for (const list of held) take(list, 1)
  for (const list of parts) take(list, withinWeight)
  const nodes = Int32Array.from(counts.keys()).sort()
  return {
    nodes,
    counts: Float64Array.from(nodes, (node) => counts.get(node) ?? 0),
    lengths: nodes.map((node) => lengths.get(node) ?? 0),
  }
}

const nobody: Postings = { nodes: new Int32Array(), counts: new Int32Array(), lengths: new Int32Array() }

/** One list of `answers` for each of `asked`, which were looked up one after the other. */
export const answersFor = <A>(asked: ReadonlyArray<ReadonlyArray<string>>, answers: ReadonlyArray<A>): ReadonlyArray<ReadonlyArray<A>> => {
  const left = answers.values()
  return asked.map((terms) => terms.flatMap(() => left.next().value ?? []))
}
