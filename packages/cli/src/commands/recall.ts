/** Asks a question. */
import * as Effect from 'effect/Effect'
import { given, type Run } from '../command.ts'
import { exits } from '../failures.ts'
import { openMemory } from '../opening.ts'
import { Output, present } from '../render/output.ts'
import { pasteable } from '../render/pasteable.ts'
import { recalled } from '../render/recalled.ts'
import type { ShapeOf } from '../table/command-table.ts'

export const run: Run<ShapeOf<'recall'>> = Effect.fn('recall')(function* ({ words, flags, inBrain }) {
  const { engine, limit, budget, at, session, key, expect: expected } = flags
  const record = flags['no-record'] === true ? false : undefined
  const memory = yield* openMemory
  const answer = yield* memory.recall({
    ...inBrain,
    ensure: false,
    question: words.question,
    ...given({ engine, limit, budget, at, session, key, expected, record }),
  })
  yield* present(answer, recalled)
  const [first] = answer.items
  if (answer.turn !== null && first !== undefined) {
    const { calledAs, note } = yield* Output
    const [given] = answer.context.items
    const teach = pasteable([...calledAs, 'used', given ?? first.node, ...(session === undefined ? [] : ['--session', session])])
    yield* note(`${given === undefined ? 'if the first one answers it' : 'if it helped'}: ${teach}`)
    yield* note(`see why: ${pasteable([...calledAs, 'why', answer.turn])}`)
  }
  return exits.done
})
