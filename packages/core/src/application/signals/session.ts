/** Records that a conversation begins or ends. */
import * as Effect from 'effect/Effect'
import { printedSession } from '../../domain/identity.ts'
import type { SessionAnswer } from '../answers.ts'
import type { OpenBrain } from '../brain/brain.ts'
import { beginSignal, runCommand } from '../brain/run-command.ts'
import type { SessionRequest } from '../requests.ts'

/** An end ends the open session of this key and begins none. Said twice, or of a session that was never begun, it writes nothing. */
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
