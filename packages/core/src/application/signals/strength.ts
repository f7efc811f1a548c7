/** Sets the strength of one edge by hand. */
import * as Effect from 'effect/Effect'
import * as Result from 'effect/Result'
import { edgeKinds } from '../../domain/edge-kinds.ts'
import { decideStrength } from '../../domain/learning/strength-setting.ts'
import { introduce, sessionKind } from '../../domain/recording/participants.ts'
import type { StrengthAnswer } from '../answers.ts'
import { beginSignal } from '../brain/begin-signal.ts'
import { type OpenBrain, transact } from '../brain/brain.ts'
import { checkNames, gatherParticipants } from '../brain/participants.ts'
import { profileOf } from '../brain/settings-in-force.ts'
import { resolveNode } from '../naming/names.ts'
import { InvalidRequest, NotFound } from '../request-errors.ts'
import type { StrengthRequest } from '../requests.ts'
import { edgeChanges } from './changes.ts'
import { factEffects, lastPosition } from './fact-effects.ts'
import { workBacklog } from './learner.ts'
import { refuse, rejected } from './rejections.ts'

export const strength = Effect.fnUntraced(function* (brain: OpenBrain, request: StrengthRequest) {
  yield* checkNames(request)
  const kind = edgeKinds.find((one) => one === (request.kind ?? 'learned'))
  if (kind === undefined)
    return yield* new InvalidRequest({ field: 'kind', problem: `there is no ${request.kind}; choose one of ${edgeKinds.join(', ')}` })
  const signal = yield* beginSignal(brain, 'strength', request)
  const { drafts } = signal
  const source = yield* resolveNode(brain, brain.state.graph, request.source)
  const target = yield* resolveNode(brain, brain.state.graph, request.target)
  const { answer, recorded } = yield* transact({
    ...signal,
    durability: 'power',
    decide: Effect.fnUntraced(function* (access) {
      const { state } = brain
      const participants = yield* gatherParticipants(brain, request, drafts, access)
      const speaker = { origin: participants.origin, session: sessionKind(state, participants) }
      const decided = decideStrength({ source, target, kind, value: request.value, ...speaker }, state, yield* profileOf(state, brain.key))
      if (Result.isFailure(decided)) return yield* refuse(decided.failure)
      const introduced = introduce(state, participants)
      const events = [...introduced.events, ...decided.success.events]
      return { ...introduced, events, answer: state.position + events.length }
    }),
  }).pipe(Effect.catchTag('Refused', ({ rejection }) => rejected(brain, rejection)))
  yield* workBacklog(brain)
  const { effects, position } = yield* factEffects(brain, lastPosition(answer, recorded))
  const [change] = yield* edgeChanges(brain, effects)
  if (change === undefined)
    return yield* new NotFound({ what: 'edge', name: `at position ${position}`, hint: 'the log holds no setting there' })
  return { brain: brain.key, ...change, position } satisfies StrengthAnswer
})
