/**
 * Decides the effects of one fact: a pure function of the fact, the state up to it and the settings in force there.
 *
 * Every fact that teaches gets at least one effect, so that the progress of the learner can be read back from the log.
 */

import * as Result from 'effect/Result'
import type { Decision } from '../decision.ts'
import { type BrainEvent, type BrainEventOf, ignore, type NewEvent } from '../events/brain-event.ts'
import type { Refusal, Verdict } from '../events/learning-events.ts'
import type { NodeNumber } from '../identity.ts'
import type { Profile } from '../profiles/profile.ts'
import type { BrainState } from '../projections/brain-fold.ts'
import { isOutright, standsAgainst } from '../projections/standing.ts'
import { wasCredited } from '../projections/turns/turn-ledger.ts'
import type { TurnRecord } from '../projections/turns/turn-record.ts'
import { one, units } from '../strength.ts'
import { type Credits, openCredits, type Said, type SkippedEdges } from './credit.ts'
import { learnFromOutcome } from './outcome.ts'
import { isFull, kindOf, speakerTeaches } from './teaching.ts'
import { learnFromEnd } from './turn-end.ts'

export interface LearnedFact {
  readonly fact: BrainEvent
  /** The edges that the fact's turn passed over, where the settings ask for them (`asksSkipped`), else empty. */
  readonly skipped: SkippedEdges
}

export const decideEffects = ({ fact, skipped }: LearnedFact, state: BrainState, profile: Profile): Decision<void> =>
  Result.succeed({ events: learn(fact, state, profile, skipped), answer: undefined })

/**
 * Returns the effects of a fact. `state` is the state right after the fact, with the effects of all earlier facts and none later. `skipped`
 * holds the skipped edges of the fact's turn where the settings ask for them (`asksSkipped`), else it is empty.
 */
export const learn = (fact: BrainEvent, state: BrainState, profile: Profile, skipped: SkippedEdges): ReadonlyArray<NewEvent> => {
  switch (fact.type) {
    case 'FeedbackGiven':
      return learnFromFeedback(fact, state, profile, skipped)
    case 'OutcomeGiven':
      return learnFromOutcome(fact, state, profile)
    case 'StrengthSet':
      return setStrength(fact, state)
    case 'TurnCompleted':
      return learnFromEnd(fact, state, profile, skipped)
    default:
      ignore<'learner'>(fact.type)
      return []
  }
}

const setStrength = ({ data, position }: BrainEventOf<'StrengthSet'>, { graph }: BrainState): ReadonlyArray<NewEvent> => {
  const from = graph.strengthOf(data.edge)
  return [
    {
      type: 'StrengthAdjusted',
      cause: position,
      data: { edge: data.edge, from, to: data.strength, asked: data.strength - from, tier: 'manual', rule: 'set', reason: 'by-hand' },
    },
  ]
}

const learnFromFeedback = (
  fact: BrainEventOf<'FeedbackGiven'>,
  state: BrainState,
  profile: Profile,
  skipped: SkippedEdges,
): ReadonlyArray<NewEvent> => {
  const { data, position } = fact
  const turn = fact.turn === undefined ? undefined : state.turn(fact.turn)
  const fresh = turn === undefined ? [] : unconsumed(fact, turn, data.nodes, data.applied)
  const instead = turn === undefined ? [] : unconsumed(fact, turn, data.instead ?? [], 'instead')
  const free = fresh.filter((node) => !isHeldBy(fact, state, node))
  const refused = refusal(fact, state, profile, turn, fresh.length + instead.length)
  const reason = refused ?? (free.length + instead.length === 0 ? 'standing' : undefined)
  const shares = reason === undefined && turn !== undefined ? { turns: [turn.turn], shares: [one] } : { turns: [], shares: [] }
  const attributed: NewEvent = {
    type: 'FeedbackAttributed',
    cause: position,
    ...(fact.turn === undefined ? {} : { turn: fact.turn }),
    data: { feedback: data.feedback, ...shares, ...(reason === undefined ? {} : { reason }) },
  }
  if (reason !== undefined || turn === undefined) return [attributed]
  const credits = openCredits(position, state, profile)
  const { applied, cue, outcome, tier } = data
  const rate = seenRate(data.about, profile)
  const said = { turn, tier, ...rate, applied, cue, outcome: units(outcome), countsFromZero: isOutright(fact) || isRenewal(fact), skipped }
  if (data.given === 'heard') creditHeard(credits, said, free, fact)
  else for (const node of free) applied === 'not-useful' ? credits.useless(said, node) : credits.credit(said, node)
  for (const node of instead) credits.instead(said, node)
  return [attributed, ...credits.events]
}

/** A tool that works again, or a turn that ended well, is no word of the agent: it was seen. */
const seenRate = (about: BrainEventOf<'FeedbackGiven'>['data']['about'], { learning }: Profile): Pick<Said, 'rate'> => {
  if (about === 'observed') return { rate: learning.implicit.rate }
  return about === 'error' || about === 'procedure' ? { rate: 'conscious' } : {}
}

/** True for a heard correction where another memory holds what is said. */
const isRenewal = ({ data: { given, instead } }: BrainEventOf<'FeedbackGiven'>): boolean => given === 'heard' && instead !== undefined

/**
 * Applies a heard correction: moves the cue's own edges alone, each by its memory's share, and takes back what the agent's `used` moved.
 */
const creditHeard = (credits: Credits, said: Said, nodes: ReadonlyArray<NodeNumber>, { data }: BrainEventOf<'FeedbackGiven'>): void => {
  const isReplaced = data.instead !== undefined
  for (const [i, node] of data.nodes.entries()) {
    if (!nodes.includes(node)) continue
    const outcome = said.outcome * units(data.shares?.[i] ?? one)
    if (isReplaced) credits.replace(said, node, outcome)
    else credits.lower(said, node, outcome)
    if (!wasCorrected(said.turn, node)) credits.withdrawUse(said, node)
  }
}

/** True where a correction of this memory was heard in this tier, by any speaker. */
const wasCorrected = ({ verdicts }: TurnRecord, node: NodeNumber): boolean =>
  verdicts.some((verdict) => verdict.node === node && verdict.word === 'correction' && verdict.tier === 'conscious')

/**
 * True where the owner's own word on this memory, for this kind of question, contradicts the verdict. That word is not overturned by a
 * verdict that was inferred, said by an agent, said of a turn as a whole, or heard without a memory named instead.
 */
const isHeldBy = (fact: BrainEventOf<'FeedbackGiven'>, { owner }: BrainState, node: NodeNumber): boolean => {
  const { cue, given, outcome } = fact.data
  if (given === undefined || cue === undefined || isOutright(fact) || isRenewal(fact)) return false
  return standsAgainst(owner, cue, node, outcome)
}

/** Returns the nodes for which this speaker was not credited with the same verdict before, on this turn and at this tier. */
const unconsumed = (
  { commit, data }: BrainEventOf<'FeedbackGiven'>,
  turn: TurnRecord,
  nodes: ReadonlyArray<NodeNumber>,
  word: Verdict | 'instead',
): ReadonlyArray<NodeNumber> => nodes.filter((node) => !wasCredited(turn, { node, word, tier: data.tier, actor: commit.actor }))

const refusal = (
  { commit, data, origin = 'untrusted' }: BrainEventOf<'FeedbackGiven'>,
  state: BrainState,
  profile: Profile,
  turn: TurnRecord | undefined,
  fresh: number,
): Refusal | undefined => {
  if (turn === undefined || state.lastTurn - turn.turn > profile.learning.windowTurns) return 'window'
  if (profile.learning.muteOrigins.includes(origin)) return 'origin'
  if (!speakerTeaches(state, turn, { origin, session: kindOf(state, commit.session) }, profile)) return 'session'
  if (fresh === 0) return 'consumed'
  return isFull(state, { ...commit, turn }, data.tier, profile) ? 'cap' : undefined
}
