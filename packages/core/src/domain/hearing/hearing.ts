/**
 * Decides what a denial corrects of the turn before: which of the memories that the reply drew on is wrong, what is right instead, and
 * the resulting facts. Each memory that is called wrong gets a mark. Where another memory holds the correction, it replaces the corrected one
 * for the question.
 */
import * as Result from 'effect/Result'
import type { Decision, Speaker } from '../decision.ts'
import type { NewEvent } from '../events/brain-event.ts'
import type { UnattributedReason } from '../events/feedback-events.ts'
import type { ContentRef, FeedbackNumber, NodeNumber, SessionNumber, TurnNumber } from '../identity.ts'
import type { QuestionCue } from '../learning/credit-path.ts'
import { decideFeedback } from '../learning/feedback.ts'
import { spokenOutcome } from '../learning/movement-policy.ts'
import { decideUnattributed } from '../learning/outcome.ts'
import type { Profile } from '../profiles/profile.ts'
import type { BrainState } from '../projections/brain-fold.ts'
import type { TurnRecord } from '../projections/turns/turn-record.ts'
import { type Nano, nano, one } from '../strength.ts'
import { type Correction, correctionIn, type ShownMemory } from './spoken-correction.ts'
import type { WordedMemory } from './spoken-holder.ts'
import type { Saying } from './spoken-verdict.ts'

export interface HeardEvidence {
  /** The question of the turn that the message is about. */
  readonly question: string
  readonly shown: ReadonlyArray<ShownMemory>
  /** Other memories that may hold the correction, or are close to the question and to the memories drawn on; the likeliest first. */
  readonly others: ReadonlyArray<WordedMemory>
}

/** Returns the correction of a denial; undefined where it says no more than a no. */
export const correctionOf = (saying: Saying, { others, question, shown }: HeardEvidence): Correction | undefined => {
  const memories = [...new Map([...shown, ...others].map((memory) => [memory.node, memory])).values()]
  return correctionIn({ saying, question, shown, memories })
}

/** A denial with the turn before it, and what was looked up for both. */
export interface Heard extends QuestionCue {
  /** The content of the message. */
  readonly text: ContentRef
  readonly spoken: Saying
  /** Milliseconds UTC. */
  readonly now: number
  /** The turn that the message is about. */
  readonly turn: TurnRecord
  readonly evidence: HeardEvidence
}

export interface HeardCorrection {
  readonly turn: TurnNumber
  readonly feedback: FeedbackNumber
  /** The reason why the correction is about no memory; null where it is about some. */
  readonly reason: UnattributedReason | null
  /** The memories that are marked as wrong from now on. */
  readonly doubted: ReadonlyArray<NodeNumber>
}

const unheard: Decision<undefined> = Result.succeed({ events: [], answer: undefined })

/**
 * Decides what a denial is about. The answer is undefined where it corrects nothing, the turn is no longer kept, or a memory that it names is
 * gone. Every memory that is called wrong gets a mark, which the model sees with it.
 */
export const decideHeard = (heard: Heard & Speaker, state: BrainState, profile: Profile): Decision<HeardCorrection | undefined> => {
  const { evidence, now, session, spoken, text, turn } = heard
  const correction = profile.learning.muteSessions.includes(session) ? undefined : correctionOf(spoken, evidence)
  if (correction === undefined) return unheard
  if (correction.about === 'nothing') {
    const { verdict } = spoken
    const outcome = verdict === undefined ? profile.learning.spoken : spokenOutcome(verdict, profile)
    const { answer: feedback, events } = decideUnattributed({ outcome, reason: correction.reason, text }, state)
    return Result.succeed({ events, answer: { turn: turn.turn, feedback, reason: correction.reason, doubted: [] } })
  }
  const { blamed } = correction
  const decided = decideFeedback(
    {
      ...heard,
      verdict: 'correction',
      turn: turn.turn,
      nodes: blamed.map(({ node }) => node),
      shares: blamed.map(({ share }): Nano => Math.min(one, nano(share))),
      instead: correction.about === 'replaced' ? [correction.instead] : [],
      outcome: outcomeOf(correction, spoken, profile),
      tier: 'conscious',
      origin: 'owner',
      given: 'heard',
    },
    state,
    profile,
  )
  if (Result.isFailure(decided)) return unheard
  const { answer, events } = decided.success
  const { feedback } = answer
  const doubted = blamed.map(({ node }) => node)
  const bare = correction.about === 'memories' && correction.isBare ? ({ bare: true } as const) : {}
  const marks = doubted.map(
    (node): NewEvent => ({
      type: 'NodeDoubted',
      turn: turn.turn,
      origin: 'owner',
      data: { node, feedback, said: text, saidAt: now, ...bare },
    }),
  )
  return Result.succeed({ events: [...events, ...marks], answer: { turn: turn.turn, feedback, reason: null, doubted } })
}

interface Window {
  /** Milliseconds UTC. Older turns are not considered. */
  readonly since: number
  /** The turn of the message itself, where it has one. */
  readonly before: TurnNumber | undefined
}

/** The turn of the session before a message. Undefined where that turn was given no memory or is older than `since`. */
export const lastAnswered = (state: BrainState, session: SessionNumber | undefined, { before, since }: Window): TurnRecord | undefined => {
  if (session === undefined) return undefined
  const last = newestOf(state, session, before)
  if (last === undefined || last.included.length === 0 || last.at < since) return undefined
  // The message may be about a turn that had no memory, or whose memories came too late. Then it is not about this one.
  const absent = state.lastAbsence(session, before) ?? 0
  return absent >= last.turn ? undefined : last
}

const newestOf = (state: BrainState, session: SessionNumber, before: TurnNumber = Number.POSITIVE_INFINITY): TurnRecord | undefined => {
  for (const turn of state.recentTurns()) if (turn.session === session && turn.turn < before) return turn
  return undefined
}

/**
 * Returns the outcome of a correction. A memory that another one replaces is wrong for the question as a whole; from a doubt nothing is
 * learned.
 */
const outcomeOf = ({ about }: Correction, { verdict }: Saying, profile: Profile): number => {
  if (about === 'replaced') return -1
  return about === 'doubted' || verdict === undefined ? 0 : spokenOutcome(verdict, profile)
}
