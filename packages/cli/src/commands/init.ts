/** Creates a brain. */
import * as Effect from 'effect/Effect'
import { given, type Run } from '../command.ts'
import { exits } from '../failures.ts'
import { openMemory } from '../opening.ts'
import { report } from '../render/output.ts'
import { created } from '../render/tallies.ts'
import { ownSettings } from '../settings/own-settings.ts'
import type { ShapeOf } from '../table/command-table.ts'

export const run: Run<ShapeOf<'init'>> = Effect.fn('init')(function* ({ flags, inBrain }) {
  const settings = yield* ownSettings(flags.set)
  const memory = yield* openMemory
  const answer = yield* memory.init({ ...inBrain, ...given({ profile: flags.profile, settings }) })
  yield* report(answer, created)
  return exits.done
})
