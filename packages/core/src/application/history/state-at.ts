/** The memory as it is, or as it was at a position that a request names. */
import * as Effect from 'effect/Effect'
import { asOf } from '../brain/as-of.ts'
import type { OpenBrain } from '../brain/brain.ts'
import { resolvePosition } from '../naming/positions.ts'
import type { PositionText } from '../requests.ts'

export const stateAt = Effect.fnUntraced(function* (brain: OpenBrain, at: PositionText | undefined) {
  return at === undefined ? brain.state : (yield* asOf(brain, yield* resolvePosition(brain, at))).state
})
