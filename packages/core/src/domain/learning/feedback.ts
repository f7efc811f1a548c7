/**
 * Records a verdict as a fact, with the structure that its credit may need: the question's cue and learned edges at 0. The learner moves
 * them.
 */

import { mayDeny } from '@crabtrail/text/signs/denial'
import * as Result from 'effect/Result'
import type { Decision, Rejection, Speaker } from '../decision.ts'
import type { NewEvent } from '../events/brain-event.ts'
import type { ImplicitSignal, Manner, Tier, Verdict } from '../events/learning-events.ts'
import { isItem, isLive } from '../graph.ts'
import type { ContentRef, FeedbackNumber, NodeNumber, SessionNumber, TurnNumber } from '../identity.ts'
import type { Profile } from '../profiles/profile.ts'
import type { BrainState } from '../projections/brain-fold.ts'
import { wasCredited } from '../projections/turns/turn-ledger.ts'
import type { TurnRecord } from '../projections/turns/turn-record.ts'
import { type Nano, nano } from '../strength.ts'
import { type Naming, supersededByVerdict } from '../superseding/superseded-event.ts'
import { creditStructure, type QuestionCue } from './credit-path.ts'
import { appliedVerdict, usualOutcome } from './movement-policy.ts'
import { speakerTeaches } from './teaching.ts'

/** The signals that an outcome sums up, in parallel lists: each with its weight, its amount, and the turn in which it was observed. */
export interface ObservedParts {
  readonly parts: ReadonlyArray<ImplicitSignal>
  readonly weights: ReadonlyArray<Nano>
  readonly values: ReadonlyArray<Nano>
  readonly seen: ReadonlyArray<TurnNumber>
}

export interface Feedback extends QuestionCue {
  readonly verdict: Verdict
  readonly turn: TurnNumber
  /** The judged memories. Empty for a verdict on the whole turn: the memories of its context are then judged. */
  readonly nodes: ReadonlyArray<NodeNumber>
  readonly instead: ReadonlyArray<NodeNumber>
  /** In units, −1 to 1. */
  readonly outcome: number | undefined
  readonly tier: Exclude<Tier, 'manual'>
  readonly text: ContentRef | undefined
  readonly given: Manner
  /** The part of the outcome that each of `nodes` takes. Absent: each takes all of it. */
  readonly shares?: ReadonlyArray<Nano>
  /** The texts of the memory named instead and of those that are wrong. Absent: nothing is superseded. */
  readonly naming?: Naming | undefined
  /** What was observed, where nobody said the verdict. */
  readonly observed?: ObservedParts
}

export type FeedbackSignal = Feedback & Pick<Speaker, 'actor' | 'origin' | 'session'>

export interface DecidedFeedback {
  readonly feedback: FeedbackNumber
  readonly applied: Verdict
  /** The new cue, whose contents must be stored. Undefined where none was added. */
  readonly cueAdded: NodeNumber | undefined
}

export const decideFeedback = (signal: FeedbackSignal, state: BrainState, profile: Profile): Decision<DecidedFeedback> => {
  const turn = state.turn(signal.turn)
  if (turn === undefined) return Result.fail({ _tag: 'UnknownTurn', turn: signal.turn })
  const nodes = distinct(signal.nodes.length > 0 ? signal.nodes : turn.included)
  const instead = distinct(signal.instead)
  const refused = unfit(signal, state, turn, nodes, instead)
  if (refused !== undefined) return Result.fail(refused)

  const applied = appliedVerdict(signal.verdict, profile)
  const structure = creditStructure(state, profile)
  const judged = applied === 'not-useful' ? [] : nodes
  // A verdict that will be refused, or that was consumed, builds and restores nothing.
  const outcome = signal.outcome ?? usualOutcome(signal.verdict)
  const moves = signal.given !== 'heard' || outcome !== 0
  const teaches = moves && judged.length + instead.length > 0 && speakerTeaches(state, turn, signal, profile)
  const fresh = (word: Verdict | 'instead') => (node: NodeNumber) =>
    !wasCredited(turn, { node, word, tier: signal.tier, actor: signal.actor })
  const credited = { ...signal, turn, judged: judged.filter(fresh(applied)), instead: instead.filter(fresh('instead')) }
  // A verdict on a memory's worth builds nothing; it is recorded with the kind of question where that is known.
  const cue = teaches ? structure.prepare(credited) : applied === 'not-useful' ? structure.known(signal, turn) : undefined
  const passes = cue !== undefined && outcome > 0 && signal.tier === 'conscious' && state.graph.stateOf(cue) === 'probation'
  const promoted: ReadonlyArray<NewEvent> =
    passes && teaches ? [{ type: 'NodePromoted', turn: signal.turn, data: { node: cue, reason: 'success' } }] : []
  const feedback = state.participants.feedbacks + 1
  const given: NewEvent = {
    type: 'FeedbackGiven',
    turn: signal.turn,
    origin: signal.origin,
    data: {
      feedback,
      verdict: signal.verdict,
      applied,
      outcome: nano(outcome),
      tier: signal.tier,
      nodes,
      ...(instead.length === 0 ? {} : { instead }),
      ...(cue === undefined ? {} : { cue }),
      ...(signal.text === undefined ? {} : { text: signal.text }),
      ...(signal.nodes.length === 0 && nodes.length > 0 ? { about: 'turn' as const } : {}),
      ...(signal.observed === undefined ? {} : { ...signal.observed, about: 'observed' as const }),
      given: signal.given,
      ...(signal.shares === undefined ? {} : { shares: signal.shares }),
    },
  }
  const superseded =
    signal.given === 'explicit' ? supersededByVerdict({ ...signal, nodes: signal.nodes, instead }, feedback, state.graph) : []
  const cueAdded = structure.added.size === 0 ? undefined : cue
  return Result.succeed({ events: [...structure.events, ...superseded, ...promoted, given], answer: { feedback, applied, cueAdded } })
}

const distinct = (nodes: ReadonlyArray<NodeNumber>): ReadonlyArray<NodeNumber> => [...new Set(nodes)]

const unfit = (
  signal: FeedbackSignal,
  state: BrainState,
  turn: TurnRecord,
  nodes: ReadonlyArray<NodeNumber>,
  instead: ReadonlyArray<NodeNumber>,
): Rejection | undefined => {
  if (nodes.length === 0 && instead.length === 0) return { _tag: 'NothingNamed' }
  const stranger = nodes.find((node) => !turn.shown.includes(node) && !turn.fired.has(node))
  if (stranger !== undefined) return { _tag: 'NodeNotShown', turn: signal.turn, node: stranger }
  const both = instead.find((node) => nodes.includes(node))
  if (both !== undefined) return { _tag: 'JudgedAndInstead', node: both, about: signal.nodes.length === 0 ? 'turn' : 'nodes' }
  const gone = instead.find((node) => !isLive(state.graph.stateOf(node)) || !isItem(state.graph.typeOf(node)))
  return gone === undefined ? undefined : { _tag: 'NodeNotLive', node: gone }
}

/* Finds the turn of a verdict that an agent gives while it answers a message. Pure; undefined where no turn can be meant. */

export interface SaidMeanwhile {
  readonly session: SessionNumber | undefined
  /** The turn of the message that is being answered; undefined where its recall is not recorded. */
  readonly own: TurnNumber | undefined
  /** The text of that message; undefined where it is not known. */
  readonly message: string | undefined
  readonly verdict: Verdict
  readonly nodes: ReadonlyArray<NodeNumber>
  readonly named: TurnNumber | undefined
}

type Turns = Pick<BrainState, 'recentTurns' | 'lastAbsence' | 'turn'>

/**
 * Returns the named turn, if it showed one of the notes. Otherwise the newest turn of the session whose context held all of them, then one
 * of them, then whose ranking held one. A negative verdict in answer to a message that corrects is about a turn before that message; the
 * message's own turn is used only for notes that no earlier turn was given, also where the agent names it.
 */
export const judgedTurn = (state: Turns, said: SaidMeanwhile): TurnRecord | undefined => {
  const { named, nodes, own = Number.POSITIVE_INFINITY } = said
  const blamesBefore = blamesTheAnswerBefore(said)
  // The number of the message's own turn is the only one that the agent sees.
  const meant = named === undefined || (blamesBefore && named === own) ? undefined : state.turn(named)
  if (meant !== undefined && (nodes.length === 0 || nodes.some((node) => showed(meant, node)))) return meant
  const turns = [...state.recentTurns()].filter(({ session }) => session === said.session)
  const before = turns.filter(({ turn }) => turn < own)
  if (nodes.length === 0) return blamesBefore ? lastAnswered(state, before, said) : turns.find(gave)
  // An agent does not see a turn's ranking unless it asks, so included memories count first.
  const inOrder = blamesBefore ? [...before, ...turns] : turns
  const held =
    ({ included }: TurnRecord) =>
    (node: NodeNumber) =>
      included.includes(node)
  return (
    inOrder.find((turn) => nodes.every(held(turn))) ??
    inOrder.find((turn) => nodes.some(held(turn))) ??
    inOrder.find((turn) => nodes.some((node) => showed(turn, node)))
  )
}

/**
 * True for a negative verdict in answer to a message that may be a denial: that something was wrong is said by the agent. The message can only judge the
 * answer before it, not what is recalled for itself.
 */
const blamesTheAnswerBefore = ({ message, verdict }: SaidMeanwhile): boolean =>
  verdict !== 'used' && verdict !== 'success' && message !== undefined && mayDeny(message)

const gave = ({ included }: TurnRecord): boolean => included.length > 0

/** Returns the turn before; undefined where that one was given no notes: then none of ours was meant. */
const lastAnswered = (state: Turns, [last]: ReadonlyArray<TurnRecord>, { own, session }: SaidMeanwhile): TurnRecord | undefined => {
  if (last === undefined || session === undefined || !gave(last)) return undefined
  return (state.lastAbsence(session, own) ?? 0) >= last.turn ? undefined : last
}

const showed = ({ fired, shown }: TurnRecord, node: NodeNumber): boolean => shown.includes(node) || fired.has(node)
