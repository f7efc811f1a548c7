/** The profile that a brain learns by at a state of its log. */
import * as Effect from 'effect/Effect'
import * as Result from 'effect/Result'
import { balanced } from '../../domain/profiles/balanced.ts'
import { neutralFor } from '../../domain/profiles/neutral.ts'
import { type Profile, readProfile } from '../../domain/profiles/profile.ts'
import type { BrainState } from '../../domain/projections/brain-fold.ts'
import { IntegrityBroken } from '../request-errors.ts'

/** Read once for each change of settings. */
const decoded = new WeakMap<object, Profile>()

/** Settings that the log lacks, because a later version brought them, are as if they were not there. */
export const profileOf = ({ position, registers }: BrainState, brain: string): Effect.Effect<Profile, IntegrityBroken> => {
  const { settings } = registers
  // Before the first event nothing is in force yet, and there is nothing to recall.
  if (settings === undefined && position === 0) return Effect.succeed(balanced)
  if (settings === undefined)
    return Effect.fail(new IntegrityBroken({ brain, position, problem: 'the log does not begin with the settings of a brain' }))
  const known = decoded.get(settings.settings)
  if (known !== undefined) return Effect.succeed(known)
  const read = readProfile(completed(settings.settings, neutralFor(settings.settings)))
  if (Result.isFailure(read))
    return Effect.fail(new IntegrityBroken({ brain, position: settings.since, problem: `its settings cannot be read: ${read.failure}` }))
  decoded.set(settings.settings, read.success)
  return Effect.succeed(read.success)
}

/** What `read` lacks of `whole`, level by level; what both have is `read`'s. */
const completed = (read: unknown, whole: unknown): unknown => {
  if (!isRecord(read) || !isRecord(whole)) return read === undefined ? whole : read
  return Object.fromEntries(
    [...new Set([...Object.keys(whole), ...Object.keys(read)])].map((key) => [key, completed(read[key], whole[key])]),
  )
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)
