/** Keeps what the owner states in a conversation, where it supersedes memories: as a memory of its own, with the words that it was said in. */
import * as Result from 'effect/Result'
import type { Decided, Speaker } from '../decision.ts'
import type { NewEvent } from '../events/brain-event.ts'
import type { ContentRef, FeedbackNumber, NodeNumber, TurnNumber } from '../identity.ts'
import type { QuestionCue } from '../learning/credit-path.ts'
import { decideFeedback } from '../learning/feedback.ts'
import { decideUnattributed } from '../learning/outcome.ts'
import type { Profile } from '../profiles/profile.ts'
import type { BrainState } from '../projections/brain-fold.ts'
import { graphAhead } from '../projections/graph/graph-ahead.ts'
import { saidOn } from '../projections/said-memories.ts'
import type { TurnRecord } from '../projections/turns/turn-record.ts'
import { type Contrasts, type KnownPassage, supersededAgain, supersededBy } from './supersede.ts'
import { mayGiveWay, supersededEvent, supersededMost, withOlder } from './superseded-event.ts'

/** The statements of a message, and the passages beside it. */
export interface HeardStatement {
  readonly contrasts: Contrasts
  /** All passages that were found. */
  readonly nearby: ReadonlyArray<KnownPassage>
  /** The contents of the memory that would keep it. `title` is the question that a value alone answers. */
  readonly id: ContentRef
  readonly text: ContentRef
  readonly title: ContentRef | undefined
  /** The day of the message, in days since 1970-01-01. */
  readonly day: number
}

export interface KeptStatement {
  readonly feedback: FeedbackNumber
  /** The turn whose question the message answers anew. Undefined where it was learned from no turn. */
  readonly turn: TurnNumber | undefined
  readonly kept: NodeNumber
  readonly superseded: ReadonlyArray<NodeNumber>
}

/** The turn that a value alone is about, with its question's cue and the speaker. */
export interface AnsweredAnew extends QuestionCue, Pick<Speaker, 'actor' | 'session'> {
  readonly turn: TurnRecord
}

/**
 * Decides what a message supersedes; undefined where it supersedes nothing. `said` is the content of the message as a feedback has it. A value
 * alone is what is right for the question of the turn that it is about, so the question's cue learns to lead to it.
 */
export const decideKept = (
  statement: HeardStatement,
  said: ContentRef,
  about: AnsweredAnew | undefined,
  state: BrainState,
  profile: Profile,
): Decided<KeptStatement> | undefined => {
  const { contrasts, day, id, nearby, text, title } = statement
  const found = [...supersededAgain(contrasts, nearby), ...supersededBy(contrasts, nearby)]
  const superseded = [...new Map(found.map((one) => [one.node, one])).values()]
    .filter(({ node }) => mayGiveWay(state.graph, node))
    .slice(0, supersededMost)
  if (superseded.length === 0) return undefined
  const kept = state.graph.nodes + 1
  const contents = { id, text, day, ...(title === undefined ? {} : { title }) }
  const added: NewEvent = { type: 'NodeAdded', origin: 'owner', data: { node: kept, ...contents, nodeType: 'correction', state: 'normal' } }
  const nodes = superseded.map(({ node }) => node)
  const learned = title === undefined || about === undefined ? undefined : answeredAnew(about, said, { added, kept, nodes }, state, profile)
  const { answer: feedback, events } = learned ?? decideUnattributed({ outcome: 0, reason: 'kept', text: said }, state)
  const all = superseded.map((one) => supersededEvent(one, { by: kept, reason: 'said', feedback }))
  return {
    events: [added, ...events, ...withOlder(state.graph, all)],
    answer: { feedback, turn: learned === undefined ? undefined : about?.turn.turn, kept, superseded: nodes },
  }
}

/** Most statements that are kept of one session on one day of UTC, and before one turn. People state less; a loop or a paste states more. */
const [statementsADay, statementsATurn] = [50, 5]

/** True where enough statements were kept already. `at`: milliseconds UTC. */
export const isEnoughKept = ({ lastTurn, said }: Pick<BrainState, 'lastTurn' | 'said'>, session: number | undefined, at: number): boolean =>
  (said.stated.turn === lastTurn && said.stated.count >= statementsATurn) ||
  (saidOn(said, at).statements[session ?? 0] ?? 0) >= statementsADay

interface KeptHere {
  readonly added: NewEvent
  readonly kept: NodeNumber
  /** The memories that it supersedes. */
  readonly nodes: ReadonlyArray<NodeNumber>
}

/**
 * The outcome of a value alone for the superseded memories that the turn showed. Less than a verdict that names both memories: such a message names
 * none, and for questions that are only similar it must not take the first place.
 */
const answeredOutcome = -0.75

/** Decides the verdict on the turn; undefined where the turn showed none of the superseded memories. */
const answeredAnew = (
  { turn, ...about }: AnsweredAnew,
  said: ContentRef,
  { added, kept, nodes }: KeptHere,
  state: BrainState,
  profile: Profile,
): Decided<FeedbackNumber> | undefined => {
  const wrong = nodes.filter((node) => turn.shown.includes(node))
  if (wrong.length === 0) return undefined
  const { fold, graph } = graphAhead(state.graph, state.lastTurn)
  fold(added)
  const verdict = {
    verdict: 'correction',
    outcome: answeredOutcome,
    tier: 'conscious',
    origin: 'owner',
    given: 'heard',
    text: said,
  } as const
  const decided = decideFeedback({ ...about, ...verdict, turn: turn.turn, nodes: wrong, instead: [kept] }, { ...state, graph }, profile)
  return Result.isFailure(decided) ? undefined : { events: decided.success.events, answer: decided.success.answer.feedback }
}
