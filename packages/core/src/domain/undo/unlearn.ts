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
import { type Derived, restatement } from './restatement.ts'
import { mayRollBack } from './rollback.ts'

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
  const retired = nodes.filter((node) => isLive(state.graph.stateOf(node)))
  const request: NewEvent = {
    type: 'UnlearnRequested',
    origin,
    data: { ...selection, signals, ...(retired.length === 0 ? {} : { nodes: retired }) },
  }
  const gone = retired.map((node): NewEvent => ({ type: 'NodeRetired', cause: first, data: { node, reason: 'unlearned' } }))
  return Result.succeed({ events: [request, ...gone, ...restatement(state, derived, first)], answer: undefined })
}

export interface Withdrawal extends Pick<Unlearn, 'derived' | 'rehearsal'> {
  /** The position of the request, which stands. */
  readonly request: Position
}

/** Decides that a request no longer applies. Memories that were retired with its signals are restored. */
export const decideWithdrawal = (
  { derived, first, origin, rehearsal, request, session }: Withdrawal & Speaker,
  state: BrainState,
  profile: Profile,
): Decision<void> => {
  const refused = undoRefusal({ origin, rehearsal, session }, state, profile)
  if (refused !== undefined) return refused
  const retired = (state.unlearnings.requests.get(request)?.nodes ?? []).filter((node) => state.graph.stateOf(node) === 'retired')
  const back = retired.map((node): NewEvent => {
    const to = state.owner.protections.has(node) ? 'protected' : 'normal'
    return { type: 'NodeRestored', cause: first, data: { node, state: to } }
  })
  const withdrawn: NewEvent = { type: 'UnlearnWithdrawn', origin, data: { request } }
  return Result.succeed({ events: [withdrawn, ...back, ...restatement(state, derived, first)], answer: undefined })
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
