/** Protects a memory: it does not die, and what leads to it does not fade away. */
import * as Effect from 'effect/Effect'
import * as Result from 'effect/Result'
import { introduce } from '../../domain/deciders/participants.ts'
import { decideProtection, mayProtect } from '../../domain/deciders/protection.ts'
import type { ProtectAnswer } from '../answers.ts'
import { type OpenBrain, transact } from '../brain/brain.ts'
import { contentDrafts } from '../brain/content-drafts.ts'
import { checkNames, gatherParticipants } from '../brain/participants.ts'
import { nodeNames, resolveNode } from '../naming/names.ts'
import { InvalidRequest } from '../request-errors.ts'
import type { ProtectRequest } from '../requests.ts'
import { refuse, rejected } from '../signals/rejections.ts'

export const protect = Effect.fnUntraced(function* (brain: OpenBrain, request: ProtectRequest) {
  yield* checkNames(request)
  const { origin = 'owner' } = request
  if (!mayProtect(origin))
    return yield* new InvalidRequest({ field: 'origin', problem: `${origin} may not protect a memory: the owner can` })
  const node = yield* resolveNode(brain, brain.state.graph, request.node)
  const drafts = yield* contentDrafts
  yield* transact({
    brain,
    drafts,
    durability: 'power',
    decide: Effect.fnUntraced(function* (access) {
      const { state } = brain
      const decided = decideProtection(state, node, request.off !== true)
      if (Result.isFailure(decided)) return yield* refuse(decided.failure)
      const introduced = introduce(state, yield* gatherParticipants(brain, request, drafts, access))
      const events = decided.success.length === 0 ? [] : [...introduced.events, ...decided.success]
      return { ...introduced, events, answer: undefined }
    }),
  }).pipe(Effect.catchTag('Refused', ({ rejection }) => rejected(brain, rejection)))
  const { graph, position } = brain.state
  const names = yield* nodeNames(brain, graph, [node], 'names')
  return { brain: brain.key, node: names.id(node), state: graph.stateOf(node) ?? 'retired', position } satisfies ProtectAnswer
})
