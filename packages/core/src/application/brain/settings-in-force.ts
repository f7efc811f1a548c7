/** The profile that a brain learns by at a state of its log, and the profile that a request asks for. */
import * as Effect from 'effect/Effect'
import * as Result from 'effect/Result'
import { withOwnSettings } from '../../domain/profiles/own-settings.ts'
import { type Profile, readProfile } from '../../domain/profiles/profile.ts'
import { balanced, profiles } from '../../domain/profiles/profiles.ts'
import type { BrainState } from '../../domain/projections/brain-fold.ts'
import { IntegrityBroken, InvalidRequest } from '../request-errors.ts'
import type { InitRequest } from '../requests.ts'

/** Read once for each change of settings. */
const decoded = new WeakMap<object, Profile>()

/** The settings in force at a state: those of the newest event that holds settings, which the log has whole. */
export const profileOf = ({ position, registers }: BrainState, brain: string): Effect.Effect<Profile, IntegrityBroken> => {
  const { settings } = registers
  // Before the first event nothing is in force yet, and there is nothing to recall.
  if (settings === undefined && position === 0) return Effect.succeed(balanced)
  if (settings === undefined)
    return Effect.fail(new IntegrityBroken({ brain, position, problem: 'the log does not begin with the settings of a brain' }))
  const known = decoded.get(settings.settings)
  if (known !== undefined) return Effect.succeed(known)
  const read = readProfile(settings.settings)
  if (Result.isFailure(read))
    return Effect.fail(new IntegrityBroken({ brain, position: settings.since, problem: `its settings cannot be read: ${read.failure}` }))
  decoded.set(settings.settings, read.success)
  return Effect.succeed(read.success)
}

export const profileAsked = Effect.fnUntraced(function* ({
  profile: name = balanced.name,
  settings = {},
}: Pick<InitRequest, 'profile' | 'settings'>) {
  const profile = profiles.get(name)
  if (profile === undefined) {
    const problem = `there is no ${name}; choose one of ${[...profiles.keys()].join(', ')}`
    return yield* new InvalidRequest({ field: 'profile', problem })
  }
  const whole = withOwnSettings(profile, settings)
  if (Result.isSuccess(whole)) return whole.success
  return yield* new InvalidRequest({ field: 'settings', problem: `${whole.failure.setting}: ${whole.failure.problem}` })
})
