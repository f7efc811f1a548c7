/** Says what a recall was worth; the short forms (`used NODE` and the like) say it of the nodes that are their arguments. */
import type { Verdict } from '@crabtrail/core'
import * as Effect from 'effect/Effect'
import { given, type Input, type Run } from '../command.ts'
import { exits } from '../failures.ts'
import { openMemory } from '../opening.ts'
import { learned } from '../render/learned.ts'
import { Output, report } from '../render/output.ts'
import { plain } from '../render/plain.ts'
import type { ShapeOf } from '../table/command-table.ts'

export const run: Run<ShapeOf<'feedback'>> = ({ words, flags, inBrain }) => say(words.verdict, flags.node ?? [], { flags, inBrain })

export const shortForm =
  (verdict: Verdict): Run<ShapeOf<'used'>> =>
  ({ words, flags, inBrain }) =>
    say(verdict, words.node, { flags, inBrain })

const say = Effect.fn('feedback')(function* (
  verdict: Verdict,
  nodes: ReadonlyArray<string>,
  { flags, inBrain }: Pick<Input<ShapeOf<'used'>>, 'flags' | 'inBrain'>,
) {
  const { turn, instead, outcome, tier, session, key, expect: expected } = flags
  const memory = yield* openMemory
  const answer = yield* memory.feedback({ ...inBrain, verdict, nodes, ...given({ turn, instead, outcome, tier, session, key, expected }) })
  yield* report(answer, learned)
  const [node] = nodes
  if (verdict === 'wrong' && instead === undefined && node !== undefined) {
    const { note } = yield* Output
    const of = answer.turn === null ? '' : ` --turn ${answer.turn}`
    yield* note(plain(`name the right one, shown or not: crabtrail wrong ${node} --instead NODE${of}`))
  }
  return exits.done
})
