/** Takes a strength set by hand as a fact. The learner carries it out, like any other. */
import * as Result from 'effect/Result'
import { type EdgeKind, kindTraits } from '../edge-kinds.ts'
import type { NewEvent } from '../events/brain-event.ts'
import type { EdgeNumber, NodeNumber } from '../identity.ts'
import type { Profile } from '../profiles/profile.ts'
import type { BrainState } from '../projections/brain-fold.ts'
import type { Rejection } from '../rejection.ts'
import { nano } from '../strength.ts'

export interface StrengthSignal {
  readonly source: NodeNumber
  readonly target: NodeNumber
  readonly kind: EdgeKind
  /** In units. */
  readonly value: number
}

/** An edge that is not there yet is linked at 0 first. */
export const decideStrength = (
  { kind, source, target, value }: StrengthSignal,
  { graph }: BrainState,
  { strength }: Profile,
): Result.Result<{ readonly edge: EdgeNumber; readonly events: ReadonlyArray<NewEvent> }, Rejection> => {
  if (source === target) return Result.fail({ _tag: 'SameNode' })
  if (!kindTraits[kind].learns) return Result.fail({ _tag: 'KindDoesNotLearn', kind })
  if (!(value >= strength.min && value <= strength.max)) {
    return Result.fail({ _tag: 'StrengthOutOfBounds', min: strength.min, max: strength.max })
  }
  const known = graph.between(source, target).find((edge) => graph.kindOf(edge) === kind && graph.edge(edge)?.linked === true)
  const edge = known ?? graph.edges + 1
  const link: ReadonlyArray<NewEvent> =
    known === undefined ? [{ type: 'EdgeLinked', data: { edge, source, target, kind, strength: 0, reason: 'manual' } }] : []
  return Result.succeed({ edge, events: [...link, { type: 'StrengthSet', data: { edge, strength: nano(value) } }] })
}
