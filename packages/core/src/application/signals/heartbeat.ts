/** The host looked around by itself: what it saw is kept as tags, which the next recalls prefer. */
import * as Effect from 'effect/Effect'
import type { NewEvent } from '../../domain/events/brain-event.ts'
import { printedSession } from '../../domain/identity.ts'
import { introduce } from '../../domain/recording/participants.ts'
import type { HeartbeatAnswer } from '../answers.ts'
import { beginSignal } from '../brain/begin-signal.ts'
import { type OpenBrain, transact } from '../brain/brain.ts'
import { checkNames, gatherParticipants } from '../brain/participants.ts'
import { checkTexts, cleanText } from '../brain/text-input.ts'
import { limits } from '../limits.ts'
import type { HeartbeatRequest } from '../requests.ts'

export const heartbeat = Effect.fnUntraced(function* (brain: OpenBrain, request: HeartbeatRequest) {
  yield* checkNames(request)
  yield* checkTexts('tags', request.tags, { count: limits.tags, bytes: limits.idBytes })
  const signal = yield* beginSignal(brain, 'heartbeat', request)
  const { drafts } = signal
  const tags = yield* Effect.forEach(new Set(request.tags), (tag) => Effect.map(cleanText(tag), ({ text }) => drafts.add(text)))
  const { answer } = yield* transact({
    ...signal,
    durability: 'process',
    decide: Effect.fnUntraced(function* (access) {
      const participants = yield* gatherParticipants(brain, request, drafts, access)
      const introduced = introduce(brain.state, participants)
      const { session = 0 } = introduced
      const observed: NewEvent = { type: 'HeartbeatObserved', data: { session, tags } }
      return { ...introduced, events: [...introduced.events, observed], answer: session }
    }),
  })
  const session = answer ?? brain.state.registers.heartbeat?.session ?? 0
  return { brain: brain.key, session: printedSession(session), position: brain.state.position } satisfies HeartbeatAnswer
})
