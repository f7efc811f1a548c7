/** Waits for new events by asking again; a log tells nobody that it grew. */
import type { Answer, Request } from '@crabtrail/core'
import * as Effect from 'effect/Effect'
import type { Failure } from './failures.ts'
import { type Opening, openMemory } from './opening.ts'

const pollEveryMs = 250
const eventsPerAsk = 500

/** Prints what comes after `seen`, every event once and in order, until it is interrupted. */
export const follow = <E>(
  filter: Omit<Request.LogRequest, 'from' | 'to' | 'limit'>,
  seen: number,
  print: (events: ReadonlyArray<Answer.LoggedEvent>) => Effect.Effect<void, E>,
): Effect.Effect<never, E | Failure, Opening> =>
  Effect.gen(function* () {
    for (let last = seen; ; ) {
      yield* Effect.sleep(pollEveryMs)
      const { events, position } = yield* since(filter, last)
      if (events.length > 0) yield* print(events)
      last = position
    }
  })

/**
 * An answer holds the newest matches only, so those before are asked for until nothing is left out. It asks from `last`,
 * not from behind it: a position beyond the end is none.
 */
const since = Effect.fnUntraced(function* (filter: Request.LogRequest, last: number) {
  const memory = yield* openMemory
  const request = { ...filter, from: String(Math.max(1, last)), limit: eventsPerAsk }
  let answer = yield* memory.log(request)
  const { position } = answer
  let events = answer.events
  while (answer.more) {
    const before = events[0]?.position ?? 0
    if (before <= last + 1) break
    answer = yield* memory.log({ ...request, to: String(before - 1) })
    events = [...answer.events, ...events]
  }
  return { events: events.filter((event) => event.position > last), position }
})
