/**
 * Decides a promotion: the memory goes on from what a branch knows. One commit holds the request with its evidence, and the learned state of the
 * branch restated by absolute values, like an unlearning. An `UnlearnWithdrawn` takes it back.
 */
import * as Result from 'effect/Result'
import type { Decision, Speaker } from '../decision.ts'
import type { EventData } from '../events/brain-event.ts'
import type { Profile } from '../profiles/profile.ts'
import type { BrainState } from '../projections/brain-fold.ts'
import { type Derived, restatement } from './restatement.ts'
import { mayRollBack } from './rollback.ts'

export interface Promotion {
  /** The branch, its settings, the signals that are out, and the evidence. */
  readonly data: EventData<'BrainPromoted'>
  /** What the branch knows. */
  readonly derived: Derived
}

export const decidePromotion = (
  { data, derived, first, origin, session }: Promotion & Speaker,
  state: BrainState,
  profile: Profile,
): Decision<void> => {
  if (!mayRollBack(profile, origin, session)) return Result.fail({ _tag: 'SpeakerIsMute' })
  if (state.progress.pending.length > 0) return Result.fail({ _tag: 'LearnerBehind' })
  return Result.succeed({ events: [{ type: 'BrainPromoted', origin, data }, ...restatement(state, derived, first)], answer: undefined })
}
