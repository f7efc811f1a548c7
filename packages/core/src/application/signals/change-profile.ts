/** Changes the settings of a brain for what comes after, and what it is for. Strengths learned before stay, even outside new bounds. */
import * as Effect from 'effect/Effect'
import type { Position } from '../../domain/identity.ts'
import { changedSettings } from '../../domain/profiles/own-settings.ts'
import { mayChangeProfile } from '../../domain/recording/settings.ts'
import type { DescribeAnswer, ProfileAnswer } from '../answers.ts'
import type { OpenBrain } from '../brain/brain.ts'
import { cleanText } from '../brain/contents.ts'
import { profileAsked, profileOf, settingsDigest } from '../brain/profile-in-force.ts'
import { asOf } from '../commands/as-of.ts'
import { lastPosition } from '../commands/learner.ts'
import { beginSignal, runCommand } from '../commands/run-command.ts'
import { InvalidRequest } from '../request-errors.ts'
import type { DescribeRequest, ProfileRequest } from '../requests.ts'

/** The change is a fact: earlier feedback is learned from by the settings of its own time, however late the learner reaches it. */
export const changeProfile = Effect.fnUntraced(function* (brain: OpenBrain, request: ProfileRequest) {
  const { origin = 'owner' } = request
  if (!mayChangeProfile(origin))
    return yield* new InvalidRequest({ field: 'origin', problem: `${origin} may not change the settings: the owner can` })
  const profile = yield* profileAsked(request)
  const digest = yield* settingsDigest(profile)
  const signal = yield* beginSignal(brain, request, 'profile')
  const { answer, events, recorded } = yield* runCommand(signal, {
    durability: 'power',
    gather: () => Effect.succeed({ _tag: 'ChangeProfile' as const, profile, digest }),
  })
  const done =
    answer === undefined
      ? yield* changedBefore(brain, lastPosition({ events, recorded }))
      : { changed: answer, position: brain.state.position }
  return { brain: brain.key, profile: profile.name, ...done } satisfies ProfileAnswer
})

/** Returns the settings that a recorded commit changed; `position` is that of its last event. */
const changedBefore = Effect.fnUntraced(function* (brain: OpenBrain, position: Position) {
  const [before, after] = [yield* asOf(brain, position - 1), yield* asOf(brain, position)]
  return { changed: changedSettings(yield* profileOf(before.state, brain.key), yield* profileOf(after.state, brain.key)), position }
})

/** Records what the brain is for. The words are cleaned like any other text that is stored. */
export const describe = Effect.fnUntraced(function* (brain: OpenBrain, request: DescribeRequest) {
  const { origin = 'owner' } = request
  if (!mayChangeProfile(origin))
    return yield* new InvalidRequest({ field: 'origin', problem: `${origin} may not say what a brain is for: the owner can` })
  const signal = yield* beginSignal(brain, request)
  const { text: about } = yield* cleanText(request.about)
  const ref = signal.drafts.add(about)
  yield* runCommand(signal, { durability: 'power', gather: () => Effect.succeed({ _tag: 'DescribeBrain' as const, about: ref }) })
  return { brain: brain.key, about, position: brain.state.position } satisfies DescribeAnswer
})
