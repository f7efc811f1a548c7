/** The whole log with its contents, to a file or to standard output. */
import * as Effect from 'effect/Effect'
import type { Run } from '../command.ts'
import { exportTarget, requireNoFile } from '../documents/export-target.ts'
import { tellable } from '../documents/tellable.ts'
import { writeWhole } from '../documents/whole-file.ts'
import { exits } from '../failures.ts'
import { openMemory } from '../opening.ts'
import { escaped } from '../render/document.ts'
import { Output, present, report } from '../render/output.ts'
import { exported } from '../render/tallies.ts'
import type { ShapeOf } from '../table/command-table.ts'

export const run: Run<ShapeOf<'export'>> = Effect.fn('export')(function* ({ flags, inBrain }) {
  const target = flags.output === undefined ? 'stdout' : yield* exportTarget(flags.output)
  if (flags.output !== undefined && flags.force !== true) yield* requireNoFile(target, flags.output)
  const memory = yield* openMemory
  const output = yield* Output
  const answer = yield* memory.export(inBrain)
  const lines = answer.lines.map(escaped)
  if (flags.output !== undefined && target !== 'stdout') {
    yield* writeWhole(target, lines)
    const { brain, position } = answer
    yield* report({ brain, position, lines: lines.length, file: tellable(flags.output) }, exported)
  } else if (output.json) yield* present({ ...answer, lines }, () => [])
  else for (const line of lines) yield* output.write(`${line}\n`)
  return exits.done
})
