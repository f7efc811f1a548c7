/** Reads the effects of one fact back from the log, so that a repeated command has the same answer. */
import * as Effect from 'effect/Effect'
import type { BrainEvent } from '../../domain/events/brain-event.ts'
import type { Position } from '../../domain/identity.ts'
import { forEachEvent } from '../brain/as-of.ts'
import type { OpenBrain } from '../brain/brain.ts'
import type { Done } from '../brain/run-command.ts'

/** Position of a command's last event, appended now or recorded before; 0 where it has none. */
export const lastPosition = ({ events, recorded }: Omit<Done<unknown>, 'answer'>): Position =>
  recorded === undefined ? (events.at(-1)?.position ?? 0) : recorded.first + recorded.count - 1

/** The fact at a position with its effects; `position` is where the last of them stands. */
export const factEffects = Effect.fnUntraced(function* (brain: OpenBrain, at: Position) {
  let fact: BrainEvent | undefined
  const effects: Array<BrainEvent> = []
  yield* forEachEvent(brain, at, brain.state.position, (event) => {
    if (event.position === at) fact = event
    if (event.cause === at) effects.push(event)
  })
  return { fact, effects, position: effects.at(-1)?.position ?? at }
})
