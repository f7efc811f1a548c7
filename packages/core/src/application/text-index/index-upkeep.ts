/** Keeps the text index what the log says: one that is missing, behind, torn or of another tokeniser is built anew when its brain is opened. */
import * as Effect from 'effect/Effect'
import { isLive } from '../../domain/node.ts'
import { tokeniserVersion } from '../../domain/text/tokenise.ts'
import { catchUp, type OpenBrain } from '../brain/brain.ts'
import { EventStore } from '../ports/event-store.ts'
import { indexSpaces, SearchIndex, sameStatistics } from '../ports/search-index.ts'
import { allIndexChanges } from './index-lines.ts'

/** Counts, and looks closely at a sample: whether every posting is right is for `verify` to say. */
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

/** Made by today's tokeniser, as many documents and cues as there are live nodes, and sums that are those of the texts as they are found. */
const isWhole = Effect.fnUntraced(function* ({ key, state }: OpenBrain) {
  const index = yield* SearchIndex
  if (((yield* index.tokeniser(key)) ?? tokeniserVersion) !== tokeniserVersion) return false
  const live = { document: 0, cue: 0 }
  for (let node = 1; node <= state.graph.nodes; node++) {
    if (isLive(state.graph.stateOf(node))) live[state.graph.typeOf(node) === 'cue' ? 'cue' : 'document']++
  }
  for (const space of indexSpaces) {
    const [said, found] = [yield* index.statistics(key, space), yield* index.recount(key, space)]
    if (said.documents !== live[space] || !sameStatistics(said, found)) return false
  }
  return true
})
