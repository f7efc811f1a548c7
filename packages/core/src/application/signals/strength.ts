/** Sets the strength of one edge by hand. */
import * as Effect from 'effect/Effect'
import type { StrengthAnswer } from '../answers.ts'
import type { OpenBrain } from '../brain/brain.ts'
import { beginSignal, runCommand } from '../brain/run-command.ts'
import { resolveNode } from '../naming/names.ts'
import { NotFound } from '../request-errors.ts'
import type { StrengthRequest } from '../requests.ts'
import { edgeChanges, factEffects, lastPosition } from './effects.ts'
import { workBacklog } from './learner.ts'

export const strength = Effect.fnUntraced(function* (brain: OpenBrain, request: StrengthRequest) {
  const { kind = 'learned' } = request
  const signal = yield* beginSignal(brain, request, 'strength')
  const source = yield* resolveNode(brain, brain.state.graph, request.source)
  const target = yield* resolveNode(brain, brain.state.graph, request.target)
  const { value } = request
  const done = yield* runCommand(signal, {
    durability: 'power',
    gather: () => Effect.succeed({ _tag: 'SetStrength' as const, source, target, kind, value }),
  })
  yield* workBacklog(brain)
  const { effects, position } = yield* factEffects(brain, lastPosition(done))
  const [change] = yield* edgeChanges(brain, effects)
  if (change === undefined)
    return yield* new NotFound({ what: 'edge', name: `at position ${position}`, hint: 'the log holds no setting there' })
  return { brain: brain.key, ...change, position } satisfies StrengthAnswer
})
