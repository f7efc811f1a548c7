/** Records a verdict on no turn in particular as a fact: the turns it may be about, with the structure their credit can need. */
import * as Result from 'effect/Result'
import type { Decided, Decision, Speaker } from '../decision.ts'
import type { NewEvent } from '../events/brain-event.ts'
import type { SharedVerdict, Tier, UnattributedReason } from '../events/feedback-events.ts'
import type { ContentRef, FeedbackNumber, SessionNumber, TurnNumber } from '../identity.ts'
import type { Profile } from '../profiles/profile.ts'
import type { BrainState } from '../projections/brain-fold.ts'
import { hasPaid } from '../projections/turns/turn-ledger.ts'
import type { TurnRecord } from '../projections/turns/turn-record.ts'
import { type Nano, nano } from '../strength.ts'
import { creditStructure, type QuestionCue } from './credit-path.ts'
import { speakerTeaches } from './teaching.ts'
import { usualOutcome } from './verdict-policy.ts'

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
