/** Orders memories by what each adds to those before it, and says how far `mention` edges are trusted for a question. */
import type { GraphView } from '../graph.ts'
import type { NodeNumber } from '../identity.ts'
import { type Nano, nano, one, roundHalfAway } from '../strength.ts'
import type { WalkSettings } from './candidate-edges.ts'
import type { TextEvidence } from './text-evidence.ts'

export interface Covering {
  /** How much of what is covered already is taken from a memory's place; 0 leaves the order alone. */
  readonly weight: number
  /** What each word of the question adds to a document's score. */
  readonly parts: (node: NodeNumber) => ReadonlyArray<Nano>
}

/** Where names open nothing, the order is that of the scores. */
export const coveringOf = ({ walk }: WalkSettings, gate: Nano, { parts }: TextEvidence): Covering => ({
  weight: (walk.coverage * gate) / one,
  parts,
})

export const noCoverage: Covering = { weight: 0, parts: () => [] }

export interface Scored {
  readonly node: NodeNumber
  readonly score: Nano
}

/** `ranked` by score, ties by number. Scores stay: they need not fall in the new order. */
export const coverageOrder = <A extends Scored>(ranked: ReadonlyArray<A>, { parts, weight }: Covering): ReadonlyArray<A> => {
  if (weight === 0 || ranked.length < 2) return ranked
  const left = ranked.map((item) => ({ item, parts: parts(item.node) }))
  const covered: Array<Nano> = []
  const ordered: Array<A> = []
  while (left.length > 0) {
    let [best, bestAt] = [Number.NEGATIVE_INFINITY, 0]
    for (const [at, { item, parts: own }] of left.entries()) {
      const value = item.score - roundHalfAway(weight * alreadySaid(own, covered))
      // The first of equals: they stand by score and number.
      if (value > best) [best, bestAt] = [value, at]
    }
    const [taken] = left.splice(bestAt, 1)
    if (taken === undefined) break
    ordered.push(taken.item)
    for (const [word, part] of taken.parts.entries()) covered[word] = Math.max(covered[word] ?? 0, part)
  }
  return ordered
}

const alreadySaid = (parts: ReadonlyArray<Nano>, covered: ReadonlyArray<Nano>): Nano => {
  let sum = 0
  for (let word = 0; word < covered.length; word++) sum += Math.min(covered[word] ?? 0, parts[word] ?? 0)
  return sum
}

/**
 * The trust in `mention` edges for this question, in nano-units from 0 to 1: it grows with the share of seeds that have an edge from a title. Few
 * such seeds mean that shared names are probably coincidence.
 */
export const gateOf = (graph: GraphView, seeds: ReadonlyArray<NodeNumber>, { walk }: WalkSettings): Nano => {
  if (seeds.length === 0) return 0
  const share = seeds.filter((node) => isTitled(graph, node)).length / seeds.length
  const [closed, open] = [walk.gateClosed, walk.gateOpen]
  if (open <= closed) return share >= open ? nano(1) : 0
  return nano(Math.min(1, Math.max(0, (share - closed) / (open - closed))))
}

const isTitled = (graph: GraphView, node: NodeNumber): boolean => graph.out(node).some((edge) => graph.roleOf(edge) === 'title')
