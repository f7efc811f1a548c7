/** Trusts a memory that others wrote, or takes the trust away. */
import * as Effect from 'effect/Effect'
import { given, type Run } from '../command.ts'
import { exits } from '../failures.ts'
import { openMemory } from '../opening.ts'
import { report } from '../render/output.ts'
import { trusting } from '../render/shown.ts'
import type { ShapeOf } from '../table/command-table.ts'

export const run: Run<ShapeOf<'trust'>> = Effect.fn('trust')(function* ({ flags, inBrain, words }) {
  const memory = yield* openMemory
  yield* report(yield* memory.trust({ ...inBrain, node: words.node, ...given({ off: flags.off }) }), trusting)
  return exits.done
})
