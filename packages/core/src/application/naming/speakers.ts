/** Names of actors and sessions, and times, as people read them. */

import * as Effect from 'effect/Effect'
import { type ActorNumber, systemActor } from '../../domain/identity.ts'
import type { OpenBrain } from '../brain/brain.ts'
import { keptBodies } from '../brain/contents.ts'

export const isoTime = (at: number): string => new Date(at).toISOString()

/** Returns a function from an actor's number to its name: `crabtrail` for the program itself, `erased:3` for an erased name. */
export const actorNames = Effect.fnUntraced(function* (brain: OpenBrain, actors: ReadonlyArray<ActorNumber>) {
  const { names } = brain.state.participants
  const refs = [...new Set(actors)].flatMap((actor) => names.get(actor) ?? [])
  const bodies = yield* keptBodies(brain, refs)
  return (actor: ActorNumber): string => {
    if (actor === systemActor) return 'crabtrail'
    const ref = names.get(actor)
    return (ref === undefined ? undefined : bodies.get(ref)) ?? `erased:${actor}`
  }
})
