/** Tells what is odd about a store, with its text index and snapshots built anew if asked; 1 when something is. */
import * as Effect from 'effect/Effect'
import type { Run } from '../command.ts'
import { exits } from '../failures.ts'
import { openMemory } from '../opening.ts'
import { examined } from '../render/checked.ts'
import { present } from '../render/output.ts'
import type { ShapeOf } from '../table/command-table.ts'

export const run: Run<ShapeOf<'doctor'>> = Effect.fn('doctor')(function* ({ flags, inBrain }) {
  const memory = yield* openMemory
  const answer = yield* memory.doctor({
    ...inBrain,
    rebuildIndex: flags['rebuild-index'] === true,
    rebuildSnapshots: flags['rebuild-snapshots'] === true,
  })
  yield* present(answer, examined)
  return answer.ok ? exits.done : exits.refused
})
