/** Gives a brain other settings from here on, as a fact: no command does it yet. */
import { EventStore } from '@crabtrail/core'
import * as Effect from 'effect/Effect'
import * as Result from 'effect/Result'
import { catchUp, openBrain, transact } from '../../packages/core/src/application/brain.ts'
import { contentDrafts } from '../../packages/core/src/application/content-drafts.ts'
import { parseBrainKey } from '../../packages/core/src/domain/identity.ts'
import { balanced } from '../../packages/core/src/domain/profiles/balanced.ts'
import type { Profile } from '../../packages/core/src/domain/profiles/profile.ts'
import type { OpenStore } from './open-store.ts'

const key = Result.getOrThrow(parseBrainKey('default'))

export const changeSettings = (store: OpenStore, change: Partial<Profile>): Promise<void> =>
  store.run(
    Effect.gen(function* () {
      const events = yield* EventStore
      const record = yield* events.brain(key)
      const brain = openBrain(key, record?.fingerprintKey ?? '', () => '')
      yield* catchUp(brain)
      const settings: Profile = { ...balanced, ...change }
      yield* transact({
        brain,
        drafts: yield* contentDrafts,
        durability: 'process',
        decide: () =>
          Effect.succeed({
            events: [{ type: 'ProfileChanged', data: { profile: settings.name, settings: { ...settings }, digest: '00'.repeat(32) } }],
            actor: 0,
            session: undefined,
            answer: undefined,
          }),
      })
    }),
  )
