/** Keeps the text index equal to the log: one that is missing, behind, torn or of an older tokeniser is rebuilt when its brain is opened. */

import { tokeniserVersion } from '@crabtrail/text/words/tokenise'
import * as Effect from 'effect/Effect'
import { type BrainEvent, isReadBy } from '../../domain/events/brain-event.ts'
import { isLive, namesIn } from '../../domain/graph.ts'
import type { NodeNumber } from '../../domain/identity.ts'
import { brainState, emptyFold } from '../../domain/projections/brain-fold.ts'
import { catchUp, type OpenBrain } from '../brain/brain.ts'
import { forEachEvent } from '../brain/commit-row.ts'
import { ContentStore } from '../ports/content-store.ts'
import { EventStore, type IndexSpace } from '../ports/event-store.ts'
import { indexSpaces, SearchIndex } from '../ports/search-index.ts'
import { filedNow, followIndex, spaceOf, spacesOf } from '../text-index/index-changes.ts'

/** Returns every change of the index since the first event. Erased texts are not in it. */
export const allIndexChanges = Effect.fnUntraced(function* (brain: OpenBrain) {
  const contents = yield* ContentStore
  const events: Array<BrainEvent> = []
  yield* forEachEvent(brain, 1, brain.state.position, (event) => {
    if (isReadBy(event, 'text index')) events.push(event)
  })
  const follower = followIndex(events, brainState(emptyFold()).graph)
  const bodies = yield* contents.bodies(brain.key, [...new Set(follower.needs)])
  return follower.changes((ref) => bodies.get(ref))
})

/** Most texts of a space, and most terms of each, that are looked up when a brain is opened. */
const textsSampled = 32
const termsSampled = 16

/**
 * Checks the index when a brain is opened, and rebuilds one that is missing, behind, of an older tokeniser, with another number of texts than the
 * log, or without a word of a sampled text. The rest is left to `verify` and `doctor`: reading all would cost each command as much as the index.
 */
export const keepIndex = Effect.fnUntraced(function* (brain: OpenBrain) {
  yield* catchUp(brain)
  const found = yield* look(brain)
  // An index of a newer program stays as it is; a search in it fails with an error of the store.
  brain.indexed = found !== 'broken'
  if (brain.indexed) return
  // If the store can only be read, everything but a search works without the index.
  brain.indexed = yield* locked(brain, rebuildBroken(brain)).pipe(
    Effect.as(true),
    Effect.catchIf(
      (error) => error._tag === 'StoreUnavailable' && error.reason === 'read-only',
      () => Effect.succeed(false),
    ),
  )
})

const rebuildBroken = Effect.fnUntraced(function* (brain: OpenBrain) {
  if ((yield* look(brain)) === 'broken') yield* rebuildIndex(brain)
})

/** Rebuilds the index whatever it holds now: opening a brain does not find every fault. */
export const buildIndexAnew = (brain: OpenBrain) => locked(brain, rebuildIndex(brain))

/** Runs `use` with the brain's lock, so that nobody adds to the index what a rebuild would then drop. */
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
  // A document is indexed by its words and by its names; its text is read once for both.
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

const textsIn = ({ state: { erased, graph } }: OpenBrain) => {
  const texts: Record<IndexSpace, Array<NodeNumber>> = { document: [], cue: [], phrase: [], alias: [] }
  for (let node = 1; node <= graph.nodes; node++) {
    const type = graph.typeOf(node)
    const space = type === undefined || !isLive(graph.stateOf(node)) ? undefined : spaceOf(type)
    if (space === undefined) continue
    const text = erased.size === 0 ? undefined : graph.node(node)?.text
    if (text === undefined || !erased.has(text)) for (const own of spacesOf(space, namesIn(graph.aliasesOf(node)))) texts[own].push(node)
  }
  return texts
}

const spread = <A>(all: ReadonlyArray<A>, most: number): ReadonlyArray<A> => {
  const stride = Math.max(1, Math.ceil(all.length / most))
  return all.filter((_, i) => i % stride === 0)
}
