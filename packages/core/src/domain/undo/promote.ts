/**
 * Decides a promotion and its withdrawal: the memory goes on from what a branch knows, or no longer does. One commit holds the request with its
 * evidence, and the learned state restated by absolute values, like an unlearning.
 */
import * as Result from 'effect/Result'
import type { Decision, Speaker } from '../decision.ts'
import type { EventData, NewEvent } from '../events/brain-event.ts'
import type { Position } from '../identity.ts'
import { type ChangedSetting, changedSettings } from '../profiles/own-settings.ts'
import type { Profile } from '../profiles/profile.ts'
import type { BrainState } from '../projections/brain-fold.ts'
import { mayChangeProfile } from '../recording/participants.ts'
import { nano } from '../strength.ts'
import { type Derived, restatement } from './restatement.ts'
import { judgedLeast } from './tuning.ts'
import { undoRefusal } from './unlearn.ts'

/** Mean NDCG@10 on the held-out questions of the brain as it is and of the branch, with the paired 95 % interval of the gain. */
export interface HeldOut {
  readonly questions: number
  readonly before: number
  readonly after: number
  readonly gain: number
  readonly interval: readonly [number, number]
}

type Evidence = 'questions' | 'before' | 'after' | 'low' | 'high'

export interface Promotion {
  /** The branch, its settings, and the signals that are out. */
  readonly branch: Omit<EventData<'BrainPromoted'>, Evidence>
  /** Undefined where too few questions judge ({@link sufficesToJudge}). */
  readonly heldOut: HeldOut | undefined
  /** The state that the branch knows. */
  readonly derived: Derived
  /** True: only shows the changes. */
  readonly rehearsal: boolean
}

/** `promoted`, or the reason why a branch is not promoted. */
export type PromotionDecision = 'promoted' | 'too-few-verdicts' | 'worse'

/** True if so many held-out questions can judge a branch. */
export const sufficesToJudge = (questions: number): boolean => questions >= judgedLeast

/** Decides a promotion. A branch that too few questions judge, or that ranks them worse, is not promoted. */
export const decidePromotion = (
  { branch, derived, first, heldOut, origin, rehearsal, session }: Promotion & Speaker,
  state: BrainState,
  profile: Profile,
): Decision<PromotionDecision> => {
  const refused = undoRefusal({ origin, rehearsal, session }, state, profile)
  if (refused !== undefined) return refused
  if (branch.settings !== undefined && !mayChangeProfile(origin)) return Result.fail({ _tag: 'OwnerOnly', origin, about: 'settings' })
  const refuse = (answer: Exclude<PromotionDecision, 'promoted'>) =>
    Result.succeed({ events: rehearsal ? restatement(state, derived, first) : [], answer })
  if (heldOut === undefined || !sufficesToJudge(heldOut.questions)) return refuse('too-few-verdicts')
  if (heldOut.gain < 0) return refuse('worse')
  const { after, before, interval, questions } = heldOut
  const [low, high] = interval
  const evidence = { questions, before: nano(before), after: nano(after), low: nano(low), high: nano(high) }
  const request: NewEvent = { type: 'BrainPromoted', origin, data: { ...branch, ...evidence } }
  return Result.succeed({ events: [request, ...restatement(state, derived, first)], answer: 'promoted' })
}

export interface TakeBack {
  /** The position of the promotion. It stands, or a rollback ended it and left its settings in force. */
  readonly promotion: Position
  /** The settings before the promotion, and the digest of those that it put in force. Undefined where it changed no settings. */
  readonly settings: { readonly promoted: string; readonly before: { readonly profile: Profile; readonly digest: string } } | undefined
  /** The state that follows without the promotion. */
  readonly derived: Derived
  /** True: only shows the changes. */
  readonly rehearsal: boolean
}

/**
 * Decides that a promotion no longer applies, and answers with the settings that change. The settings before it are in force again if those
 * of the promotion still are: other ones are the owner's newest word.
 */
export const decideTakeBack = (
  { derived, first, origin, promotion, rehearsal, session, settings }: TakeBack & Speaker,
  state: BrainState,
  profile: Profile,
): Decision<ReadonlyArray<ChangedSetting>> => {
  const refused = undoRefusal({ origin, rehearsal, session }, state, profile)
  if (refused !== undefined) return refused
  const before = settings !== undefined && state.settings.inForce?.digest === settings.promoted ? settings.before : undefined
  if (before !== undefined && !mayChangeProfile(origin)) return Result.fail({ _tag: 'OwnerOnly', origin, about: 'settings' })
  const withdrawn: NewEvent = { type: 'UnlearnWithdrawn', origin, data: { request: promotion } }
  const changed: ReadonlyArray<NewEvent> =
    before === undefined
      ? []
      : [{ type: 'ProfileChanged', origin, data: { profile: before.profile.name, settings: { ...before.profile }, digest: before.digest } }]
  return Result.succeed({
    events: [withdrawn, ...changed, ...restatement(state, derived, first)],
    answer: before === undefined ? [] : changedSettings(profile, before.profile),
  })
}
