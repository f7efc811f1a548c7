/** Puts one of the owner’s marks on a memory or takes it off: protection from decay, trust in text that others wrote. */

import * as Effect from 'effect/Effect'
import { type Move, strengthMoves } from '../../domain/edge-rules.ts'
import type { EdgeNumber, NodeNumber } from '../../domain/identity.ts'
import { mayMark } from '../../domain/learning/owner-marks.ts'
import type { Profile } from '../../domain/profiles/profile.ts'
import type { BrainState } from '../../domain/projections/brain-fold.ts'
import { boundsOf, type Nano, units } from '../../domain/strength.ts'
import { pairSum, roleOf, strengthIn } from '../../domain/walk/pair-strength.ts'
import type { ProtectAnswer, StrengthAnswer, TrustAnswer } from '../answers.ts'
import type { OpenBrain } from '../brain/brain.ts'
import { profileOf } from '../brain/profile-in-force.ts'
import { asOf } from '../commands/as-of.ts'
import { edgeChanges, factEffects, lastPosition, workBacklog } from '../commands/learner.ts'
import { beginSignal, runCommand } from '../commands/run-command.ts'
import { nodeNames, resolveNode } from '../naming/names.ts'
import { InvalidRequest, NotFound } from '../request-errors.ts'
import type { ProtectRequest, StrengthRequest, TrustRequest } from '../requests.ts'

export const protect = Effect.fnUntraced(function* (brain: OpenBrain, request: ProtectRequest) {
  const { name, node } = yield* mark(brain, request, 'Protect')
  const { graph, position } = brain.state
  return { brain: brain.key, node: name, state: graph.stateOf(node) ?? 'retired', position } satisfies ProtectAnswer
})

export const trust = Effect.fnUntraced(function* (brain: OpenBrain, request: TrustRequest) {
  const { name, node } = yield* mark(brain, request, 'Trust')
  const { graph, position } = brain.state
  const view = graph.node(node)
  return {
    brain: brain.key,
    node: name,
    origin: view?.origin ?? 'untrusted',
    trusted: view?.trusted ?? false,
    ...(view?.review === undefined ? {} : { review: view.review }),
    position,
  } satisfies TrustAnswer
})

type Resolving = ReturnType<typeof resolveNode>

/** Answers with the node that the request names, once the mark is as the request says. */
const mark = Effect.fnUntraced(function* <Name extends 'Protect' | 'Trust'>(
  brain: OpenBrain,
  request: ProtectRequest | TrustRequest,
  _tag: Name,
) {
  const { origin = 'owner' } = request
  if (!mayMark(origin)) {
    return yield* new InvalidRequest({ field: 'origin', problem: `${origin} may not ${_tag.toLowerCase()} a memory: the owner can` })
  }
  const signal = yield* beginSignal(brain, request)
  let node: NodeNumber = 0
  yield* runCommand<Name, Effect.Error<Resolving>, Effect.Services<Resolving>>(signal, {
    durability: 'power',
    gather: Effect.fnUntraced(function* ({ state }) {
      node = yield* resolveNode(brain, state.graph, request.node)
      return { _tag, node, mark: request.off === true ? 'off' : 'on' }
    }),
  })
  const names = yield* nodeNames(brain, brain.state.graph, [node], 'names')
  return { name: names.id(node), node }
})

export const strength = Effect.fnUntraced(function* (brain: OpenBrain, request: StrengthRequest) {
  const { kind = 'learned' } = request
  const signal = yield* beginSignal(brain, request, 'strength')
  const { value } = request
  const done = yield* runCommand(signal, {
    durability: 'power',
    gather: Effect.fnUntraced(function* ({ state }) {
      const source = yield* resolveNode(brain, state.graph, request.source)
      const target = yield* resolveNode(brain, state.graph, request.target)
      return { _tag: 'SetStrength' as const, source, target, kind, value }
    }),
  })
  yield* workBacklog(brain)
  const { effects, position } = yield* factEffects(brain, lastPosition(done))
  const [change] = yield* edgeChanges(brain, effects)
  const [move] = effects.flatMap(strengthMoves)
  if (change === undefined || move === undefined)
    return yield* new NotFound({ what: 'edge', name: `at position ${position}`, hint: 'the log holds no setting there' })
  const state = position === brain.state.position ? brain.state : (yield* asOf(brain, position)).state
  return { brain: brain.key, ...change, read: readBy(state, move, yield* profileOf(state, brain.key)), position } satisfies StrengthAnswer
})

/** Returns what a walk reads between the ends of an edge before and after it moves. `state` is that after the move. */
const readBy = ({ graph }: BrainState, { from, number: edge, to }: Move<EdgeNumber>, profile: Profile): StrengthAnswer['read'] => {
  const [source, target] = [graph.sourceOf(edge), graph.targetOf(edge)]
  const beside = pairSum(graph, source, target, profile, edge)
  const read = (own: Nano) => units(strengthIn({ ...beside, sum: beside.sum + own }, roleOf(graph, source), boundsOf(profile.strength)))
  return { from: read(from), to: read(to) }
}
