/** The profile that a brain learns by at a state of its log, and the profile that a request asks for. */
import * as Effect from 'effect/Effect'
import * as Result from 'effect/Result'
import { canonicalJson } from '../../domain/canonical-json.ts'
import { type OwnSettings, withOwnSettings } from '../../domain/profiles/own-settings.ts'
import type { Profile } from '../../domain/profiles/profile.ts'
import { balanced, profiles } from '../../domain/profiles/profiles.ts'
import type { BrainState } from '../../domain/projections/brain-fold.ts'
import { Cryptography } from '../ports/cryptography.ts'
import { IntegrityBroken, InvalidRequest } from '../request-errors.ts'
import type { InitRequest } from '../requests.ts'

/** The settings in force at a state: those of the newest event that holds settings. Before the first event these are the balanced ones. */
export const profileOf = ({ position, profile, settings }: BrainState, brain: string): Effect.Effect<Profile, IntegrityBroken> => {
  const read = profile()
  if (read !== undefined && Result.isSuccess(read)) return Effect.succeed(read.success)
  if (read === undefined && position === 0) return Effect.succeed(balanced)
  const problem =
    read === undefined ? 'the log does not begin with the settings of a brain' : `its settings cannot be read: ${read.failure}`
  return Effect.fail(new IntegrityBroken({ brain, position: settings.inForce?.since ?? position, problem }))
}

/** The digest by which an event names settings: SHA-256 over their canonical JSON, in hexadecimal. */
export const settingsDigest = (profile: Profile): Effect.Effect<string, never, Cryptography> =>
  Effect.map(Cryptography, (crypto) => crypto.sha256(canonicalJson(profile)))

export const profileAsked = Effect.fnUntraced(function* ({
  profile: name = balanced.name,
  settings = {},
}: Pick<InitRequest, 'profile' | 'settings'>) {
  const profile = profiles.get(name)
  if (profile === undefined) {
    const problem = `there is no ${name}; choose one of ${[...profiles.keys()].join(', ')}`
    return yield* new InvalidRequest({ field: 'profile', problem })
  }
  return yield* withSettings(profile, settings)
})

export const withSettings = Effect.fnUntraced(function* (profile: Profile, settings: OwnSettings) {
  const whole = withOwnSettings(profile, settings)
  if (Result.isSuccess(whole)) return whole.success
  return yield* new InvalidRequest({ field: 'settings', problem: `${whole.failure.setting}: ${whole.failure.problem}` })
})
