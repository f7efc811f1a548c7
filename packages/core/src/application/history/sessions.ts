/** Lists the sessions of a brain, and what each of them taught that still teaches. */
import * as Effect from 'effect/Effect'
import { typeSubject } from '../../domain/history/segments.ts'
import { type Position, printedSession, type SessionNumber } from '../../domain/identity.ts'
import { signalsOut, standingRequests } from '../../domain/projections/unlearnings.ts'
import { isSignal, signalTypes } from '../../domain/undo/restatement.ts'
import type { ListedSession, SessionsAnswer } from '../answers.ts'
import type { OpenBrain } from '../brain/brain.ts'
import { namesOf } from '../naming/names.ts'
import { placesOf, visitNewestFirst } from '../naming/segments.ts'
import { isoTime } from '../naming/speakers.ts'
import type { SessionsRequest } from '../requests.ts'

/** Sessions that are listed unless the request says otherwise. */
const listedMost = 20

interface Taught {
  signals: number
  uses: number
  readonly last: { readonly at: string; readonly position: Position; readonly verdict: string | null }
}

/** Lists sessions, those that taught last first, then the others, the newest first. */
export const sessions = Effect.fnUntraced(function* (brain: OpenBrain, { limit = listedMost }: SessionsRequest) {
  const { participants, position } = brain.state
  const taught = yield* whatTaught(brain)
  const numbers = [...taught.keys(), ...[...participants.sessions.keys()].filter((session) => !taught.has(session)).sort((a, b) => b - a)]
  const shown = numbers.slice(0, limit)
  const names = yield* namesOf(
    brain,
    shown.flatMap((session) => participants.sessions.get(session)?.key ?? []),
  )
  const listed = shown.flatMap((session): ReadonlyArray<ListedSession> => {
    const record = participants.sessions.get(session)
    if (record === undefined) return []
    const { last, signals = 0, uses = 0 } = taught.get(session) ?? {}
    return [
      {
        session: printedSession(session),
        key: names(record.key) ?? null,
        kind: record.kind,
        ended: record.ended,
        signals,
        uses,
        last: last ?? null,
      },
    ]
  })
  return { brain: brain.key, position, sessions: listed, more: numbers.length - shown.length } satisfies SessionsAnswer
})

/** Returns what still teaches by the session in which it was said, the session with the newest signal first. */
const whatTaught = Effect.fnUntraced(function* (brain: OpenBrain) {
  const { position, unlearnings } = brain.state
  const out = signalsOut(unlearnings, standingRequests(unlearnings))
  const taught = new Map<SessionNumber, Taught>()
  yield* visitNewestFirst(brain, yield* placesOf(brain, [signalTypes.map(typeSubject)], position), 1, position, (event) => {
    const { session } = event.commit
    if (session === undefined || out.has(event.position) || !isSignal(event)) return true
    const verdict = event.type === 'FeedbackGiven' || event.type === 'OutcomeGiven' ? event.data.verdict : null
    const known = taught.get(session) ?? { signals: 0, uses: 0, last: { at: isoTime(event.commit.at), position: event.position, verdict } }
    taught.set(session, known)
    known.signals++
    if (event.type === 'FeedbackGiven' && event.data.given === 'inferred') known.uses++
    return true
  })
  return taught
})
