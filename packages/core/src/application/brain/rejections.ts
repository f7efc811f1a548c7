/** Puts the refusal of a decider into the error that its caller reads. */
import * as Effect from 'effect/Effect'
import type { Rejection } from '../../domain/decision.ts'
import { printedTurn } from '../../domain/identity.ts'
import { nodeNames } from '../naming/names.ts'
import { InvalidRequest, NotFound } from '../request-errors.ts'
import type { OpenBrain } from './brain.ts'

const both = {
  nodes: 'cannot be judged and be named instead at once; name another, or leave it out',
  turn: 'is part of the context that is judged; name the memories that are meant, or leave it out',
} as const

export const rejected = Effect.fnUntraced(function* (brain: OpenBrain, rejection: Exclude<Rejection, { readonly _tag: 'LearnerBehind' }>) {
  const named = 'node' in rejection ? [rejection.node] : []
  const names = yield* nodeNames(brain, brain.state.graph, named, 'names')
  switch (rejection._tag) {
    case 'UnknownTurn': {
      const { lastTurn } = brain.state
      const hint =
        lastTurn === 0
          ? 'nothing was recalled yet'
          : rejection.turn > lastTurn
            ? `the newest is ${printedTurn(lastTurn)}`
            : 'it is too long ago, or it used no memory: nothing can be credited to it'
      return yield* new NotFound({ what: 'turn', name: printedTurn(rejection.turn), hint })
    }
    case 'NodeNotShown':
      return yield* new NotFound({
        what: 'node',
        name: names.id(rejection.node),
        hint: `${printedTurn(rejection.turn)} did not show it; why ${printedTurn(rejection.turn)} lists what it showed`,
        turn: printedTurn(rejection.turn),
      })
    case 'NodeNotLive':
      return yield* new NotFound({
        what: 'node',
        name: names.id(rejection.node),
        hint: 'it is retired or is no memory, and cannot be recalled',
      })
    case 'JudgedAndInstead':
      return yield* new InvalidRequest({ field: 'instead', problem: `${names.id(rejection.node)} ${both[rejection.about]}` })
    case 'NothingNamed':
      return yield* new InvalidRequest({ field: 'nodes', problem: 'name at least one memory: the turn put none into the context' })
    case 'SpeakerIsMute':
      return yield* new InvalidRequest({
        field: 'origin',
        problem: 'this speaker or kind of session may not set or undo what was learned; the owner can, in a conversation of his own',
      })
    case 'NodeNotTrusted':
      return yield* new InvalidRequest({
        field: 'target',
        problem: `${names.id(rejection.node)} does not come from the owner or the agent: what leads to it gains no strength unless the owner trusts it`,
      })
    case 'SameNode':
      return yield* new InvalidRequest({ field: 'target', problem: 'a node has no edge to itself; name two different ones' })
    case 'KindDoesNotLearn':
      return yield* new InvalidRequest({
        field: 'kind',
        problem: `${rejection.kind} edges do not learn; leave --kind out to set the learned edge beside it`,
      })
    case 'StrengthOutOfBounds':
      return yield* new InvalidRequest({
        field: 'value',
        problem: `out of range: this profile has strengths from ${rejection.min} to ${rejection.max}`,
      })
    default:
      return rejection satisfies never
  }
})
