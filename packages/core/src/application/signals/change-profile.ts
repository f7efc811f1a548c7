/** Changes the settings that a brain learns and recalls by, from here on. What was learned before stays, whatever the new bounds are. */
import * as Effect from 'effect/Effect'
import { canonicalJson } from '../../domain/canonical-json.ts'
import { decideProfile, mayChangeProfile } from '../../domain/profiles/control.ts'
import { changedSettings } from '../../domain/profiles/own-settings.ts'
import { introduce } from '../../domain/recording/participants.ts'
import type { ProfileAnswer } from '../answers.ts'
import { asOf } from '../brain/as-of.ts'
import { beginSignal } from '../brain/begin-signal.ts'
import { type OpenBrain, transact } from '../brain/brain.ts'
import { checkNames, gatherParticipants } from '../brain/participants.ts'
import { profileAsked } from '../brain/profile-asked.ts'
import { profileOf } from '../brain/settings-in-force.ts'
import { Cryptography } from '../ports/cryptography.ts'
import type { RecordedCommand } from '../ports/event-store.ts'
import { InvalidRequest } from '../request-errors.ts'
import type { ProfileRequest } from '../requests.ts'
import { lastPosition } from './fact-effects.ts'

/** A fact of its own: feedback that was given before it is learned from by the settings of its time, however late the learner comes to it. */
export const changeProfile = Effect.fnUntraced(function* (brain: OpenBrain, request: ProfileRequest) {
  yield* checkNames(request)
  const { origin = 'owner' } = request
  if (!mayChangeProfile(origin))
    return yield* new InvalidRequest({ field: 'origin', problem: `${origin} may not change the settings: the owner can` })
  const profile = yield* profileAsked(request)
  const crypto = yield* Cryptography
  const digest = crypto.sha256(canonicalJson(profile))
  const signal = yield* beginSignal(brain, 'profile', request)
  const { answer, recorded } = yield* transact({
    ...signal,
    durability: 'power',
    decide: Effect.fnUntraced(function* (access) {
      const { state } = brain
      const participants = yield* gatherParticipants(brain, request, signal.drafts, access)
      const introduced = introduce(state, participants)
      const changed = changedSettings(yield* profileOf(state, brain.key), profile)
      const decided = decideProfile(profile, digest, origin, state.registers.settings?.digest)
      const events = decided.length === 0 ? [] : [...introduced.events, ...decided]
      return { ...introduced, events, answer: { changed, position: state.position + events.length } }
    }),
  })
  const done = answer ?? (yield* changedBefore(brain, recorded))
  return { brain: brain.key, profile: profile.name, ...done } satisfies ProfileAnswer
})

/** What it had changed when it was asked the first time. */
const changedBefore = Effect.fnUntraced(function* (brain: OpenBrain, recorded: RecordedCommand | undefined) {
  const position = lastPosition(undefined, recorded)
  const [before, after] = [yield* asOf(brain, (recorded?.first ?? 1) - 1), yield* asOf(brain, position)]
  return { changed: changedSettings(yield* profileOf(before.state, brain.key), yield* profileOf(after.state, brain.key)), position }
})
