/** The events of a brain; with `--follow` also those that come while somebody watches. */
import { InvalidRequest } from '@crabtrail/core'
import * as Effect from 'effect/Effect'
import { given, type Run } from '../command.ts'
import { exits } from '../failures.ts'
import { follow } from '../follow.ts'
import { openMemory } from '../opening.ts'
import { documentOf } from '../render/document.ts'
import { eventLines, logged } from '../render/logged.ts'
import { Output, present } from '../render/output.ts'
import { plainly } from '../render/plain.ts'
import type { ShapeOf } from '../table/command-table.ts'

export const run: Run<ShapeOf<'log'>> = Effect.fn('log')(function* ({ flags, inBrain }) {
  const { type, turn, session, node, edge, from, to, limit } = flags
  const filter = { ...inBrain, ...given({ type, turn, session, node, edge }) }
  const { json, page, write } = yield* Output
  if (flags.follow === true && to !== undefined) {
    return yield* new InvalidRequest({ field: '--to', problem: 'what is followed has no end: leave out --to or --follow' })
  }
  const memory = yield* openMemory
  const answer = yield* memory.log({ ...filter, ...given({ from, to, limit }) })
  if (flags.follow !== true) {
    yield* present(answer, logged)
    return exits.done
  }
  const print = (events: typeof answer.events) =>
    write((json ? events.map(documentOf) : eventLines(plainly(events), page)).map((line) => `${line}\n`).join(''))
  yield* print(answer.events)
  return yield* follow(filter, answer.position, print)
})
