/** Appends facts by hand that no command makes yet: other settings, a pruned edge. */
import { EventStore } from '@crabtrail/core'
import * as Effect from 'effect/Effect'
import * as Result from 'effect/Result'
import { catchUp, openBrain, transact } from '../../packages/core/src/application/brain/brain.ts'
import { contentDrafts } from '../../packages/core/src/application/brain/contents.ts'
import type { NewEvent } from '../../packages/core/src/domain/events/brain-event.ts'
import { edgeKinds, kindTraits } from '../../packages/core/src/domain/graph.ts'
import { parseBrainKey } from '../../packages/core/src/domain/identity.ts'
import type { Profile } from '../../packages/core/src/domain/profiles/profile.ts'
import { balanced } from '../../packages/core/src/domain/profiles/profiles.ts'
import { nano } from '../../packages/core/src/domain/strength.ts'
import type { OpenStore } from './open-store.ts'

const key = Result.getOrThrow(parseBrainKey('default'))

const appendFacts = (store: OpenStore, facts: ReadonlyArray<NewEvent>): Promise<void> =>
  store.run(
    Effect.gen(function* () {
      const events = yield* EventStore
      const record = yield* events.brain(key)
      const brain = openBrain(key, record?.fingerprintKey ?? '', () => '')
      yield* catchUp(brain)
      yield* transact({
        brain,
        drafts: yield* contentDrafts,
        durability: 'process',
        decide: () => Effect.succeed({ events: facts, actor: 1, session: undefined, answer: undefined }),
      })
    }),
  )

export const changeSettings = (store: OpenStore, change: Partial<Profile>): Promise<void> => {
  const settings: Profile = { ...balanced, ...change }
  return appendFacts(store, [
    { type: 'ProfileChanged', data: { profile: settings.name, settings: { ...settings }, digest: '00'.repeat(32) } },
  ])
}

/** Appends a pruning of edges, as maintenance does for a cue that it merges into another. */
export const pruneEdges = (store: OpenStore, edges: ReadonlyArray<number>): Promise<void> =>
  appendFacts(
    store,
    edges.map((edge): NewEvent => ({ type: 'EdgePruned', data: { edge, reason: 'merge' } })),
  )

/** Appends a decay of the edges that were not used since turn `cutoff`, as maintenance does: every kind that decays by the registry. */
export const decayUnused = (store: OpenStore, factor: number, cutoff: number): Promise<void> =>
  appendFacts(store, [
    {
      type: 'StrengthsDecayed',
      cause: 1,
      data: { factor: nano(factor), cutoff, kinds: edgeKinds.filter((kind) => kindTraits[kind].decays), floor: 'none', spares: 'spoken' },
    },
  ])
