/**
 * Decides whether a message corrects the turn before it: which of the memories that the reply drew on is wrong, what is right instead, and
 * the resulting facts. Where another memory holds the correction, it replaces the corrected one for the question; where none does, the
 * corrected one is doubted.
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
import { type Nano, nano, one, units } from '../strength.ts'
import { decideKept, type HeardStatement, isEnoughKept } from '../superseding/keep.ts'
import { isOfOneDay } from '../superseding/side-by-side.ts'
import { withoutOpening } from '../superseding/statement.ts'
import { valueAlone } from '../superseding/value-alone.ts'
import { shapedValues } from '../superseding/values.ts'
import { valuesIn } from '../text/phrases.ts'
import { type Correction, correctionIn, type ShownMemory } from './spoken-correction.ts'
import { holderOf, type WordedMemory } from './spoken-holder.ts'
import { mayState, saysChange } from './spoken-statement.ts'
import { hearSaying, type Saying } from './spoken-verdict.ts'

export interface Message {
  /** The beginning of a correction. Undefined where the message does not begin as one. */
  readonly spoken: Saying | undefined
  readonly text: string
}

/** True for a message of an owner that may state something or correct an answer; any other is not looked at. */
export const isHeard = (text: string): boolean =>
  [text, withoutOpening(text)].some((own) => mayState(own, text)) || hearSaying(text) !== undefined || valueAlone(text) !== undefined

export interface HeardEvidence {
  /** The question of the turn that the message is about. */
  readonly question: string
  readonly shown: ReadonlyArray<ShownMemory>
  /** Other memories that may hold the correction, or are close to the question and to the memories drawn on; the likeliest first. */
  readonly others: ReadonlyArray<WordedMemory>
}

/** The least share of the reply that must be drawn from a memory for a message without a word of correction to be about that memory. */
const drawnLeast = 0.3
export const isDrawnOn = (share: number): boolean => share >= drawnLeast

/**
 * Returns the correction of a message; undefined where it corrects nothing. A message without a word of correction may only replace a
 * memory: it raises no doubt, and blames nothing without a replacement.
 */
export const correctionOf = ({ spoken, text }: Message, { others, question, shown }: HeardEvidence): Correction | undefined => {
  // A statement about one day corrects nothing, unless the message says that the answer was wrong.
  if (spoken?.verdict === undefined && isStatedForOneDay(text)) return undefined
  const memories = [...new Map([...shown, ...others].map((memory) => [memory.node, memory])).values()]
  const correction = spoken === undefined ? undefined : correctionIn({ saying: spoken, question, shown, memories })
  if (correction !== undefined && !isUnsettled(correction)) return correction
  for (const corrected of shown.filter(({ share }) => isDrawnOn(share)).sort((a, b) => b.share - a.share)) {
    if (!mayState(text, `${question}\n${corrected.title}\n${corrected.text}`)) continue
    const instead = holderOf({ message: text, values: valuesIn(text), isChange: saysChange(text), question, corrected, memories })
    if (instead !== undefined) return { about: 'replaced', blamed: [{ node: corrected.node, share: 1 }], instead }
  }
  return correction
}

/** True where the clause with a value, or the whole message, is about one day: not "I checked today, the port is 5433". */
const isStatedForOneDay = (text: string): boolean => {
  const clauses = text.split(/(?<=[,:;.])\s+/u)
  const valued = clauses.filter((clause) => shapedValues(clause).length > 0)
  return (valued.length > 0 ? valued : [text]).some(isOfOneDay)
}

/** True for a correction whose words are about no memory. */
const isUnsettled = (correction: Correction): boolean => correction.about === 'nothing' && correction.reason === 'other-subject'

/** A message with what was looked up for it. */
export interface Heard {
  /** The content of the message. */
  readonly text: ContentRef
  /** Undefined where the message states nothing that a memory states otherwise. */
  readonly statement: HeardStatement | undefined
  /** Milliseconds UTC. */
  readonly now: number
  /** Undefined where no turn before it can be meant. */
  readonly about: HeardOfTurn | undefined
}

/** A message about the turn before it. */
export interface HeardOfTurn extends QuestionCue {
  /** The beginning of a correction. Undefined where the message does not begin as one. */
  readonly spoken: Saying | undefined
  readonly message: string
  /** The turn that the message is about. */
  readonly turn: TurnRecord
  readonly evidence: HeardEvidence
}

export interface HeardCorrection {
  /** Undefined where the message is about no turn. */
  readonly turn: TurnNumber | undefined
  readonly feedback: FeedbackNumber
  /** The reason why the correction is about no memory; null where it is about some. */
  readonly reason: UnattributedReason | null
  readonly doubted: ReadonlyArray<NodeNumber>
  /** The memory that keeps what the message states. */
  readonly kept: NodeNumber | undefined
  readonly superseded: ReadonlyArray<NodeNumber>
}

/**
 * True where a message may be a correction, before any memory is read. A message without a word of correction must follow a reply that drew
 * on a memory.
 */
export const mayCorrect = (
  { session, spoken, turn }: Pick<HeardOfTurn, 'spoken' | 'turn'> & Pick<Speaker, 'session'>,
  { learning }: Profile,
): boolean =>
  !learning.muteSessions.includes(session) && (spoken !== undefined || turn.drew?.some(({ share }) => isDrawnOn(units(share))) === true)

const nothingKept = { kept: undefined, superseded: [] }
const unheard: Decision<undefined> = Result.succeed({ events: [], answer: undefined })

/**
 * Decides what a message means: a statement that supersedes memories is kept; else it may correct the turn before. The answer is undefined
 * where it does neither, the turn is no longer kept, or a memory that it names is gone.
 */
export const decideHeard = (heard: Heard & Speaker, state: BrainState, profile: Profile): Decision<HeardCorrection | undefined> => {
  const { about, statement, text } = heard
  if (profile.learning.muteSessions.includes(heard.session)) return unheard
  const answered = about === undefined ? undefined : { ...about, actor: heard.actor, session: heard.session }
  const kept = statement === undefined ? undefined : decideKept(statement, text, answered, state, profile)
  if (kept !== undefined && isEnoughKept(state, heard.isNewSession ? undefined : heard.sessionNumber, Math.max(state.at, heard.now))) {
    const { answer: feedback, events } = decideUnattributed({ outcome: 0, reason: 'limit', text }, state)
    return Result.succeed({ events, answer: { turn: undefined, feedback, reason: 'limit', doubted: [], ...nothingKept } })
  }
  if (kept !== undefined) {
    const { feedback, kept: node, superseded, turn } = kept.answer
    const answer = { turn, feedback, reason: null, doubted: [], kept: node, superseded }
    return Result.succeed({ events: kept.events, answer })
  }
  return about === undefined ? unheard : decideAbout({ ...heard, ...about }, state, profile)
}

const decideAbout = (
  heard: HeardOfTurn & Pick<Heard, 'now' | 'text'> & Speaker,
  state: BrainState,
  profile: Profile,
): Decision<HeardCorrection | undefined> => {
  const { evidence, message, now, spoken, text, turn } = heard
  const correction = mayCorrect(heard, profile) ? correctionOf({ spoken, text: message }, evidence) : undefined
  if (correction === undefined) return unheard
  if (correction.about === 'nothing') {
    const { verdict } = spoken ?? {}
    const outcome = verdict === undefined ? profile.learning.spoken : spokenOutcome(verdict, profile)
    const { answer: feedback, events } = decideUnattributed({ outcome, reason: correction.reason, text }, state)
    return Result.succeed({ events, answer: { turn: turn.turn, feedback, reason: correction.reason, doubted: [], ...nothingKept } })
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
  const doubted = correction.about === 'doubted' ? blamed.map(({ node }) => node) : []
  const doubts = doubted.map(
    (node): NewEvent => ({ type: 'NodeDoubted', turn: turn.turn, origin: 'owner', data: { node, feedback, said: text, saidAt: now } }),
  )
  return Result.succeed({ events: [...events, ...doubts], answer: { turn: turn.turn, feedback, reason: null, doubted, ...nothingKept } })
}

interface Window {
  /** Milliseconds UTC. Older turns are not considered. */
  readonly since: number
  /** The turn of the message itself, where it has one. */
  readonly before: TurnNumber | undefined
}

/** The newest turn of the session before a message, whether it was given memories or not. */
export const lastAsked = (state: BrainState, session: SessionNumber | undefined, { before, since }: Window): TurnRecord | undefined => {
  const last = session === undefined ? undefined : newestOf(state, session, before)
  return last === undefined || last.at < since ? undefined : last
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
const outcomeOf = ({ about }: Correction, spoken: Saying | undefined, profile: Profile): number => {
  if (about === 'replaced') return -1
  return about === 'doubted' || spoken?.verdict === undefined ? 0 : spokenOutcome(spoken.verdict, profile)
}
