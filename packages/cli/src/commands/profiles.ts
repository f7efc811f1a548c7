/** Tells the settings that a brain can learn by. */
import { explainedProfiles } from '@crabtrail/core'
import * as Effect from 'effect/Effect'
import type { Run } from '../command.ts'
import { exits } from '../failures.ts'
import { present } from '../render/output.ts'
import { profileList, wholeProfile } from '../render/profiles.ts'
import type { ShapeOf } from '../table/command-table.ts'

export const run: Run<ShapeOf<'profiles'>> = Effect.fn('profiles')(function* ({ words }) {
  const all = explainedProfiles()
  const profiles = words.name === undefined ? all : all.filter(({ name }) => name === words.name)
  yield* present({ profiles }, words.name === undefined ? profileList : wholeProfile)
  return exits.done
})
