/** Forgets what is due. */
import * as Effect from 'effect/Effect'
import { given, type Run } from '../command.ts'
import { exits } from '../failures.ts'
import { openMemory } from '../opening.ts'
import { maintained } from '../render/maintained.ts'
import { present, report } from '../render/output.ts'
import type { ShapeOf } from '../table/command-table.ts'

export const run: Run<ShapeOf<'maintain'>> = Effect.fn('maintain')(function* ({ flags, inBrain }) {
  const { 'dry-run': dryRun } = flags
  const memory = yield* openMemory
  const answer = yield* memory.maintain({ ...inBrain, ...given({ dryRun }) })
  yield* dryRun ? present(answer, maintained('would be')) : report(answer, maintained('were'))
  return exits.done
})
