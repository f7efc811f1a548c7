/** Decides what follows from a denial: the memory that is meant is marked, and it counts against that memory where the message says nothing instead. */

import { deniedIn, type HeardEvidence } from '@crabtrail/text/signs/denial'
import * as Result from 'effect/Result'
import type { Decision, Speaker } from '../decision.ts'
import type { NewEvent } from '../events/brain-event.ts'
import type { UnattributedReason } from '../events/learning-events.ts'
import type { ContentRef, FeedbackNumber, NodeNumber, SessionNumber, TurnNumber } from '../identity.ts'
import type { QuestionCue } from '../learning/credit-path.ts'
import { decideFeedback } from '../learning/feedback.ts'
import { spokenOutcome } from '../learning/movement-policy.ts'
import { decideUnattributed } from '../learning/outcome.ts'
import type { Profile } from '../profiles/profile.ts'
import type { BrainState } from '../projections/brain-fold.ts'
import type { TurnRecord } from '../projections/turns/turn-record.ts'
import { type Nano, nano, one } from '../strength.ts'

/** A message with the turn before it, and what was looked up for both. */
export interface Heard extends QuestionCue {
  readonly text: ContentRef
  /** The words of the message that its writer says himself; quotations are blanked out. */
  readonly said: string
  /** Milliseconds UTC. */
  readonly now: number
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
 * Decides what a message denies. The answer is undefined where it denies nothing, the turn is no longer kept, or a memory that is meant is gone. Every
 * memory that is called wrong gets a mark, which the model sees with it.
 */
export const decideHeard = (heard: Heard & Speaker, state: BrainState, profile: Profile): Decision<HeardCorrection | undefined> => {
  const { evidence, now, said, session, text, turn } = heard
  const denied = profile.learning.muteSessions.includes(session) ? undefined : deniedIn(said, evidence)
  if (denied === undefined) return unheard
  if (denied.about === 'nothing') {
    const { reason } = denied
    const { answer: feedback, events } = decideUnattributed({ outcome: spokenOutcome(said, profile), reason, text }, state)
    return Result.succeed({ events, answer: { turn: turn.turn, feedback, reason, doubted: [] } })
  }
  const { blamed } = denied
  const decided = decideFeedback(
    {
      ...heard,
      verdict: 'correction',
      turn: turn.turn,
      nodes: blamed.map(({ node }) => node),
      shares: blamed.map(({ share }): Nano => Math.min(one, nano(share))),
      instead: [],
      // A message that says what is right may be about this one question, so the memory learns nothing from it.
      outcome: denied.about === 'doubted' ? 0 : spokenOutcome(said, profile),
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
  const bare = denied.about === 'memories' ? ({ bare: true } as const) : {}
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
