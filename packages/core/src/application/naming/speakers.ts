/** Names of actors and sessions, and times, as people read them. */

import * as Effect from 'effect/Effect'
import { bodyFilter } from '../../domain/events/codec/commit-body.ts'
import { type ActorNumber, type ContentRef, systemActor } from '../../domain/identity.ts'
import type { OpenBrain } from '../brain/brain.ts'
import { keptBodies } from '../brain/contents.ts'
import { decodeRow } from '../brain/read-row.ts'
import { EventStore } from '../ports/event-store.ts'

export const isoTime = (at: number): string => new Date(at).toISOString()

/** Commits that are read at once. */
const commitsSearched = 256

const namesActors = bodyFilter(['ActorNamed'])

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
  const store = yield* EventStore
  // An actor is named in the commit in which it first appears: mostly the first ones of a log, where the search ends.
  for (let next = 1; wanted.size > 0 && next <= brain.state.position; ) {
    const rows = yield* store.read(brain.key, next, commitsSearched, brain.state.position)
    for (const row of rows.filter(({ body }) => namesActors(body))) {
      for (const event of yield* decodeRow(brain.key, row))
        if (event.type === 'ActorNamed' && wanted.delete(event.data.actor)) refs.set(event.data.actor, event.data.name)
    }
    const last = rows.at(-1)
    if (last === undefined) break
    next = last.first + last.count
  }
  const bodies = yield* keptBodies(brain, [...refs.values()])
  return (actor: ActorNumber): string => {
    if (actor === systemActor) return 'crabtrail'
    const ref = refs.get(actor)
    return (ref === undefined ? undefined : bodies.get(ref)) ?? `erased:${actor}`
  }
})
