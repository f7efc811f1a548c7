/** Records a turn that went on without memory. */
import * as Clock from 'effect/Clock'
import * as Effect from 'effect/Effect'
import { absenceReasons } from '../../domain/events/turn-events.ts'
import { printedTurn } from '../../domain/identity.ts'
import { introduce } from '../../domain/recording/participants.ts'
import { decideAbsence } from '../../domain/recording/turn.ts'
import type { SkipAnswer } from '../answers.ts'
import { beginSignal } from '../brain/begin-signal.ts'
import { type OpenBrain, transact } from '../brain/brain.ts'
import { checkNames, gatherParticipants } from '../brain/participants.ts'
import { readNumber } from '../naming/names.ts'
import { readTurnAt } from '../recall/recorded-turn.ts'
import { InvalidRequest } from '../request-errors.ts'
import type { SkipRequest } from '../requests.ts'

export const skip = Effect.fnUntraced(function* (brain: OpenBrain, request: SkipRequest) {
  yield* checkNames(request)
  if (!absenceReasons.includes(request.reason)) {
    return yield* new InvalidRequest({ field: 'reason', problem: `it is none of ${absenceReasons.join(', ')}` })
  }
  const signal = yield* beginSignal(brain, 'skip', request)
  const { drafts } = signal
  const turn = request.turn === undefined ? undefined : brain.state.turn(yield* readNumber('turn', request.turn))
  const waitedMs = Math.max(0, Math.trunc(request.waitedMs))
  const skippedAt = Math.min(Math.max(0, Math.trunc(request.skippedAt)), yield* Clock.currentTimeMillis)
  const { events, recorded } = yield* transact({
    ...signal,
    durability: 'process',
    decide: Effect.fnUntraced(function* (access) {
      const introduced = introduce(brain.state, yield* gatherParticipants(brain, request, drafts, access, { about: turn?.session }))
      const absence = decideAbsence(brain.state, { reason: request.reason, skippedAt, waitedMs, late: turn })
      return { ...introduced, events: [...introduced.events, ...absence], answer: undefined }
    }),
  })
  const skipped = recorded === undefined ? events.at(-1)?.turn : (yield* readTurnAt(brain, recorded.first)).turn
  return { brain: brain.key, turn: printedTurn(skipped ?? 0), position: brain.state.position } satisfies SkipAnswer
})
