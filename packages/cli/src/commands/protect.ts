/** Protects a memory, or takes the protection away. */
import * as Effect from 'effect/Effect'
import { given, type Run } from '../command.ts'
import { exits } from '../failures.ts'
import { openMemory } from '../opening.ts'
import { protection } from '../render/maintained.ts'
import { report } from '../render/output.ts'
import type { ShapeOf } from '../table/command-table.ts'

export const run: Run<ShapeOf<'protect'>> = Effect.fn('protect')(function* ({ flags, inBrain, words }) {
  const memory = yield* openMemory
  yield* report(yield* memory.protect({ ...inBrain, node: words.node, ...given({ off: flags.off }) }), protection)
  return exits.done
})
