/** A conversation begins or ends. */
import * as Effect from 'effect/Effect'
import { endReasons } from '../../domain/events/session-events.ts'
import { printedSession } from '../../domain/identity.ts'
import { introduce } from '../../domain/recording/participants.ts'
import type { SessionAnswer } from '../answers.ts'
import { beginSignal } from '../brain/begin-signal.ts'
import { type OpenBrain, transact } from '../brain/brain.ts'
import { checkNames, gatherParticipants } from '../brain/participants.ts'
import { InvalidRequest } from '../request-errors.ts'
import type { SessionRequest } from '../requests.ts'

/** An end ends the open one of this key and begins none: said twice, or of a session nobody heard of, it writes nothing. */
export const session = Effect.fnUntraced(function* (brain: OpenBrain, request: SessionRequest) {
  yield* checkSession(request)
  const signal = yield* beginSignal(brain, 'session', request)
  const { reason = 'closed' } = request
  const { answer } = yield* transact({
    ...signal,
    durability: 'process',
    decide: Effect.fnUntraced(function* (access) {
      const participants = yield* gatherParticipants(brain, request, signal.drafts, access)
      const known = participants.session?.known
      const introduced = introduce(brain.state, participants)
      if (request.event === 'started')
        return { ...introduced, events: known === undefined ? introduced.events : [], answer: introduced.session }
      const ended = known === undefined ? [] : [...introduced.events, { type: 'SessionEnded', data: { session: known, reason } } as const]
      return { ...introduced, events: ended, answer: known }
    }),
  })
  return {
    brain: brain.key,
    session: answer === undefined ? null : printedSession(answer),
    position: brain.state.position,
  } satisfies SessionAnswer
})

const checkSession = Effect.fnUntraced(function* (request: SessionRequest) {
  yield* checkNames(request)
  const known = ['started', 'ended']
  if (!known.includes(request.event)) {
    return yield* new InvalidRequest({
      field: 'event',
      problem: `there is no ${JSON.stringify(request.event)}; choose ${known.join(' or ')}`,
    })
  }
  if (request.reason !== undefined && !endReasons.includes(request.reason)) {
    return yield* new InvalidRequest({
      field: 'reason',
      problem: `there is no ${JSON.stringify(request.reason)}; choose one of ${endReasons.join(', ')}`,
    })
  }
})
