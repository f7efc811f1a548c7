/** Tells why a turn recalled what it did. */
import * as Effect from 'effect/Effect'
import { given, type Run } from '../command.ts'
import { exits } from '../failures.ts'
import { openMemory } from '../opening.ts'
import { explained } from '../render/explained.ts'
import { explainedInBrief } from '../render/explained-in-brief.ts'
import { present } from '../render/output.ts'
import type { ShapeOf } from '../table/command-table.ts'

export const run: Run<ShapeOf<'why'>> = Effect.fn('why')(function* ({ words, flags, inBrain }) {
  const memory = yield* openMemory
  const answer = yield* memory.why({ ...inBrain, turn: words.turn, ...given({ node: words.node, at: flags.at }) })
  yield* present(answer, words.node === undefined && flags.all !== true ? explainedInBrief : explained)
  return exits.done
})
