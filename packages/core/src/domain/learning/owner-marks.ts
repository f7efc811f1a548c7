/** Sets and removes the two marks of a memory that only the owner may set: protection and trust. */

import * as Result from 'effect/Result'
import type { Decision, Speaker } from '../decision.ts'
import type { NewEvent } from '../events/brain-event.ts'
import { type EdgeKind, isItem, isLive, kindTraits, mayBeInjected, type Origin } from '../graph.ts'
import type { EdgeNumber, NodeNumber } from '../identity.ts'
import type { Profile } from '../profiles/profile.ts'
import type { BrainState } from '../projections/brain-fold.ts'
import { nano, units } from '../strength.ts'

export interface OwnerMark {
  readonly node: NodeNumber
  readonly mark: 'on' | 'off'
}

/** True for the owner. A model's verdict, or text of others, must not decide which memories stay and which are given unasked. */
export const mayMark = (origin: Origin): boolean => origin === 'owner'

const nothing: Decision<void> = Result.succeed({ events: [], answer: undefined })

/**
 * Decides a protection. A protected memory does not die, and edges into it do not decay away. No event where nothing changes. Removing a
 * protection also ends a probation. A memory that was retired with its document keeps its protection: it can then be removed, and not be
 * set.
 */
export const decideProtection = ({ mark, node }: OwnerMark, { graph, owner }: BrainState): Decision<void> => {
  const isProtected = owner.protections.has(node)
  if (!isLive(graph.stateOf(node)) && (mark === 'on' || !isProtected)) return Result.fail({ _tag: 'NodeNotLive', node })
  if (isProtected === (mark === 'on')) return nothing
  return Result.succeed({ events: [{ type: 'NodeProtected', data: { node, protection: mark } }], answer: undefined })
}

/**
 * Decides a trust. A trusted memory of others’ text may be put before a model. No event where nothing changes, or where a memory needs no
 * trust.
 */
export const decideTrust = ({ mark, node }: OwnerMark, { graph }: Pick<BrainState, 'graph'>): Decision<void> => {
  const view = graph.node(node)
  if (view === undefined || !isLive(view.state) || !isItem(view.type)) return Result.fail({ _tag: 'NodeNotLive', node })
  if (view.trusted === (mark === 'on') || (mark === 'on' && mayBeInjected(view.origin))) return nothing
  return Result.succeed({ events: [{ type: 'NodeTrusted', data: { node, trust: mark } }], answer: undefined })
}

/* Records a strength set by hand as a fact. The learner carries it out, like any other. */

export interface StrengthSetting {
  readonly source: NodeNumber
  readonly target: NodeNumber
  readonly kind: EdgeKind
  readonly value: number
}

/** Decides a strength set by hand and answers with the edge. An edge that does not exist yet is linked at 0 first. */
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
