/** The events of a brain; with `--follow` also those that come while somebody watches. */
import { type Answer, InvalidRequest, type Request } from '@crabtrail/core'
import * as Effect from 'effect/Effect'
import { given, type Run } from '../command.ts'
import { exits } from '../failures.ts'
import { openMemory } from '../opening.ts'
import { documentOf } from '../render/document.ts'
import { eventLines, logged } from '../render/logged.ts'
import { Output, present } from '../render/output.ts'
import { plainly } from '../render/plain.ts'
import type { ShapeOf } from '../table/command-table.ts'

export const run: Run<ShapeOf<'log'>> = Effect.fn('log')(function* ({ flags, inBrain }) {
  const { type, turn, session, node, edge, from, to, limit } = flags
  const filter = { ...inBrain, ...given({ type, turn, session, node, edge }) }
  if (flags.follow === true && to !== undefined) {
    return yield* new InvalidRequest({ field: '--to', problem: 'what is followed has no end: leave out --to or --follow' })
  }
  const memory = yield* openMemory
  // Asked for all from a position on, it has no need of the newest so many.
  if (flags.follow === true && from !== undefined && limit === undefined) return yield* follow({ ...filter, from })
  const answer = yield* memory.log({ ...filter, ...given({ from, to, limit }) })
  if (flags.follow !== true) {
    yield* present(answer, logged)
    return exits.done
  }
  yield* print(answer.events)
  return yield* follow({ ...filter, from: String(answer.position + 1) })
})

/** Prints every event once and in order, those that come as they are committed, until it is interrupted. */
const follow = Effect.fnUntraced(function* (request: Request.WatchRequest) {
  const memory = yield* openMemory
  const next = yield* memory.watch(request)
  for (;;) yield* print(yield* next)
})

const print = Effect.fnUntraced(function* (events: ReadonlyArray<Answer.LoggedEvent>) {
  const { json, page, write } = yield* Output
  yield* write((json ? events.map(documentOf) : eventLines(plainly(events), page)).map((line) => `${line}\n`).join(''))
})
