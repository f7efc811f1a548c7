/** Keeps the text index what the log says: one that is missing, behind, torn or of an older tokeniser is built anew when its brain is opened. */

import * as Effect from 'effect/Effect'
import type { BrainEvent } from '../../domain/events/brain-event.ts'
import { isLive } from '../../domain/graph.ts'
import type { NodeNumber, Position } from '../../domain/identity.ts'
import { brainState, emptyFold } from '../../domain/projections/brain-fold.ts'
import { tokeniserVersion } from '../../domain/text/tokenise.ts'
import { catchUp, type OpenBrain } from '../brain/brain.ts'
import { forEachEvent } from '../brain/read-row.ts'
import { ContentStore } from '../ports/content-store.ts'
import { EventStore, type IndexChange, type IndexSpace } from '../ports/event-store.ts'
import { type IndexStatistics, indexSpaces, postingLine, SearchIndex, textLine } from '../ports/search-index.ts'
import { filedNow, followIndex, spaceOf, spacesOf } from './index-changes.ts'

/* The text index as the log and the contents give it: for proving the stored one, and for building it anew. */

/** Events that change what can be found. */
export const indexing: ReadonlySet<string> = new Set([
  'NodeAdded',
  'NodeRevised',
  'NodeUntitled',
  'NodeRetired',
  'NodeMerged',
  'NodeRestored',
])

/** Every change of the index since the beginning. Texts that were erased are not in it. */
export const allIndexChanges = Effect.fnUntraced(function* (brain: OpenBrain) {
  const contents = yield* ContentStore
  const events: Array<BrainEvent> = []
  yield* forEachEvent(brain, 1, brain.state.position, (event) => {
    if (indexing.has(event.type)) events.push(event)
  })
  const follower = followIndex(events, brainState(emptyFold()).graph)
  const bodies = yield* contents.bodies(brain.key, [...new Set(follower.needs)])
  return follower.changes((ref) => bodies.get(ref))
})

/** A text between the positions at which it holds. `until` is 0 while it does. */
interface IndexedText {
  readonly space: IndexSpace
  readonly node: NodeNumber
  readonly from: Position
  readonly until: Position
  readonly length: number
  readonly words: number
  readonly terms: ReadonlyArray<string>
  readonly counts: ReadonlyArray<number>
}

const textsOf = (changes: ReadonlyArray<IndexChange>): ReadonlyArray<IndexedText> => {
  const open = new Map<string, IndexedText>()
  const ended: Array<IndexedText> = []
  for (const change of changes) {
    const { node, space } = change
    const name = `${space} ${node}`
    const known = open.get(name)
    if (known !== undefined) ended.push({ ...known, until: change.change === 'add' ? change.from : change.until })
    open.delete(name)
    if (change.change === 'add') open.set(name, { ...change, until: 0 })
  }
  return [...ended, ...open.values()]
}

/** What the texts of a space that hold now add up to. */
export const totalsOf = (changes: ReadonlyArray<IndexChange>, space: IndexSpace): IndexStatistics => {
  const open = textsOf(changes).filter((text) => text.space === space && text.until === 0)
  const sum = (field: 'length' | 'words') => open.reduce((total, text) => total + text[field], 0)
  return { documents: open.length, totalLength: sum('length'), totalWords: sum('words') }
}

/** The index as {@link SearchIndex.lines} spells it. */
export const linesOf = (changes: ReadonlyArray<IndexChange>): ReadonlyArray<string> => {
  const texts = textsOf(changes).toSorted((a, b) => order(a.space, b.space) || a.node - b.node || a.from - b.from)
  const postings = texts.flatMap(({ counts, from, length, node, space, terms, until }) =>
    terms.map((term, i) => ({ space, term, node, from, until, count: counts[i] ?? 0, length })),
  )
  postings.sort((a, b) => order(a.space, b.space) || order(a.term, b.term) || a.node - b.node || a.from - b.from)
  return [
    ...postings.map(({ count, from, length, node, space, term, until }) => postingLine(space, term, node, from, until, count, length)),
    ...texts.map(({ from, length, node, space, until, words }) => textLine(space, node, from, until, length, words)),
  ]
}

const order = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** Texts of a space, and terms of each, that are looked up when a brain is opened. */
const textsSampled = 32
const termsSampled = 16

/**
 * Seen at once: an index that is missing, behind, of an older tokeniser, or whose texts are not as many as the log's; and one that lacks
 * a word of a text in a sample that is spread over all. Sums, the past and every single posting are for `verify` and `doctor`: to look at
 * all of it would cost each command what the index is large.
 */
export const keepIndex = Effect.fnUntraced(function* (brain: OpenBrain) {
  yield* catchUp(brain)
  const found = yield* look(brain)
  // One of a newer program is left to it; who searches it is told so by the store.
  brain.indexed = found !== 'broken'
  if (brain.indexed) return
  // Where it can only be read, everything but a search works without it.
  brain.indexed = yield* locked(brain, rebuildBroken(brain)).pipe(
    Effect.as(true),
    Effect.catchIf(
      (error) => error._tag === 'StoreUnavailable' && error.reason === 'read-only',
      () => Effect.succeed(false),
    ),
  )
})

/** Another process may have been quicker. */
const rebuildBroken = Effect.fnUntraced(function* (brain: OpenBrain) {
  if ((yield* look(brain)) === 'broken') yield* rebuildIndex(brain)
})

/** Whatever it holds now; what is found broken is not always seen when a brain is opened. */
export const buildIndexAnew = (brain: OpenBrain) => locked(brain, rebuildIndex(brain))

/** With the lock held nobody adds to the index what a rebuild would then drop. */
const locked = <A, E, R>(brain: OpenBrain, use: Effect.Effect<A, E, R>) =>
  EventStore.use((store) => store.locked(brain.key, (lock) => Effect.andThen(catchUp(brain, lock), use)))

const rebuildIndex = Effect.fnUntraced(function* (brain: OpenBrain) {
  const index = yield* SearchIndex
  yield* index.rebuild(brain.key, yield* allIndexChanges(brain))
})

const look = Effect.fnUntraced(function* (brain: OpenBrain) {
  const index = yield* SearchIndex
  const contents = yield* ContentStore
  const made = (yield* index.tokeniser(brain.key)) ?? tokeniserVersion
  if (made !== tokeniserVersion) return made > tokeniserVersion ? 'newer' : 'broken'
  const texts = textsIn(brain)
  const sampled = new Map<NodeNumber, ReturnType<typeof filedNow>>()
  for (const space of indexSpaces)
    for (const node of spread(texts[space], textsSampled)) if (!sampled.has(node)) sampled.set(node, filedNow(brain.state.graph, node))
  // A document is filed by its words and by its names: its text is read once for both.
  const bodies = yield* contents.bodies(brain.key, [...new Set([...sampled.values()].flatMap(({ needs }) => needs))])
  for (const space of indexSpaces) {
    const { documents } = yield* index.statistics(brain.key, space)
    if (documents !== texts[space].length) return 'broken'
    const filed = spread(texts[space], textsSampled).map((node) => ({
      node,
      terms: spread(sampled.get(node)?.terms(space, (ref) => bodies.get(ref)) ?? [], termsSampled),
    }))
    if (!(yield* index.holds(brain.key, space, filed))) return 'broken'
  }
  return 'whole'
})

/** The nodes whose texts can be found, by what the log says. */
const textsIn = ({ state: { erased, graph } }: OpenBrain) => {
  const texts: Record<IndexSpace, Array<NodeNumber>> = { document: [], cue: [], phrase: [] }
  for (let node = 1; node <= graph.nodes; node++) {
    const type = graph.typeOf(node)
    const space = type === undefined || !isLive(graph.stateOf(node)) ? undefined : spaceOf(type)
    if (space === undefined) continue
    const text = erased.size === 0 ? undefined : graph.node(node)?.text
    if (text === undefined || !erased.has(text)) for (const own of spacesOf(space)) texts[own].push(node)
  }
  return texts
}

/** At most so many, evenly from all of them. */
const spread = <A>(all: ReadonlyArray<A>, most: number): ReadonlyArray<A> => {
  const stride = Math.max(1, Math.ceil(all.length / most))
  return all.filter((_, i) => i % stride === 0)
}
