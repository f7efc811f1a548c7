/** Takes a strength set by hand as a fact. The learner carries it out, like any other. */
import * as Result from 'effect/Result'
import type { Decision, Speaker } from '../decision.ts'
import { type EdgeKind, kindTraits } from '../edge-kinds.ts'
import type { NewEvent } from '../events/brain-event.ts'
import type { EdgeNumber, NodeNumber } from '../identity.ts'
import { isLive } from '../node.ts'
import type { Profile } from '../profiles/profile.ts'
import type { BrainState } from '../projections/brain-fold.ts'
import { nano, units } from '../strength.ts'

export interface StrengthSetting {
  readonly source: NodeNumber
  readonly target: NodeNumber
  readonly kind: EdgeKind
  /** In units. */
  readonly value: number
}

/** Answers with the edge. An edge that is not there yet is linked at 0 first. */
export const decideStrength = (
  { kind, origin, session, source, target, value }: StrengthSetting & Pick<Speaker, 'origin' | 'session'>,
  { graph }: BrainState,
  { learning, strength }: Profile,
): Decision<EdgeNumber> => {
  if (learning.muteOrigins.includes(origin) || learning.muteSessions.includes(session)) return Result.fail({ _tag: 'SpeakerIsMute' })
  const gone = [source, target].find((node) => !isLive(graph.stateOf(node)))
  if (gone !== undefined || graph.node(target)?.type === 'cue') return Result.fail({ _tag: 'NodeNotLive', node: gone ?? target })
  if (source === target) return Result.fail({ _tag: 'SameNode' })
  if (!kindTraits[kind].learns) return Result.fail({ _tag: 'KindDoesNotLearn', kind })
  if (!(value >= strength.min && value <= strength.max)) {
    return Result.fail({ _tag: 'StrengthOutOfBounds', min: strength.min, max: strength.max })
  }
  const known = graph.between(source, target).find((edge) => graph.kindOf(edge) === kind && graph.edge(edge)?.linked === true)
  if (value > units(known === undefined ? 0 : graph.strengthOf(known)) && !graph.isTrusted(target)) {
    return Result.fail({ _tag: 'NodeNotTrusted', node: target })
  }
  const edge = known ?? graph.edges + 1
  const link: ReadonlyArray<NewEvent> =
    known === undefined ? [{ type: 'EdgeLinked', data: { edge, source, target, kind, strength: 0, reason: 'manual' } }] : []
  return Result.succeed({ events: [...link, { type: 'StrengthSet', origin, data: { edge, strength: nano(value) } }], answer: edge })
}
