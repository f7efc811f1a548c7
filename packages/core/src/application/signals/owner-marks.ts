/** Puts one of the owner’s marks on a memory or takes it off: protection from forgetting, trust in text that others wrote. */
import * as Effect from 'effect/Effect'
import * as Result from 'effect/Result'
import { decideProtection, decideTrust, mayMark } from '../../domain/learning/owner-marks.ts'
import { introduce } from '../../domain/recording/participants.ts'
import type { ProtectAnswer, TrustAnswer } from '../answers.ts'
import { type OpenBrain, transact } from '../brain/brain.ts'
import { contentDrafts } from '../brain/content-drafts.ts'
import { checkNames, gatherParticipants } from '../brain/participants.ts'
import { nodeNames, resolveNode } from '../naming/names.ts'
import { InvalidRequest } from '../request-errors.ts'
import type { ProtectRequest, TrustRequest } from '../requests.ts'
import { refuse, rejected } from './rejections.ts'

export const protect = Effect.fnUntraced(function* (brain: OpenBrain, request: ProtectRequest) {
  const { name, node } = yield* mark(brain, request, 'protect', decideProtection)
  const { graph, position } = brain.state
  return { brain: brain.key, node: name, state: graph.stateOf(node) ?? 'retired', position } satisfies ProtectAnswer
})

export const trust = Effect.fnUntraced(function* (brain: OpenBrain, request: TrustRequest) {
  const { name, node } = yield* mark(brain, request, 'trust', decideTrust)
  const { graph, position } = brain.state
  const view = graph.node(node)
  return {
    brain: brain.key,
    node: name,
    origin: view?.origin ?? 'untrusted',
    trusted: view?.trusted ?? false,
    position,
  } satisfies TrustAnswer
})

/** The node that the request names, once the mark is as the request says. */
const mark = Effect.fnUntraced(function* (
  brain: OpenBrain,
  request: ProtectRequest | TrustRequest,
  verb: 'protect' | 'trust',
  decide: typeof decideProtection,
) {
  yield* checkNames(request)
  const { origin = 'owner' } = request
  if (!mayMark(origin)) return yield* new InvalidRequest({ field: 'origin', problem: `${origin} may not ${verb} a memory: the owner can` })
  const node = yield* resolveNode(brain, brain.state.graph, request.node)
  const drafts = yield* contentDrafts
  yield* transact({
    brain,
    drafts,
    durability: 'power',
    decide: Effect.fnUntraced(function* (access) {
      const { state } = brain
      const decided = decide(state, node, request.off !== true)
      if (Result.isFailure(decided)) return yield* refuse(decided.failure)
      const introduced = introduce(state, yield* gatherParticipants(brain, request, drafts, access))
      const events = decided.success.length === 0 ? [] : [...introduced.events, ...decided.success]
      return { ...introduced, events, answer: undefined }
    }),
  }).pipe(Effect.catchTag('Refused', ({ rejection }) => rejected(brain, rejection)))
  const names = yield* nodeNames(brain, brain.state.graph, [node], 'names')
  return { name: names.id(node), node }
})
