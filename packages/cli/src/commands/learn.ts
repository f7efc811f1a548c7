/** Works off the learner's backlog. */
import * as Effect from 'effect/Effect'
import type { Run } from '../command.ts'
import { exits } from '../failures.ts'
import { openMemory } from '../opening.ts'
import { workedOff } from '../render/learned.ts'
import { report } from '../render/output.ts'
import type { ShapeOf } from '../table/command-table.ts'

export const run: Run<ShapeOf<'learn'>> = Effect.fn('learn')(function* ({ inBrain }) {
  const memory = yield* openMemory
  yield* report(yield* memory.learn(inBrain), workedOff)
  return exits.done
})
