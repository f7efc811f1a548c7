/** Records what a heartbeat of the host saw, as tags that the next recalls prefer. */
import * as Effect from 'effect/Effect'
import { printedSession } from '../../domain/identity.ts'
import type { HeartbeatAnswer } from '../answers.ts'
import type { OpenBrain } from '../brain/brain.ts'
import { beginSignal, runCommand } from '../brain/run-command.ts'
import { cleanText } from '../brain/text-input.ts'
import type { HeartbeatRequest } from '../requests.ts'

export const heartbeat = Effect.fnUntraced(function* (brain: OpenBrain, request: HeartbeatRequest) {
  const signal = yield* beginSignal(brain, request, 'heartbeat')
  const { drafts } = signal
  const tags = yield* Effect.forEach(new Set(request.tags), (tag) => Effect.map(cleanText(tag), ({ text }) => drafts.add(text)))
  const { answer } = yield* runCommand(signal, {
    durability: 'process',
    gather: () => Effect.succeed({ _tag: 'ObserveHeartbeat' as const, tags }),
  })
  const session = answer ?? brain.state.registers.heartbeat?.session ?? 0
  return { brain: brain.key, session: printedSession(session), position: brain.state.position } satisfies HeartbeatAnswer
})
