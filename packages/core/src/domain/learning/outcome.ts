/** Records a verdict on no turn in particular as a fact: the turns it may be about, with the structure their credit can need. */

import * as Result from 'effect/Result'
import type { Decided, Decision, Speaker } from '../decision.ts'
import type { BrainEventOf, NewEvent } from '../events/brain-event.ts'
import type { SharedVerdict, Tier, UnattributedReason } from '../events/feedback-events.ts'
import type { Refusal } from '../events/learning-events.ts'
import type { ContentRef, FeedbackNumber, NodeNumber, SessionNumber, TurnNumber } from '../identity.ts'
import type { Profile } from '../profiles/profile.ts'
import type { BrainState } from '../projections/brain-fold.ts'
import { standsAgainst } from '../projections/owners-words.ts'
import { hasPaid } from '../projections/turns/turn-ledger.ts'
import type { TurnRecord } from '../projections/turns/turn-record.ts'
import { type Nano, nano, units } from '../strength.ts'
import { openCredits } from './credit.ts'
import { creditStructure, type QuestionCue } from './credit-path.ts'
import { sharesOf } from './credit-policy.ts'
import { usualOutcome } from './movement-policy.ts'
import { isFull, kindOf, speakerTeaches } from './teaching.ts'

/** A turn that it may be about, with what was looked up for it. */
export interface CandidateTurn extends QuestionCue {
  readonly turn: TurnNumber
  readonly closeness: Nano
}

/** A verdict on no turn in particular, with what was looked up for the turns that it may be about. */
export interface Outcome {
  readonly verdict: SharedVerdict
  /** Newest first. */
  readonly candidates: ReadonlyArray<CandidateTurn>
  /** In [-1, 1] units. */
  readonly outcome: number | undefined
  readonly tier: Exclude<Tier, 'manual'>
  readonly text: ContentRef | undefined
}

/**
 * The turns of a session that an outcome said at `now` may be about, newest first: those that put something before the model, among its last
 * few and not too old (S3.66, S3.70). Which of them have paid already is for the learner to see.
 */
export const candidateTurns = (
  state: BrainState,
  session: SessionNumber | undefined,
  now: number,
  { learning: { delayed } }: Profile,
): ReadonlyArray<TurnRecord> => {
  const since = now - 1_000 * delayed.seconds
  const last: Array<TurnRecord> = []
  for (const turn of state.recentTurns()) {
    if (turn.session !== session) continue
    if (last.length === delayed.turns || turn.at < since) break
    last.push(turn)
  }
  return last.filter(({ included, turn }) => included.length > 0 && !state.isAbsent(turn))
}

export type OutcomeSignal = Outcome & Pick<Speaker, 'origin' | 'session'>

/** Answers with the number of the feedback. */
export const decideOutcome = (signal: OutcomeSignal, state: BrainState, profile: Profile): Decision<FeedbackNumber> => {
  const structure = creditStructure(state, profile)
  const { candidates, origin, tier, verdict } = signal
  const cues = candidates.map(({ knownCue, newCue, turn: number }) => {
    const turn = state.turn(number)
    if (turn === undefined || !speakerTeaches(state, turn, signal, profile)) return 0
    // One that has paid already gets nothing: nothing is built or brought back for it.
    const judged = hasPaid(turn, tier) ? [] : turn.included
    return structure.prepare({ knownCue, newCue, turn, origin, judged, instead: [] }) ?? 0
  })
  const feedback = state.participants.feedbacks + 1
  const given: NewEvent = {
    type: 'OutcomeGiven',
    origin,
    data: {
      feedback,
      verdict,
      outcome: nano(signal.outcome ?? usualOutcome(verdict)),
      tier,
      turns: candidates.map(({ turn }) => turn),
      cues,
      closeness: candidates.map(({ closeness }) => closeness),
      ...(signal.text === undefined ? {} : { text: signal.text }),
      given: 'explicit',
    },
  }
  return Result.succeed({ events: [...structure.events, given], answer: feedback })
}

/** A correction that was heard and is about no memory: nothing is learned from it, and the log says why. */
export const decideUnattributed = (
  { outcome, reason, text }: { readonly outcome: number; readonly reason: UnattributedReason; readonly text: ContentRef },
  state: BrainState,
): Decided<FeedbackNumber> => {
  const feedback = state.participants.feedbacks + 1
  const data = { feedback, verdict: 'correction', outcome: nano(outcome), tier: 'conscious', turns: [], cues: [], closeness: [] } as const
  return { events: [{ type: 'OutcomeGiven', origin: 'owner', data: { ...data, text, given: 'heard', reason } }], answer: feedback }
}

/* What the learner concludes from an outcome that names no turn: a share for each turn that it may be about, and credit by share. */

/** One of the turns that were named as candidates. */
interface Payer {
  readonly place: number
  readonly turn: TurnRecord
}

/** A turn that has paid into another outcome of this tier gets none of this one; what it would have got goes to the others. */
export const learnFromOutcome = (fact: BrainEventOf<'OutcomeGiven'>, state: BrainState, profile: Profile): ReadonlyArray<NewEvent> => {
  const { cues, feedback, outcome, tier, turns, verdict } = fact.data
  if (fact.data.reason !== undefined) return [nothingFrom(fact)]
  const teaching = turns.flatMap((number, place): ReadonlyArray<Payer> => {
    const turn = state.turn(number)
    return turn !== undefined && teaches(fact, turn, state, profile) ? [{ place, turn }] : []
  })
  const paying = teaching.filter(({ turn }) => !hasPaid(turn, tier))
  const reason = refusal(fact, state, profile, { teaching, paying })
  const shares = sharesByPlace(fact, reason === undefined ? paying : [], profile)
  const attributed: NewEvent = {
    type: 'FeedbackAttributed',
    cause: fact.position,
    data: { feedback, turns, shares, ...(reason === undefined ? {} : { reason }) },
  }
  const credits = openCredits(fact.position, state, profile)
  for (const { place, turn } of paying) {
    const share = shares[place] ?? 0
    if (share === 0) continue
    const cue = cues[place] || undefined
    const said = { turn, tier, applied: verdict, cue, outcome: units(outcome) * units(share), countsFromZero: false, skipped: [] }
    for (const node of turn.included) if (!isHeldBy(fact, state, cue, node)) credits.credit(said, node)
  }
  return [attributed, ...credits.events]
}

/** It was said of no memory. */
const nothingFrom = ({ data, position }: BrainEventOf<'OutcomeGiven'>): NewEvent => ({
  type: 'FeedbackAttributed',
  cause: position,
  data: { feedback: data.feedback, turns: [], shares: [], reason: 'unattributed' },
})

/** True where the owner’s explicit word on this memory, for this kind of question, contradicts an outcome that names no turn. The owner’s word wins. */
const isHeldBy = ({ data }: BrainEventOf<'OutcomeGiven'>, { owner }: BrainState, cue: NodeNumber | undefined, node: NodeNumber): boolean =>
  data.given !== undefined && cue !== undefined && standsAgainst(owner, cue, node, data.outcome)

const teaches = ({ commit, origin = 'untrusted' }: BrainEventOf<'OutcomeGiven'>, turn: TurnRecord, state: BrainState, profile: Profile) =>
  speakerTeaches(state, turn, { origin, session: kindOf(state, commit.session) }, profile)

const refusal = (
  { commit, data, origin = 'untrusted' }: BrainEventOf<'OutcomeGiven'>,
  state: BrainState,
  profile: Profile,
  { paying, teaching }: { readonly paying: ReadonlyArray<Payer>; readonly teaching: ReadonlyArray<Payer> },
): Refusal | undefined => {
  if (data.turns.length === 0) return 'window'
  if (profile.learning.muteOrigins.includes(origin)) return 'origin'
  if (teaching.length === 0) return 'session'
  if (paying.length === 0) return 'consumed'
  return isFull(state, commit, data.tier, profile) ? 'cap' : undefined
}

/** Of every candidate, 0 for those that do not pay. How far back a turn lies counts among all candidates. */
const sharesByPlace = ({ data }: BrainEventOf<'OutcomeGiven'>, paying: ReadonlyArray<Payer>, profile: Profile): ReadonlyArray<Nano> => {
  const shares = sharesOf(
    paying.map(({ place }) => ({ distance: place, closeness: data.closeness[place] ?? 0 })),
    profile,
  )
  const byPlace = new Map(paying.map(({ place }, i) => [place, shares[i] ?? 0]))
  return data.turns.map((_, place) => byPlace.get(place) ?? 0)
}
