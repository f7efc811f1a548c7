/** Tells where a strength comes from. */
import * as Effect from 'effect/Effect'
import { given, type Run } from '../command.ts'
import { exits } from '../failures.ts'
import { openMemory } from '../opening.ts'
import { blamed } from '../render/blamed.ts'
import { present } from '../render/output.ts'
import type { ShapeOf } from '../table/command-table.ts'

export const run: Run<ShapeOf<'blame'>> = Effect.fn('blame')(function* ({ words, flags, inBrain }) {
  const memory = yield* openMemory
  yield* present(yield* memory.blame({ ...inBrain, edge: words.edge, ...given({ at: flags.at }) }), blamed)
  return exits.done
})
