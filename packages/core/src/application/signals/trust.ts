/** The owner lets a memory of others’ text be given to a model, until that text is revised with others’ words. */
import * as Effect from 'effect/Effect'
import * as Result from 'effect/Result'
import { introduce } from '../../domain/deciders/participants.ts'
import { decideTrust, mayTrust } from '../../domain/deciders/trust.ts'
import type { TrustAnswer } from '../answers.ts'
import { type OpenBrain, transact } from '../brain/brain.ts'
import { contentDrafts } from '../brain/content-drafts.ts'
import { checkNames, gatherParticipants } from '../brain/participants.ts'
import { nodeNames, resolveNode } from '../naming/names.ts'
import { InvalidRequest } from '../request-errors.ts'
import type { TrustRequest } from '../requests.ts'
import { refuse, rejected } from './rejections.ts'

export const trust = Effect.fnUntraced(function* (brain: OpenBrain, request: TrustRequest) {
  yield* checkNames(request)
  const { origin = 'owner' } = request
  if (!mayTrust(origin)) return yield* new InvalidRequest({ field: 'origin', problem: `${origin} may not trust a memory: the owner can` })
  const node = yield* resolveNode(brain, brain.state.graph, request.node)
  const drafts = yield* contentDrafts
  yield* transact({
    brain,
    drafts,
    durability: 'power',
    decide: Effect.fnUntraced(function* (access) {
      const { state } = brain
      const decided = decideTrust(state, node, request.off !== true)
      if (Result.isFailure(decided)) return yield* refuse(decided.failure)
      const introduced = introduce(state, yield* gatherParticipants(brain, request, drafts, access))
      const events = decided.success.length === 0 ? [] : [...introduced.events, ...decided.success]
      return { ...introduced, events, answer: undefined }
    }),
  }).pipe(Effect.catchTag('Refused', ({ rejection }) => rejected(brain, rejection)))
  const { graph, position } = brain.state
  const names = yield* nodeNames(brain, graph, [node], 'names')
  const view = graph.node(node)
  return {
    brain: brain.key,
    node: names.id(node),
    origin: view?.origin ?? 'untrusted',
    trusted: view?.trusted ?? false,
    position,
  } satisfies TrustAnswer
})
