/** Rebuilds a brain from an export. */
import * as Effect from 'effect/Effect'
import type { Run } from '../command.ts'
import { readWhole } from '../documents/whole-file.ts'
import { exits } from '../failures.ts'
import { openMemory } from '../opening.ts'
import { report } from '../render/output.ts'
import { imported } from '../render/tallies.ts'
import type { ShapeOf } from '../table/command-table.ts'

export const run: Run<ShapeOf<'import'>> = Effect.fn('import')(function* ({ words, inBrain }) {
  const text = yield* readWhole(words.file)
  const lines = text.replace(/\n$/, '').split('\n')
  const memory = yield* openMemory
  yield* report(yield* memory.import({ ...inBrain, lines }), imported)
  return exits.done
})
