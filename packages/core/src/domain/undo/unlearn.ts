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
import type { FeedbackNumber, NodeNumber, Position, TurnNumber } from '../identity.ts'
import { type ChangedSetting, changedSettings } from '../profiles/own-settings.ts'
import type { Profile } from '../profiles/profile.ts'
import type { BrainState } from '../projections/brain-fold.ts'
import { mayComeBack, nodesOut, otherRequests, standingRequests } from '../projections/standing.ts'
import { isSameVerdict, turnsOf, type VerdictEvent, verdictsOf } from '../projections/turns/turn-ledger.ts'
import type { TurnRecord } from '../projections/turns/turn-record.ts'
import { mayChangeProfile } from '../recording/settings.ts'
import { nano } from '../strength.ts'
import { judgedLeast } from './evaluation.ts'
import { type Derived, restatement } from './restatement.ts'
import { type OwnedState, restoredState, undoRefusal } from './rollback.ts'

export interface Unlearn {
  /** The selection as its request records it, without what it found. */
  readonly selection: Omit<EventData<'UnlearnRequested'>, 'signals' | 'nodes'>
  /** The positions of the selected signals, rising; at least one. */
  readonly signals: ReadonlyArray<Position>
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

/*
 * Decides a promotion and its withdrawal: the memory goes on from what a branch knows, or no longer does. One commit holds the request with its
 * evidence, and the learned state restated by absolute values, like an unlearning.
 */

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
  readonly derived: Derived
  /** True: only shows the changes. */
  readonly rehearsal: boolean
}

export type PromotionDecision = 'promoted' | 'too-few-verdicts' | 'worse'

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

/*
 * Finds what has to be taken out so that a last verdict teaches no more: the verdicts that were credited for it, and those that said the same
 * and would be credited in their place.
 */

/** A verdict in the log. `isConsumed`: it was credited for nothing, because all of it had been said before. */
export interface LoggedVerdict {
  readonly event: VerdictEvent
  readonly isConsumed: boolean
}

type Turns = (turn: TurnNumber) => Pick<TurnRecord, 'verdicts'> | undefined

/** Returns the numbers of the feedbacks that were credited for a part of what this one says, by the turns that are kept. */
export const creditedFor = (event: VerdictEvent, turns: Turns): ReadonlySet<FeedbackNumber> => {
  const said = verdictsOf(event)
  const credited = turnsOf(event).flatMap((turn) => turns(turn)?.verdicts ?? [])
  return new Set(credited.flatMap((known) => (said.some((one) => isSameVerdict(one, known)) ? [known.feedback] : [])))
}

/**
 * Returns the verdicts to take out with `last`, oldest first; empty where nothing of it teaches. `logged` holds the verdicts that were said in
 * any session, without those that are out. If `last` was credited, it is taken; otherwise those that were credited for it. Repetitions that
 * were credited for nothing are taken as well. A verdict that was credited for more than the same stays.
 */
export const takenWith = (last: LoggedVerdict, logged: ReadonlyArray<LoggedVerdict>, turns: Turns): ReadonlyArray<VerdictEvent> => {
  const credited = creditedFor(last.event, turns)
  const teaching = last.isConsumed
    ? logged.filter(({ event, isConsumed }) => !isConsumed && credited.has(event.data.feedback) && saysSome(event, last.event))
    : [last]
  const again = logged.filter(({ event, isConsumed }) => isConsumed && teaching.some((one) => saysSome(event, one.event)))
  return [...teaching, ...again].map(({ event }) => event).toSorted((one, other) => one.position - other.position)
}

/** True where the same person says the same verdict of a memory, or of a turn, that both are about. */
const saysSome = (one: VerdictEvent, other: VerdictEvent): boolean =>
  one.commit.actor === other.commit.actor &&
  (one.type === 'FeedbackGiven' || one.data.verdict === other.data.verdict) &&
  turnsOf(one).some((turn) => turnsOf(other).includes(turn)) &&
  verdictsOf(one).some((said) => verdictsOf(other).some((known) => isSameVerdict(said, known)))
