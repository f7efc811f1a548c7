/** Takes learning back to what it was. */
import * as Effect from 'effect/Effect'
import { given, type Run } from '../command.ts'
import { exits } from '../failures.ts'
import { openMemory } from '../opening.ts'
import { rolledBack } from '../render/learned.ts'
import { present, report } from '../render/output.ts'
import type { ShapeOf } from '../table/command-table.ts'

export const run: Run<ShapeOf<'rollback'>> = Effect.fn('rollback')(function* ({ flags, inBrain }) {
  const { to, session, key, 'dry-run': dryRun } = flags
  const memory = yield* openMemory
  const answer = yield* memory.rollback({ ...inBrain, to, ...given({ dryRun, session, key }) })
  yield* dryRun ? present(answer, rolledBack('would be')) : report(answer, rolledBack('are'))
  return exits.done
})
