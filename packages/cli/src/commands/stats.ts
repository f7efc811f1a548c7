/** Counts what there is. */
import * as Effect from 'effect/Effect'
import type { Run } from '../command.ts'
import { exits } from '../failures.ts'
import { openMemory } from '../opening.ts'
import { present } from '../render/output.ts'
import { statistics } from '../render/tallies.ts'
import type { ShapeOf } from '../table/command-table.ts'

export const run: Run<ShapeOf<'stats'>> = Effect.fn('stats')(function* ({ inBrain }) {
  const memory = yield* openMemory
  yield* present(yield* memory.stats(inBrain), statistics)
  return exits.done
})
