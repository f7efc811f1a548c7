/** The text index as it will be after events that retire and restore nodes, for a dry run. It writes nothing. */
import * as Effect from 'effect/Effect'
import type { BrainEvent } from '../../domain/events/brain-event.ts'
import type { NodeNumber } from '../../domain/identity.ts'
import type { OpenBrain } from '../brain/brain.ts'
import { ContentStore } from '../ports/content-store.ts'
import type { IndexChange, IndexSpace } from '../ports/event-store.ts'
import { type IndexStatistics, type Postings, SearchIndex } from '../ports/search-index.ts'
import { followIndex } from '../text-index/index-changes.ts'

type Index = SearchIndex['Service']
type Added = Extract<IndexChange, { readonly change: 'add' }>

/** Returns the index after these events; undefined where they move no text. Only what it says of the newest position differs. */
export const indexAfter = Effect.fnUntraced(function* (brain: OpenBrain, events: ReadonlyArray<BrainEvent>) {
  const index = yield* SearchIndex
  const follower = followIndex(events, brain.state.graph)
  const contents = yield* ContentStore
  const bodies = yield* contents.bodies(brain.key, follower.needs)
  const changes = follower.changes((ref) => bodies.get(ref))
  if (changes.length === 0) return undefined
  const moved = (space: IndexSpace) => known[space]
  const known: Readonly<Record<IndexSpace, MovedTexts>> = {
    document: movedTexts(changes, 'document'),
    cue: movedTexts(changes, 'cue'),
    phrase: movedTexts(changes, 'phrase'),
  }
  const statisticsOf: Index['statisticsOf'] = Effect.fnUntraced(function* (key, space, nodes, at) {
    if (at !== undefined) return yield* index.statisticsOf(key, space, nodes, at)
    const { added, ended } = moved(space)
    const kept = nodes.filter((node) => !ended.has(node) && !added.has(node))
    return nodes.flatMap((node) => added.get(node) ?? []).reduce(withText, yield* index.statisticsOf(key, space, kept))
  })
  const statistics: Index['statistics'] = Effect.fnUntraced(function* (key, space, at) {
    const whole = yield* index.statistics(key, space, at)
    if (at !== undefined) return whole
    const { added, ended } = moved(space)
    return [...added.values()].reduce(withText, without(whole, yield* index.statisticsOf(key, space, [...ended])))
  })
  const postings: Index['postings'] = Effect.fnUntraced(function* (key, space, terms, at) {
    const now = yield* index.postings(key, space, terms, at)
    if (at !== undefined) return now
    const { ended, ofTerm } = moved(space)
    return now.map((list, i) => joined(only(list, ended), ofTerm.get(terms[i] ?? '') ?? []))
  })
  return { ...index, readAhead: undefined, statisticsOf, statistics, postings } satisfies Index
})

/** The texts of a space that end and that are filed. */
interface MovedTexts {
  readonly ended: ReadonlySet<NodeNumber>
  readonly added: ReadonlyMap<NodeNumber, Added>
  /** The filed texts that have a term, each with its count. */
  readonly ofTerm: ReadonlyMap<string, ReadonlyArray<Filed>>
}

interface Filed extends Pick<Added, 'node' | 'length'> {
  readonly count: number
}

const movedTexts = (changes: ReadonlyArray<IndexChange>, space: IndexSpace): MovedTexts => {
  const ended = new Set<NodeNumber>()
  const added = new Map<NodeNumber, Added>()
  for (const change of changes) {
    if (change.space !== space) continue
    if (change.change === 'add') added.set(change.node, change)
    else {
      ended.add(change.node)
      added.delete(change.node)
    }
  }
  const ofTerm = new Map<string, Array<Filed>>()
  for (const { counts, length, node, terms } of added.values()) {
    for (const [i, term] of terms.entries()) {
      const filed = { node, length, count: counts[i] ?? 0 }
      const others = ofTerm.get(term)
      if (others === undefined) ofTerm.set(term, [filed])
      else others.push(filed)
    }
  }
  return { ended, added, ofTerm }
}

const withText = (sum: IndexStatistics, { length, words }: Added): IndexStatistics => ({
  documents: sum.documents + 1,
  totalLength: sum.totalLength + length,
  totalWords: sum.totalWords + words,
})

const without = (whole: IndexStatistics, part: IndexStatistics): IndexStatistics => ({
  documents: whole.documents - part.documents,
  totalLength: whole.totalLength - part.totalLength,
  totalWords: whole.totalWords - part.totalWords,
})

const only = ({ counts, lengths, nodes }: Postings, ended: ReadonlySet<NodeNumber>): Postings => {
  const places = Array.from(nodes.keys()).filter((place) => !ended.has(nodes[place] ?? 0))
  if (places.length === nodes.length) return { counts, lengths, nodes }
  return {
    nodes: Int32Array.from(places, (place) => nodes[place] ?? 0),
    counts: Int32Array.from(places, (place) => counts[place] ?? 0),
    lengths: Int32Array.from(places, (place) => lengths[place] ?? 0),
  }
}

const joined = ({ counts, lengths, nodes }: Postings, filed: ReadonlyArray<Filed>): Postings => {
  if (filed.length === 0) return { counts, lengths, nodes }
  const all = [...Array.from(nodes, (node, i): Filed => ({ node, count: counts[i] ?? 0, length: lengths[i] ?? 0 })), ...filed]
  all.sort((a, b) => a.node - b.node)
  return {
    nodes: Int32Array.from(all, ({ node }) => node),
    counts: Int32Array.from(all, ({ count }) => count),
    lengths: Int32Array.from(all, ({ length }) => length),
  }
}
