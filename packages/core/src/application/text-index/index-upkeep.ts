/** Keeps the text index what the log says: one that is missing or behind is built anew when its brain is opened. */
import * as Effect from 'effect/Effect'
import { isLive } from '../../domain/node.ts'
import { catchUp, type OpenBrain } from '../brain/brain.ts'
import { EventStore } from '../ports/event-store.ts'
import { SearchIndex } from '../ports/search-index.ts'
import { allIndexChanges } from './index-lines.ts'

/** Counts only: whether every posting is right is for `verify` to say. */
export const keepIndex = Effect.fnUntraced(function* (brain: OpenBrain) {
  yield* catchUp(brain)
  brain.indexed = yield* isWhole(brain)
  if (brain.indexed) return
  const store = yield* EventStore
  // With the lock held nobody adds to the index what a rebuild would then drop.
  const rebuilt = store.locked(brain.key, (locked) => Effect.andThen(catchUp(brain, locked), rebuildIndex(brain)))
  // Where it can only be read, everything but a search works without it.
  brain.indexed = yield* rebuilt.pipe(
    Effect.as(true),
    Effect.catchIf(
      (error) => error._tag === 'StoreUnavailable' && error.reason === 'read-only',
      () => Effect.succeed(false),
    ),
  )
})

const rebuildIndex = Effect.fnUntraced(function* (brain: OpenBrain) {
  if (yield* isWhole(brain)) return
  const index = yield* SearchIndex
  yield* index.rebuild(brain.key, yield* allIndexChanges(brain))
})

/** As many documents and cues as there are live nodes. */
const isWhole = Effect.fnUntraced(function* ({ key, state }: OpenBrain) {
  const index = yield* SearchIndex
  let documents = 0
  let cues = 0
  for (let node = 1; node <= state.graph.nodes; node++) {
    if (!isLive(state.graph.stateOf(node))) continue
    if (state.graph.node(node)?.type === 'cue') cues++
    else documents++
  }
  const [known, knownCues] = [yield* index.statistics(key, 'document'), yield* index.statistics(key, 'cue')]
  return known.documents === documents && knownCues.documents === cues
})
