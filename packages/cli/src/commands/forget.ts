/** Erases contents for good, and says where, and what it cannot reach. */
import * as Effect from 'effect/Effect'
import { given, type Run } from '../command.ts'
import { exits } from '../failures.ts'
import { openMemory } from '../opening.ts'
import { forgotten } from '../render/forgotten.ts'
import { present, report } from '../render/output.ts'
import type { ShapeOf } from '../table/command-table.ts'

export const run: Run<ShapeOf<'forget'>> = Effect.fn('forget')(function* ({ flags, inBrain }) {
  const { node, session, source, subject, 'dry-run': dryRun } = flags
  const memory = yield* openMemory
  const answer = yield* memory.forget({ ...inBrain, ...given({ node, source, session, subject, dryRun }) })
  yield* dryRun ? present(answer, forgotten('would be')) : report(answer, forgotten('done'))
  return exits.done
})
