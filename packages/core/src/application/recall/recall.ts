/** Answers a question from the memory, and records how. */
import * as Clock from 'effect/Clock'
import * as Effect from 'effect/Effect'
import type { OpenBrain } from '../brain/brain.ts'
import { cleanText } from '../brain/contents.ts'
import { Counters } from '../counters.ts'
import { resolvePosition } from '../naming/positions.ts'
import type { RecallRequest } from '../requests.ts'
import { look, lookBack } from './look.ts'
import { type RecallMeans, recordTurn } from './record-turn.ts'

export const recall = Effect.fnUntraced(function* (brain: OpenBrain, request: RecallRequest, means: RecallMeans) {
  const began = yield* Clock.currentTimeNanos
  const counts = yield* Counters
  counts.recalls++
  const question = (yield* cleanText(request.question)).text
  const answer =
    request.at !== undefined
      ? yield* lookBack(brain, request, question, yield* resolvePosition(brain, request.at))
      : request.record === false
        ? yield* look(brain, brain.state, request, question, undefined)
        : yield* recordTurn(brain, request, question, means)
  const ended = yield* Clock.currentTimeNanos
  return { ...answer, latencyMs: Number((ended - began) / 1_000n) / 1_000 }
})
