/** Lists a store's brains. */
import * as Effect from 'effect/Effect'
import type { Run } from '../command.ts'
import { exits } from '../failures.ts'
import { openMemory } from '../opening.ts'
import { present } from '../render/output.ts'
import { brainList } from '../render/tallies.ts'
import type { ShapeOf } from '../table/command-table.ts'

export const run: Run<ShapeOf<'brains'>> = Effect.fn('brains')(function* () {
  const memory = yield* openMemory
  yield* present(yield* memory.brains({}), brainList)
  return exits.done
})
