/** Shows a node, an edge or the brain. */
import * as Effect from 'effect/Effect'
import { given, type Run } from '../command.ts'
import { exits } from '../failures.ts'
import { openMemory } from '../opening.ts'
import { present } from '../render/output.ts'
import { shown } from '../render/shown.ts'
import type { ShapeOf } from '../table/command-table.ts'

export const run: Run<ShapeOf<'show'>> = Effect.fn('show')(function* ({ words, flags, inBrain }) {
  const what = words['node|edge']
  const memory = yield* openMemory
  const answer = yield* memory.show({ ...inBrain, ...given({ what, at: flags.at }) })
  yield* present(answer, shown(what))
  return exits.done
})
