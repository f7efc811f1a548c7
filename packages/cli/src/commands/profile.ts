/** Changes the settings of a brain from here on. */
import * as Effect from 'effect/Effect'
import { given, type Run } from '../command.ts'
import { exits } from '../failures.ts'
import { openMemory } from '../opening.ts'
import { report } from '../render/output.ts'
import { changed } from '../render/profiles.ts'
import { ownSettings } from '../settings/own-settings.ts'
import type { ShapeOf } from '../table/command-table.ts'

export const run: Run<ShapeOf<'profile'>> = Effect.fn('profile')(function* ({ flags, inBrain, words }) {
  const { expect: expected, key } = flags
  const settings = yield* ownSettings(flags.set)
  const memory = yield* openMemory
  const answer = yield* memory.profile({ ...inBrain, profile: words.name, ...given({ settings, key, expected }) })
  yield* report(answer, changed)
  return exits.done
})
