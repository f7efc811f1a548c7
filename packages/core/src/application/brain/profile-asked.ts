/** The settings that somebody asks for: those of a profile, with his own in place of some. */
import * as Effect from 'effect/Effect'
import * as Result from 'effect/Result'
import { balanced } from '../../domain/profiles/balanced.ts'
import { withOwnSettings } from '../../domain/profiles/own-settings.ts'
import { profiles } from '../../domain/profiles/profiles.ts'
import { InvalidRequest } from '../request-errors.ts'
import type { InitRequest } from '../requests.ts'

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
