/** Sets an edge by hand. */
import * as Effect from 'effect/Effect'
import { given, type Run } from '../command.ts'
import { exits } from '../failures.ts'
import { openMemory } from '../opening.ts'
import { setByHand } from '../render/learned.ts'
import { report } from '../render/output.ts'
import type { ShapeOf } from '../table/command-table.ts'

export const run: Run<ShapeOf<'strength'>> = Effect.fn('strength')(function* ({ words, flags, inBrain }) {
  const { kind, session, key, expect: expected } = flags
  const memory = yield* openMemory
  const request = { ...inBrain, source: words.src, target: words.dst, value: words.value, ...given({ kind, session, key, expected }) }
  yield* report(yield* memory.strength(request), setByHand)
  return exits.done
})
