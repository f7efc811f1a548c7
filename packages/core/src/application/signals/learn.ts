/** Works off the backlog of the learner, and tells which strengths and utilities moved. */
import * as Effect from 'effect/Effect'
import type { LearnAnswer } from '../answers.ts'
import type { OpenBrain } from '../brain/brain.ts'
import type { LearnRequest } from '../requests.ts'
import { edgeChanges, utilityChanges } from './effects.ts'
import { workBacklog } from './learner.ts'

export const learn = Effect.fnUntraced(function* (brain: OpenBrain, { most }: LearnRequest) {
  const { effects, facts } = yield* workBacklog(brain, most)
  return {
    brain: brain.key,
    facts,
    adjustments: yield* edgeChanges(brain, effects),
    utility: yield* utilityChanges(brain, effects),
    position: brain.state.position,
    backlog: brain.state.progress.pending.length,
  } satisfies LearnAnswer
})
