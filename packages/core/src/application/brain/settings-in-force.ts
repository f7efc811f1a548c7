/** The profile that a brain learns by at a state of its log. */
import * as Effect from 'effect/Effect'
import * as Result from 'effect/Result'
import { balanced } from '../../domain/profiles/balanced.ts'
import { type Profile, readProfile } from '../../domain/profiles/profile.ts'
import type { BrainState } from '../../domain/projections/brain-fold.ts'
import { IntegrityBroken } from '../request-errors.ts'

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
