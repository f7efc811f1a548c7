/** The text index as it will be after nodes have gone and come back, for a dry run. It writes nothing. */
import * as Effect from 'effect/Effect'
import type { BrainKey, NodeNumber, Position } from '../../domain/identity.ts'
import type { IndexSpace } from '../ports/event-store.ts'
import { type IndexStatistics, type Postings, SearchIndex } from '../ports/search-index.ts'

type Index = SearchIndex['Service']

export interface MovedNodes {
  /** Nodes that are filed now and will not be. */
  readonly gone: ReadonlySet<NodeNumber>
  /** Nodes that will be filed again, each with positions at which its text may have been filed, the newest first. */
  readonly back: ReadonlyMap<NodeNumber, ReadonlyArray<Position>>
}

/** Returns the index with these nodes moved. Only what it says of the newest position differs. */
export const indexAfter = Effect.fnUntraced(function* (brain: BrainKey, { back, gone }: MovedNodes) {
  const index = yield* SearchIndex
  const filed = new Map<IndexSpace, Map<Position, Set<NodeNumber>>>()
  /** The nodes that come back, by the newest position at which a space had their text. */
  const filedIn = Effect.fnUntraced(function* (space: IndexSpace) {
    const known = filed.get(space)
    if (known !== undefined) return known
    const found = new Map<Position, Set<NodeNumber>>()
    for (const [node, positions] of back) {
      for (const at of positions) {
        if ((yield* index.statisticsOf(brain, space, [node], at)).documents === 0) continue
        found.set(at, (found.get(at) ?? new Set()).add(node))
        break
      }
    }
    filed.set(space, found)
    return found
  })
  const statisticsOf: Index['statisticsOf'] = Effect.fnUntraced(function* (key, space, nodes, at) {
    const kept = at === undefined ? nodes.filter((node) => !gone.has(node)) : nodes
    let sum = yield* index.statisticsOf(key, space, kept, at)
    if (at !== undefined) return sum
    for (const [then, restored] of yield* filedIn(space))
      sum = added(
        sum,
        yield* index.statisticsOf(
          key,
          space,
          nodes.filter((node) => restored.has(node)),
          then,
        ),
      )
    return sum
  })
  return {
    ...index,
    statisticsOf,
    statistics: Effect.fnUntraced(function* (key, space, at) {
      const whole = yield* index.statistics(key, space, at)
      if (at !== undefined) return whole
      const less = yield* index.statisticsOf(key, space, [...gone])
      return added(added(whole, less, -1), yield* statisticsOf(key, space, [...back.keys()]))
    }),
    postings: Effect.fnUntraced(function* (key, space, terms, at) {
      const now = yield* index.postings(key, space, terms, at)
      if (at !== undefined) return now
      let lists = now.map((one) => only(one, (node) => !gone.has(node)))
      for (const [then, restored] of yield* filedIn(space)) {
        const past = yield* index.postings(key, space, terms, then)
        lists = lists.map((list, i) =>
          joined(
            list,
            only(past[i] ?? none, (node) => restored.has(node)),
          ),
        )
      }
      return lists
    }),
  } satisfies Index as Index
})

const none: Postings = { nodes: new Int32Array(), counts: new Int32Array(), lengths: new Int32Array() }

const added = (one: IndexStatistics, other: IndexStatistics, sign: 1 | -1 = 1): IndexStatistics => ({
  documents: one.documents + sign * other.documents,
  totalLength: one.totalLength + sign * other.totalLength,
  totalWords: one.totalWords + sign * other.totalWords,
})

const picked = ({ counts, lengths, nodes }: Postings, places: ReadonlyArray<number>): Postings => ({
  nodes: Int32Array.from(places, (place) => nodes[place] ?? 0),
  counts: Int32Array.from(places, (place) => counts[place] ?? 0),
  lengths: Int32Array.from(places, (place) => lengths[place] ?? 0),
})

const only = (postings: Postings, isKept: (node: NodeNumber) => boolean): Postings => {
  const places = Array.from(postings.nodes.keys()).filter((place) => isKept(postings.nodes[place] ?? 0))
  return places.length === postings.nodes.length ? postings : picked(postings, places)
}

const joined = (one: Postings, other: Postings): Postings => {
  if (other.nodes.length === 0) return one
  const both: Postings = {
    nodes: Int32Array.from([...one.nodes, ...other.nodes]),
    counts: Int32Array.from([...one.counts, ...other.counts]),
    lengths: Int32Array.from([...one.lengths, ...other.lengths]),
  }
  const places = Array.from(both.nodes.keys()).sort((a, b) => (both.nodes[a] ?? 0) - (both.nodes[b] ?? 0))
  return picked(both, places)
}
