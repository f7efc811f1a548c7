/** Records a turn that went on without memory. */
import * as Clock from 'effect/Clock'
import * as Effect from 'effect/Effect'
import { printedTurn } from '../../domain/identity.ts'
import type { SkipAnswer } from '../answers.ts'
import type { OpenBrain } from '../brain/brain.ts'
import { beginSignal, runCommand } from '../brain/run-command.ts'
import { readNumber } from '../naming/names.ts'
import { readTurnAt } from '../recall/recorded-turn.ts'
import type { SkipRequest } from '../requests.ts'

export const skip = Effect.fnUntraced(function* (brain: OpenBrain, request: SkipRequest) {
  const signal = yield* beginSignal(brain, request, 'skip')
  const late = request.turn === undefined ? undefined : brain.state.turn(yield* readNumber('turn', request.turn))
  const waitedMs = Math.max(0, Math.trunc(request.waitedMs))
  const skippedAt = Math.min(Math.max(0, Math.trunc(request.skippedAt)), yield* Clock.currentTimeMillis)
  const { answer, recorded } = yield* runCommand(signal, {
    durability: 'process',
    about: late?.session,
    gather: () => Effect.succeed({ _tag: 'RecordAbsence' as const, reason: request.reason, skippedAt, waitedMs, late }),
  })
  const skipped = recorded === undefined ? answer : (yield* readTurnAt(brain, recorded.first)).turn
  return { brain: brain.key, turn: printedTurn(skipped ?? 0), position: brain.state.position } satisfies SkipAnswer
})
