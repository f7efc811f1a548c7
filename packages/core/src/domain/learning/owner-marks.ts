/** Sets and removes the two marks of a memory that only the owner may set: protection and trust. */

import * as Result from 'effect/Result'
import type { Decision, Rejection, Speaker } from '../decision.ts'
import type { NewEvent } from '../events/brain-event.ts'
import { type EdgeKind, type GraphView, isItem, isLive, kindTraits, type Origin } from '../graph.ts'
import type { EdgeNumber, NodeNumber } from '../identity.ts'
import type { Profile } from '../profiles/profile.ts'
import type { BrainState } from '../projections/brain-fold.ts'
import { nano, units } from '../strength.ts'
import { pairSum, roleOf, strengthBetween, strengthFor } from '../walk/pair-strength.ts'

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
  if (view.trusted === (mark === 'on') || (mark === 'on' && graph.isTrusted(node))) return nothing
  // A text in review stays there: a trust is a yes, and to withdraw it is to be asked again.
  if (view.review !== undefined) {
    const review = mark === 'on' ? 'approved' : 'waits'
    return Result.succeed({ events: [{ type: 'NodeReviewed', data: { node, review } }], answer: undefined })
  }
  return Result.succeed({ events: [{ type: 'NodeTrusted', data: { node, trust: mark } }], answer: undefined })
}

/* Records a strength set by hand as a fact. The learner carries it out, like any other. */

export interface StrengthSetting {
  readonly source: NodeNumber
  readonly target: NodeNumber
  /** The kind of the edge that takes the change. */
  readonly kind: EdgeKind
  /** What a walk is to read from the one to the other, in units. */
  readonly value: number
}

/**
 * Decides a strength set by hand and answers with the edge that takes the change. The value is what a walk reads of all edges between the two,
 * so the edge may get more, or less than 0. An edge that does not exist yet is linked at 0 first.
 */
export const decideStrength = (
  setting: StrengthSetting & Pick<Speaker, 'origin' | 'session'>,
  state: BrainState,
  profile: Profile,
): Decision<EdgeNumber> => {
  const { graph } = state
  const { kind, origin, source, target, value } = setting
  const refused = unsettable(setting, graph, profile)
  if (refused !== undefined) return Result.fail(refused)
  // Verdicts that wait move the edges beside it.
  if (state.progress.pending.length > 0) return Result.fail({ _tag: 'LearnerBehind' })
  if (nano(value) > strengthBetween(graph, source, target, profile) && !graph.isTrusted(target)) {
    return Result.fail({ _tag: 'NodeNotTrusted', node: target })
  }
  const known = graph.between(source, target).find((edge) => graph.kindOf(edge) === kind && graph.isLinked(edge))
  const beside = pairSum(graph, source, target, profile, known)
  const strength = strengthFor(nano(value), beside, roleOf(graph, source))
  if (strength === undefined) return Result.fail({ _tag: 'StrengthUnreachable', ...profile.strength, least: units(beside.guessed) })
  const edge = known ?? graph.edges + 1
  const link: ReadonlyArray<NewEvent> =
    known === undefined ? [{ type: 'EdgeLinked', data: { edge, source, target, kind, strength: 0, reason: 'manual' } }] : []
  return Result.succeed({ events: [...link, { type: 'StrengthSet', origin, data: { edge, strength } }], answer: edge })
}

/** Returns why a strength cannot be set here at all, or undefined. */
const unsettable = (
  { kind, origin, session, source, target, value }: StrengthSetting & Pick<Speaker, 'origin' | 'session'>,
  graph: GraphView,
  { learning, strength }: Profile,
): Rejection | undefined => {
  if (learning.muteOrigins.includes(origin) || learning.muteSessions.includes(session)) return { _tag: 'SpeakerIsMute' }
  const gone = [source, target].find((node) => !isLive(graph.stateOf(node)))
  if (gone !== undefined || graph.node(target)?.type === 'cue') return { _tag: 'NodeNotLive', node: gone ?? target }
  if (source === target) return { _tag: 'SameNode' }
  if (!kindTraits[kind].learns) return { _tag: 'KindDoesNotLearn', kind }
  return value >= strength.min && value <= strength.max ? undefined : { _tag: 'StrengthOutOfBounds', min: strength.min, max: strength.max }
}
