/** Finds out who speaks and in which session: numbers where they are known, contents where they are new. */
import * as Effect from 'effect/Effect'
import type { EventData } from '../../domain/events/brain-event.ts'
import { actorKinds, sessionKinds } from '../../domain/events/session-events.ts'
import type { SessionNumber } from '../../domain/identity.ts'
import { origins } from '../../domain/node.ts'
import type { BrainState } from '../../domain/projections/brain-fold.ts'
import type { Participants } from '../../domain/recording/participants.ts'
import { limits } from '../limits.ts'
import type { FoundContent } from '../ports/event-store.ts'
import { InvalidRequest } from '../request-errors.ts'
import type { InSession, Speaker } from '../requests.ts'
import type { Access, OpenBrain } from './brain.ts'
import type { ContentDrafts } from './content-drafts.ts'
import { cleanText, utf8Bytes } from './text-input.ts'

export const speakerName = ({ actor, actorKind }: Speaker): { readonly name: string; readonly kind: EventData<'ActorNamed'>['kind'] } => ({
  name: actor ?? 'cli',
  kind: actorKind ?? 'owner',
})

/** Checks the names a request gives, before anything is gathered. */
export const checkNames = (request: Speaker & InSession & { readonly key?: string }): Effect.Effect<void, InvalidRequest> => {
  for (const field of ['actor', 'session', 'agent', 'workspace', 'channel', 'key'] as const) {
    const value = request[field]
    if (value === undefined) continue
    if (value === '') return Effect.fail(new InvalidRequest({ field, problem: 'it is empty' }))
    if (utf8Bytes(value) > limits.idBytes) {
      return Effect.fail(new InvalidRequest({ field, problem: `it has ${utf8Bytes(value)} bytes; at most ${limits.idBytes}` }))
    }
  }
  if (request.origin !== undefined && !origins.includes(request.origin)) return refuse('origin', request.origin, origins)
  if (request.sessionKind !== undefined && !sessionKinds.includes(request.sessionKind)) {
    return refuse('sessionKind', request.sessionKind, sessionKinds)
  }
  if (request.actorKind !== undefined && !actorKinds.includes(request.actorKind)) return refuse('actorKind', request.actorKind, actorKinds)
  return Effect.void
}

const refuse = (field: string, word: string, known: ReadonlyArray<string>): Effect.Effect<never, InvalidRequest> =>
  Effect.fail(
    new InvalidRequest({ field, problem: `there is no ${JSON.stringify(String(word).slice(0, 80))}; choose one of ${known.join(', ')}` }),
  )

interface Meant {
  /** The key where the request names none. */
  readonly fallback?: string
  /** What is said is about this session, if it has the key: it stays there though another was begun since. */
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

/** One key names many sessions, one after the other: the one that is meant, else the newest, unless it has ended. */
const openSession = (
  { registers }: BrainState,
  begun: ReadonlyArray<FoundContent>,
  about: SessionNumber | undefined,
): SessionNumber | undefined => {
  if (begun.some(({ number }) => number === about)) return about
  const newest = begun.at(-1)?.number
  return newest === undefined || registers.sessions.get(newest)?.ended !== false ? undefined : newest
}
