/**
 * Decides an unlearning and its withdrawal: one request with everything that follows from it, in one commit.
 *
 * After it, strengths and rankings are what the learner derives from the log as recorded without the signals: walks stay as walked, nodes and
 * cues stay.
 */
import * as Result from 'effect/Result'
import type { Decision, Speaker } from '../decision.ts'
import type { EventData, NewEvent } from '../events/brain-event.ts'
import { isLive } from '../graph.ts'
import type { NodeNumber, Position } from '../identity.ts'
import type { Profile } from '../profiles/profile.ts'
import type { BrainState } from '../projections/brain-fold.ts'
import { mayComeBack } from '../projections/held-out.ts'
import { nodesOut, otherRequests, standingRequests } from '../projections/unlearnings.ts'
import { type Derived, restatement } from './restatement.ts'
import { mayRollBack, type OwnedState, restoredState } from './rollback.ts'

export interface Unlearn {
  /** The selection as its request records it, without what it found. */
  readonly selection: Omit<EventData<'UnlearnRequested'>, 'signals' | 'nodes'>
  /** The positions of the selected signals, rising; at least one. */
  readonly signals: ReadonlyArray<Position>
  /** The memories to retire with them. */
  readonly nodes: ReadonlyArray<NodeNumber>
  /** The state that follows without the signals. */
  readonly derived: Derived
  /** True: only shows what would change. It writes nothing, so facts that are pending do not prevent it. */
  readonly rehearsal: boolean
}

export const decideUnlearn = (
  { derived, first, nodes, origin, rehearsal, selection, session, signals }: Unlearn & Speaker,
  state: BrainState,
  profile: Profile,
): Decision<void> => {
  const refused = undoRefusal({ origin, rehearsal, session }, state, profile)
  if (refused !== undefined) return refused
  const { graph, unlearnings } = state
  const retired = nodes.filter((node) => isLive(graph.stateOf(node)))
  // A memory that another standing request retired stays out when only that one is withdrawn.
  const known = nodesOut(unlearnings, standingRequests(unlearnings))
  const out = nodes.filter((node) => isLive(graph.stateOf(node)) || (known.has(node) && unlearnings.held.has(node)))
  const request: NewEvent = {
    type: 'UnlearnRequested',
    origin,
    data: { ...selection, signals, ...(out.length === 0 ? {} : { nodes: out }) },
  }
  const gone = retired.map((node): NewEvent => ({ type: 'NodeRetired', cause: first, data: { node, reason: 'unlearned' } }))
  return Result.succeed({ events: [request, ...gone, ...restatement(state, derived, first)], answer: undefined })
}

export interface Withdrawal extends Pick<Unlearn, 'derived' | 'rehearsal'> {
  /** The position of the request, which stands. */
  readonly request: Position
}

/** Decides that a request no longer applies. Its memories come back, except those that another standing request names. */
export const decideWithdrawal = (
  { derived, first, origin, rehearsal, request, session }: Withdrawal & Speaker,
  state: BrainState,
  profile: Profile,
): Decision<void> => {
  const refused = undoRefusal({ origin, rehearsal, session }, state, profile)
  if (refused !== undefined) return refused
  const back = restoredBy(state, request).map(
    (node): NewEvent => ({ type: 'NodeRestored', cause: first, data: { node, state: restoredState(state.owner, node) } }),
  )
  const withdrawn: NewEvent = { type: 'UnlearnWithdrawn', origin, data: { request } }
  return Result.succeed({ events: [withdrawn, ...back, ...restatement(state, derived, first)], answer: undefined })
}

/** Returns the memories that the withdrawal of a request brings back: those that are out, and that no other standing request names. */
const restoredBy = (state: OwnedState, request: Position): ReadonlyArray<NodeNumber> => {
  const { unlearnings } = state
  const out = nodesOut(unlearnings, otherRequests(unlearnings, request))
  return (unlearnings.requests.get(request)?.nodes ?? []).filter((node) => !out.has(node) && mayComeBack(state, node))
}

/** Returns the refusal of a speaker who may not undo learning, or while facts wait for the learner; undefined where nothing prevents it. */
export const undoRefusal = (
  { origin, rehearsal, session }: Pick<Speaker, 'origin' | 'session'> & Pick<Unlearn, 'rehearsal'>,
  { progress }: BrainState,
  profile: Profile,
): Decision<never> | undefined => {
  if (!mayRollBack(profile, origin, session)) return Result.fail({ _tag: 'SpeakerIsMute' })
  return progress.pending.length > 0 && !rehearsal ? Result.fail({ _tag: 'LearnerBehind' }) : undefined
}
