/** Records a verdict that names no turn as a fact: the turns it may be about, with the structure that their credit may need. */

import * as Result from 'effect/Result'
import type { Decided, Decision, Speaker } from '../decision.ts'
import type { BrainEventOf, NewEvent } from '../events/brain-event.ts'
import type { Refusal, SharedVerdict, Tier, UnattributedReason } from '../events/learning-events.ts'
import type { ContentRef, FeedbackNumber, NodeNumber, SessionNumber, TurnNumber } from '../identity.ts'
import type { Profile } from '../profiles/profile.ts'
import type { BrainState } from '../projections/brain-fold.ts'
import { standsAgainst } from '../projections/standing.ts'
import { hasPaid } from '../projections/turns/turn-ledger.ts'
import type { TurnRecord } from '../projections/turns/turn-record.ts'
import { type Nano, nano, units } from '../strength.ts'
import { openCredits } from './credit.ts'
import { creditStructure, type QuestionCue } from './credit-path.ts'
import { sharesOf } from './credit-policy.ts'
import { usualOutcome } from './movement-policy.ts'
import { isFull, kindOf, speakerTeaches } from './teaching.ts'

export interface CandidateTurn extends QuestionCue {
  readonly turn: TurnNumber
  readonly closeness: Nano
}

/** A verdict that names no turn, with the turns that it may be about. */
export interface Outcome {
  readonly verdict: SharedVerdict
  readonly candidates: ReadonlyArray<CandidateTurn>
  /** In units, −1 to 1. */
  readonly outcome: number | undefined
  readonly tier: Exclude<Tier, 'manual'>
  readonly text: ContentRef | undefined
}

/**
 * Returns the turns of a session that an outcome said at `now` may be about, newest first: those that put something before the model, among
 * its last few and not too old (S3.66, S3.70). The learner leaves out those that have paid already.
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

/** Decides the events of an outcome and answers with the number of the feedback. */
export const decideOutcome = (signal: OutcomeSignal, state: BrainState, profile: Profile): Decision<FeedbackNumber> => {
  const structure = creditStructure(state, profile)
  const { candidates, origin, tier, verdict } = signal
  const cues = candidates.map(({ knownCue, newCue, turn: number }) => {
    const turn = state.turn(number)
    if (turn === undefined || !speakerTeaches(state, turn, signal, profile)) return 0
    // A turn that has paid already gets nothing: nothing is built or restored for it.
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

/** Records a heard correction that is about no memory. Nothing is learned from it; the log holds the reason. */
export const decideUnattributed = (
  { outcome, reason, text }: { readonly outcome: number; readonly reason: UnattributedReason; readonly text: ContentRef },
  state: BrainState,
): Decided<FeedbackNumber> => {
  const feedback = state.participants.feedbacks + 1
  const data = { feedback, verdict: 'correction', outcome: nano(outcome), tier: 'conscious', turns: [], cues: [], closeness: [] } as const
  return { events: [{ type: 'OutcomeGiven', origin: 'owner', data: { ...data, text, given: 'heard', reason } }], answer: feedback }
}

/* Decides the effects of an outcome that names no turn: a share for each turn that it may be about, and credit by share. */

interface Payer {
  readonly place: number
  readonly turn: TurnRecord
}

/** Learns from an outcome. A turn that has paid into another outcome of this tier gets no share; the other turns share all of it. */
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

/** Returns the share of every candidate, 0 for those that do not pay. The distance of a turn counts among all candidates. */
const sharesByPlace = ({ data }: BrainEventOf<'OutcomeGiven'>, paying: ReadonlyArray<Payer>, profile: Profile): ReadonlyArray<Nano> => {
  const shares = sharesOf(
    paying.map(({ place }) => ({ distance: place, closeness: data.closeness[place] ?? 0 })),
    profile,
  )
  const byPlace = new Map(paying.map(({ place }, i) => [place, shares[i] ?? 0]))
  return data.turns.map((_, place) => byPlace.get(place) ?? 0)
}
