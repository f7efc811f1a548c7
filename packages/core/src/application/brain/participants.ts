/** Looks up the speaker and the session of a request: numbers where they are known, drafts of contents where they are new. */

import * as Effect from 'effect/Effect'
import type { EventData } from '../../domain/events/brain-event.ts'
import type { SessionNumber } from '../../domain/identity.ts'
import type { BrainState } from '../../domain/projections/brain-fold.ts'
import type { Participants } from '../../domain/recording/participants.ts'
import type { FoundContent } from '../ports/event-store.ts'
import type { InSession, Speaker } from '../requests.ts'
import type { Access, OpenBrain } from './brain.ts'
import { type ContentDrafts, cleanText } from './content-drafts.ts'

export const speakerName = ({ actor, actorKind }: Speaker): { readonly name: string; readonly kind: EventData<'ActorNamed'>['kind'] } => ({
  name: actor ?? 'cli',
  kind: actorKind ?? 'owner',
})

interface Meant {
  /** The session key where the request names none. */
  readonly fallback?: string
  /** The session that the request is about, if it has the key: the request stays there though another was begun since. */
  readonly about?: SessionNumber | undefined
}

export const gatherParticipants = Effect.fnUntraced(function* (
  { state }: OpenBrain,
  request: Speaker & InSession,
  drafts: ContentDrafts,
  access: Access,
  { about, fallback = 'cli' }: Meant = {},
) {
  const { kind, name: given } = speakerName(request)
  const { text: name } = yield* cleanText(given)
  const [actor] = yield* access.find('actor-name', name)
  const asked = request.session ?? fallback
  const key = asked === undefined ? undefined : (yield* cleanText(asked)).text
  const begun = key === undefined ? [] : yield* access.find('session-key', key)
  const participants: Participants = {
    origin: request.origin ?? 'owner',
    actor: { known: actor?.number, name: drafts.add(name), kind },
    session:
      key === undefined
        ? undefined
        : {
            known: openSession(state, begun, about),
            key: drafts.add(key),
            kind: request.sessionKind ?? (key === 'cli' ? 'cli' : 'interactive'),
            ...(request.agent === undefined ? {} : { agent: drafts.add((yield* cleanText(request.agent)).text) }),
            ...(request.workspace === undefined ? {} : { workspace: drafts.add((yield* cleanText(request.workspace)).text) }),
            ...(request.channel === undefined ? {} : { channel: drafts.add((yield* cleanText(request.channel)).text) }),
          },
  }
  return participants
})

/**
 * Returns the open session of a key, which can name several sessions, one after the other: `about` if it is one of them, else the newest
 * one unless it has ended.
 */
const openSession = (
  { participants }: BrainState,
  begun: ReadonlyArray<FoundContent>,
  about: SessionNumber | undefined,
): SessionNumber | undefined => {
  if (begun.some(({ number }) => number === about)) return about
  const newest = begun.at(-1)?.number
  return newest === undefined || participants.sessions.get(newest)?.ended !== false ? undefined : newest
}
