/** Names of actors and sessions, and times, as people read them. */

import * as Effect from 'effect/Effect'
import { type ActorNumber, type ContentRef, printedSession, type SessionNumber, systemActor } from '../../domain/identity.ts'
import type { OpenBrain } from '../brain/brain.ts'
import { keptBodies } from '../brain/contents.ts'
import { ContentStore } from '../ports/content-store.ts'
import { InvalidRequest, NotFound } from '../request-errors.ts'

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

/** Finds a session by its number (`s17`), or all sessions that had this key one after the other. */
export const resolveSessions = Effect.fnUntraced(function* (brain: OpenBrain, text: string) {
  if (text === '') return yield* new InvalidRequest({ field: 'session', problem: 'it is empty' })
  const contents = yield* ContentStore
  // A session may be called like the number of another one. Who said something under that name means his own.
  const found = yield* contents.find(brain.key, 'session-key', brain.fingerprint('session-key', text))
  if (found.length > 0) return new Set(found.map(({ number }) => number))
  const numbered = /^s([1-9]\d{0,14})$/.exec(text)
  if (numbered?.[1] !== undefined && brain.state.participants.sessions.has(Number(numbered[1]))) return new Set([Number(numbered[1])])
  return yield* new NotFound({ what: 'session', name: text.slice(0, 200), hint: 'give its key, or its number as s17' })
})

/** Finds an actor by its name. */
export const resolveActor = Effect.fnUntraced(function* (brain: OpenBrain, name: string) {
  const contents = yield* ContentStore
  const [found] = yield* contents.find(brain.key, 'actor-name', brain.fingerprint('actor-name', name))
  if (found !== undefined) return found.number satisfies ActorNumber
  return yield* new NotFound({ what: 'actor', name: name.slice(0, 200), hint: 'nobody of that name said anything; log lists the actors' })
})

/** Returns the content that holds the key of a session; empty for a signal outside of sessions. */
export const sessionKeyRef = ({ state }: OpenBrain, session: SessionNumber | undefined): ReadonlyArray<ContentRef> => {
  const key = session === undefined ? undefined : state.participants.sessions.get(session)?.key
  return key === undefined ? [] : [key]
}

/** A session as answers name it: its number, and its key unless that was erased. Both are null for a signal outside of sessions. */
export interface NamedSession {
  readonly session: string | null
  readonly sessionKey: string | null
}

/** Names a session. `bodies` holds the content of its key, see {@link sessionKeyRef}. */
export const namedSession = (
  brain: OpenBrain,
  session: SessionNumber | undefined,
  bodies: ReadonlyMap<ContentRef, string>,
): NamedSession => {
  const [key] = sessionKeyRef(brain, session)
  return {
    session: session === undefined ? null : printedSession(session),
    sessionKey: key === undefined ? null : (bodies.get(key) ?? null),
  }
}
