/** Tells why a turn recalled what it did. */
import * as Effect from 'effect/Effect'
import { given, type Run } from '../command.ts'
import { exits } from '../failures.ts'
import { openMemory } from '../opening.ts'
import { explained } from '../render/explained.ts'
import { present } from '../render/output.ts'
import type { ShapeOf } from '../table/command-table.ts'

export const run: Run<ShapeOf<'why'>> = Effect.fn('why')(function* ({ words, flags, inBrain }) {
  const memory = yield* openMemory
  yield* present(yield* memory.why({ ...inBrain, turn: words.turn, ...given({ node: words.node, at: flags.at }) }), explained)
  return exits.done
})
