/** Rebuilds a brain from an export. */
import { BadImport } from '@crabtrail/core'
import * as Effect from 'effect/Effect'
import type { Run } from '../command.ts'
import { readLines } from '../documents/whole-file.ts'
import { exits } from '../failures.ts'
import { openMemory } from '../opening.ts'
import { report } from '../render/output.ts'
import { imported } from '../render/tallies.ts'
import type { ShapeOf } from '../table/command-table.ts'

export const run: Run<ShapeOf<'import'>> = Effect.fn('import')(function* ({ words, inBrain }) {
  const lines = yield* readLines(words.file, beginsExport)
  const memory = yield* openMemory
  yield* report(yield* memory.import({ ...inBrain, lines }), imported)
  return exits.done
})

/** The memory reads the header as a whole; this keeps a file that is something else from being read to its end. */
const beginsExport = (first: string) =>
  first.includes('"crabtrail"')
    ? Effect.void
    : Effect.fail(new BadImport({ line: 1, problem: 'it is no Crabtrail export: the first line is not its header' }))
