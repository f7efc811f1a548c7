/** Gives numbers to whoever speaks and to their session, the first time each is heard of. */
import type { EventData, NewEvent } from '../events/brain-event.ts'
import type { ActorNumber, ContentRef, SessionNumber } from '../identity.ts'
import type { Origin } from '../node.ts'
import type { BrainState } from '../projections/brain-fold.ts'

export type SessionKind = EventData<'SessionStarted'>['kind']

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
  readonly actor: ActorNumber
  readonly session: SessionNumber | undefined
}

export const introduce = (state: BrainState, { actor, session }: Participants): Introduced => {
  const events: Array<NewEvent> = []
  const actorNumber = actor.known ?? state.registers.actors + 1
  if (actor.known === undefined) events.push({ type: 'ActorNamed', data: { actor: actorNumber, name: actor.name, kind: actor.kind } })
  if (session === undefined) return { events, actor: actorNumber, session: undefined }
  const { known, ...about } = session
  const sessionNumber = known ?? state.registers.sessions.size + 1
  if (known === undefined) events.push({ type: 'SessionStarted', data: { session: sessionNumber, ...about } })
  return { events, actor: actorNumber, session: sessionNumber }
}

/** Kind of the session that a signal belongs to, as it was started. A signal without one comes from the command line. */
export const sessionKind = ({ registers }: BrainState, { session }: Participants): SessionKind =>
  (session?.known === undefined ? session?.kind : registers.sessions.get(session.known)?.kind) ?? 'cli'
