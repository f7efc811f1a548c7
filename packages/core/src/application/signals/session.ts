/** Records that a conversation begins or ends, and what a heartbeat of the host saw: tags that the next recalls prefer. */
import * as Effect from 'effect/Effect'
import { printedSession } from '../../domain/identity.ts'
import type { HeartbeatAnswer, SessionAnswer } from '../answers.ts'
import type { OpenBrain } from '../brain/brain.ts'
import { beginSignal, runCommand } from '../commands/run-command.ts'
import { cleanTags } from '../recall/hints.ts'
import type { HeartbeatRequest, SessionRequest } from '../requests.ts'

/** An end begins no session. A repeated end, or the end of a session that was never begun, writes nothing. */
export const session = Effect.fnUntraced(function* (brain: OpenBrain, request: SessionRequest) {
  const signal = yield* beginSignal(brain, request, 'session')
  const { reason = 'closed' } = request
  const { answer } =
    request.event === 'started'
      ? yield* runCommand(signal, { durability: 'process', gather: () => Effect.succeed({ _tag: 'StartSession' as const }) })
      : yield* runCommand(signal, { durability: 'process', gather: () => Effect.succeed({ _tag: 'EndSession' as const, reason }) })
  return {
    brain: brain.key,
    session: answer === undefined ? null : printedSession(answer),
    position: brain.state.position,
  } satisfies SessionAnswer
})

export const heartbeat = Effect.fnUntraced(function* (brain: OpenBrain, request: HeartbeatRequest) {
  const signal = yield* beginSignal(brain, request, 'heartbeat')
  const { drafts } = signal
  const tags = (yield* cleanTags(request.tags)).map((tag) => drafts.add(tag))
  const { answer } = yield* runCommand(signal, {
    durability: 'process',
    gather: () => Effect.succeed({ _tag: 'ObserveHeartbeat' as const, tags }),
  })
  const session = answer ?? brain.state.participants.heartbeat?.session ?? 0
  return { brain: brain.key, session: printedSession(session), position: brain.state.position } satisfies HeartbeatAnswer
})
