/** Names of actors and sessions, and times, as people read them. */

import * as Effect from 'effect/Effect'
import type { BrainEvent } from '../../domain/events/brain-event.ts'
import { type ActorNumber, type ContentRef, systemActor } from '../../domain/identity.ts'
import type { OpenBrain } from '../brain/brain.ts'
import { keptBodies } from '../brain/contents.ts'
import { forEachEvent } from '../brain/read-row.ts'

export const isoTime = (at: number): string => new Date(at).toISOString()

/**
 * Returns a function from an actor's number to its name: `crabtrail` for the program itself, `erased:3` for an erased name. `refs` keeps
 * the names that were found for later calls, because finding them reads the log.
 */
export const actorNames = Effect.fnUntraced(function* (
  brain: OpenBrain,
  actors: ReadonlyArray<ActorNumber>,
  refs: Map<ActorNumber, ContentRef> = new Map(),
) {
  const wanted = new Set(actors.filter((actor) => actor !== systemActor && !refs.has(actor)))
  if (wanted.size > 0) {
    const name = (event: BrainEvent) => {
      if (event.type === 'ActorNamed' && wanted.has(event.data.actor)) refs.set(event.data.actor, event.data.name)
    }
    yield* forEachEvent(brain, 1, brain.state.position, name, new Set(['ActorNamed']))
  }
  const bodies = yield* keptBodies(brain, [...refs.values()])
  return (actor: ActorNumber): string => {
    if (actor === systemActor) return 'crabtrail'
    const ref = refs.get(actor)
    return (ref === undefined ? undefined : bodies.get(ref)) ?? `erased:${actor}`
  }
})
