/** Proves the log whole; 5 when it is not. */
import * as Effect from 'effect/Effect'
import { given, type Run } from '../command.ts'
import { exits } from '../failures.ts'
import { openMemory } from '../opening.ts'
import { verified } from '../render/checked.ts'
import { present } from '../render/output.ts'
import type { ShapeOf } from '../table/command-table.ts'

export const run: Run<ShapeOf<'verify'>> = Effect.fn('verify')(function* ({ flags, inBrain }) {
  const memory = yield* openMemory
  const answer = yield* memory.verify({ ...inBrain, ...given({ rederive: flags.rederive }) })
  yield* present(answer, verified)
  return answer.ok ? exits.done : exits.broken
})
