/** The events that somebody waits for, told as the log tells them, when they are committed. */
import * as Effect from 'effect/Effect'
import type { BrainEvent } from '../../domain/events/brain-event.ts'
import type { ActorNumber, ContentRef, Position } from '../../domain/identity.ts'
import type { OpenBrain } from '../brain/brain.ts'
import { chooseBrain, type OpenBrains, withBrain } from '../brain/open-brains.ts'
import { resolvePosition } from '../naming/positions.ts'
import { actorNames } from '../naming/speakers.ts'
import type { WatchRequest } from '../requests.ts'
import { eventFilter, logged } from './log.ts'
import { tailLog } from './log-tail.ts'

/** What it is asked for is looked up at once. A key of a session means those as well that begin with it later. */
export const watchLog = Effect.fnUntraced(function* (open: OpenBrains, request: WatchRequest) {
  const brain = yield* chooseBrain(request, 'refuse')
  const inBrain = <A, E, R>(use: (brain: OpenBrain) => Effect.Effect<A, E, R>) => withBrain(open, { brain }, 'refuse', use)
  const { from, session, ...rest } = request
  const ofSession = session === undefined ? {} : { session }
  const begun = yield* inBrain((here) =>
    Effect.all({ after: startOf(here, from), matches: eventFilter(here, rest), known: eventFilter(here, ofSession) }),
  )
  const tail = yield* tailLog(brain, begun.after)
  const actors = new Map<ActorNumber, ContentRef>()
  const told = Effect.fnUntraced(function* (here: OpenBrain, events: ReadonlyArray<BrainEvent>) {
    const belongs = yield* eventFilter(here, ofSession)
    const found = events.filter((event) => begun.matches(event) && belongs(event))
    const names = yield* actorNames(
      here,
      found.map(({ commit }) => commit.actor),
      actors,
    )
    return found.map((event) => logged(event, names))
  })
  /** Read, and not told yet. */
  let read: ReadonlyArray<BrainEvent> = []
  return Effect.gen(function* () {
    for (;;) {
      if (read.length === 0) read = yield* tail
      const found = yield* inBrain((here) => told(here, read))
      read = []
      if (found.length > 0) return found
    }
  })
})

/** The position before the first event that is asked for: the one that comes next may be asked for, too. */
const startOf = Effect.fnUntraced(function* (brain: OpenBrain, from: string | undefined) {
  const end: Position = brain.state.position
  if (from === undefined || from === String(end + 1)) return end
  return Math.max(0, (yield* resolvePosition(brain, from)) - 1)
})
