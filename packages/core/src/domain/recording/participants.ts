/** Introduces actors and sessions the first time each is heard of, and records how sessions begin and end and what a heartbeat saw. */

import * as Result from 'effect/Result'
import type { Decision, SessionKind, Speaker } from '../decision.ts'
import type { EventData, NewEvent } from '../events/brain-event.ts'
import type { Origin } from '../graph.ts'
import { type ActorNumber, type ContentRef, type Position, type SessionNumber, systemActor } from '../identity.ts'
import { type ChangedSetting, changedSettings } from '../profiles/own-settings.ts'
import type { Profile } from '../profiles/profile.ts'
import type { BrainState } from '../projections/brain-fold.ts'

/** Found by fingerprint, or given as contents that are stored if the number is new. */
export interface Participants {
  readonly actor: { readonly known: ActorNumber | undefined; readonly name: ContentRef; readonly kind: EventData<'ActorNamed'>['kind'] }
  readonly session:
    | {
        readonly known: SessionNumber | undefined
        readonly key: ContentRef
        readonly kind: SessionKind
        readonly agent?: ContentRef
        readonly workspace?: ContentRef
        readonly channel?: ContentRef
      }
    | undefined
  readonly origin: Origin
}

export interface Introduced {
  readonly events: ReadonlyArray<NewEvent>
  readonly speaker: Speaker
}

/** New actors and sessions get the next number. `memory` is the memory's own doing: it needs no introduction and is in no session. */
export const introduce = (state: BrainState, by: Participants | 'memory'): Introduced => {
  if (by === 'memory') {
    const speaker = { origin: 'system', actor: systemActor, session: 'cli', sessionNumber: undefined, isNewSession: false } as const
    return { events: [], speaker: { ...speaker, first: state.position + 1 } }
  }
  const { actor, origin, session } = by
  const { participants } = state
  const events: Array<NewEvent> = []
  const actorNumber = actor.known ?? participants.actors + 1
  if (actor.known === undefined) events.push({ type: 'ActorNamed', data: { actor: actorNumber, name: actor.name, kind: actor.kind } })
  const sessionNumber = session && (session.known ?? participants.sessions.size + 1)
  const isNewSession = session !== undefined && session.known === undefined
  if (session !== undefined && sessionNumber !== undefined) {
    const { known, ...about } = session
    if (known === undefined) events.push({ type: 'SessionStarted', data: { session: sessionNumber, ...about } })
  }
  const first = state.position + events.length + 1
  return { events, speaker: { origin, actor: actorNumber, session: sessionKind(state, by), sessionNumber, isNewSession, first } }
}

/** Kind of the session that a command belongs to, as it was started. A command without one comes from the command line. */
const sessionKind = ({ participants }: BrainState, { session }: Participants): SessionKind =>
  (session?.known === undefined ? session?.kind : participants.sessions.get(session.known)?.kind) ?? 'cli'

/** A session starts with its introduction; one that is open already is left as it is. */
export const decideSessionStart = ({ isNewSession, sessionNumber }: Speaker): Decision<SessionNumber | undefined> =>
  Result.succeed({ events: [], answer: sessionNumber, ...(isNewSession ? { introduces: true } : {}) })

export interface SessionEnd {
  readonly reason: EventData<'SessionEnded'>['reason']
}

/** Answers with the session that ended. No event, and no session, where none of this key is open. */
export const decideSessionEnd = ({ isNewSession, reason, sessionNumber }: SessionEnd & Speaker): Decision<SessionNumber | undefined> =>
  Result.succeed(
    isNewSession || sessionNumber === undefined
      ? { events: [], answer: undefined }
      : { events: [{ type: 'SessionEnded', data: { session: sessionNumber, reason } }], answer: sessionNumber },
  )

export interface Heartbeat {
  /** Each once. */
  readonly tags: ReadonlyArray<ContentRef>
}

/** Answers with the session of the heartbeat. */
export const decideHeartbeat = ({ sessionNumber = 0, tags }: Heartbeat & Speaker): Decision<SessionNumber> =>
  Result.succeed({ events: [{ type: 'HeartbeatObserved', data: { session: sessionNumber, tags } }], answer: sessionNumber })

/* Opens a brain, changes the settings it learns by, and puts the vectors of an embedder in force. */

export interface Creation {
  /** sha256 in hex over the canonical settings. */
  readonly digest: string
}

/** `profile` holds from the first event on. */
export const decideCreation = ({ digest }: Creation, _state: BrainState, profile: Profile): Decision<void> =>
  Result.succeed({
    events: [{ type: 'BrainCreated', data: { profile: profile.name, settings: { ...profile }, digest } }],
    answer: undefined,
  })

export interface ProfileChange extends Creation {
  readonly profile: Profile
}

/** Answers with the settings that differ. No event where the digest in force is the same. */
export const decideProfile = (
  { digest, origin, profile }: ProfileChange & Pick<Speaker, 'origin'>,
  { settings }: BrainState,
  inForce: Profile,
): Decision<ReadonlyArray<ChangedSetting>> =>
  Result.succeed({
    events:
      digest === settings.inForce?.digest
        ? []
        : [{ type: 'ProfileChanged', origin, data: { profile: profile.name, settings: { ...profile }, digest } }],
    answer: changedSettings(inForce, profile),
  })

/** Settings say whose words teach, so nobody but the owner may change them. */
export const mayChangeProfile = (origin: Origin): boolean => origin === 'owner'

export interface EmbedderChange {
  /** The embedder's id. */
  readonly embedder: ContentRef
  /** Numbers of a vector. */
  readonly dimension: number
  /** Position of the event that put the embedder in force which is to be replaced; undefined where none was. */
  readonly since: Position | undefined
}

/** No event where another process put an embedder in force meanwhile: its vectors are those to compare with. */
export const decideEmbedder = ({ dimension, embedder, since }: EmbedderChange, { settings }: BrainState): Decision<void> =>
  Result.succeed({
    events: settings.embedder?.since === since ? [{ type: 'EmbedderChanged', data: { embedder, dimension, bands: [] } }] : [],
    answer: undefined,
  })
