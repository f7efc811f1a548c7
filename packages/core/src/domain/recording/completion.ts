/** Records how a turn ended, which of its memories were used, and what a profile learns from that at once. */
import * as Result from 'effect/Result'
import type { Decision, Speaker } from '../decision.ts'
import type { EventData, NewEvent } from '../events/brain-event.ts'
import { placed } from '../events/codec/event-codec.ts'
import type { TurnOutcome } from '../events/turn-events.ts'
import { grownPairs, growthStructure } from '../growth/growth.ts'
import type { ContentRef, NodeNumber, TurnNumber } from '../identity.ts'
import type { QuestionCue } from '../learning/credit-path.ts'
import { decideFeedback } from '../learning/feedback.ts'
import { graphWith } from '../learning/graph-with.ts'
import { learn } from '../learning/learning.ts'
import type { SkippedEdges } from '../learning/skipped-edges.ts'
import { endedTurn, learnsFromEnds } from '../learning/turn-end.ts'
import { creditable } from '../learning/use-evidence.ts'
import type { Profile } from '../profiles/profile.ts'
import type { BrainState } from '../projections/brain-fold.ts'
import { usedByAgent } from '../projections/turns/turn-ledger.ts'
import type { DrawnNode } from '../projections/turns/turn-record.ts'

/** How often a tool ran in a turn and how often it failed. */
export interface ToolTally {
  readonly known: NodeNumber | undefined
  /** Contents of its node, should it have none yet. */
  readonly id: ContentRef
  readonly text: ContentRef
  readonly calls: number
  readonly failures: number
}

export interface Completion extends QuestionCue {
  readonly turn: TurnNumber
  readonly outcome: TurnOutcome
  readonly durationMs: number
  /** Each tool once. */
  readonly tools: ReadonlyArray<ToolTally>
  readonly messages: ReadonlyArray<ContentRef>
  /** What the reply drew on, the most first; absent where it is not known. */
  readonly drew: ReadonlyArray<DrawnNode> | undefined
  /** Memories that the reply or a tool call was found to use, the surest first. */
  readonly used: ReadonlyArray<NodeNumber>
  /** The edges that the turn passed over, where the settings ask for them (`asksSkipped`), else empty. */
  readonly skipped: SkippedEdges
}

/**
 * Records the end of a turn with everything that follows from it in the same commit: the agent's verdict on the memories it used, and, under
 * profiles that learn from the ends of turns, the edges that move. Answers with the memories that were credited.
 *
 * A turn ends once: told again it is nothing new, unless a turn that had failed was tried again.
 */
export const decideCompletion = (
  command: Completion & Speaker,
  state: BrainState,
  profile: Profile,
): Decision<ReadonlyArray<NodeNumber>> => {
  const ended = endOf(command, state, profile)
  if (ended === undefined) return Result.succeed({ events: [], answer: [] })
  // Strengths that move with the end of the turn have to move after those that earlier facts moved.
  if (learnsFromEnds(profile) && state.progress.pending.length > 0) return Result.fail({ _tag: 'LearnerBehind' })
  const { before, end } = ended
  const use = decideUse(command, state, profile, before.filter(({ type }) => type === 'EdgeLinked').length)
  const fact = placed(end, command.first + before.length, { at: state.at, actor: command.actor })
  const effects = learn(fact, { ...state, graph: graphWith(state.graph, before) }, profile, command.skipped)
  return Result.succeed({
    events: [...before, end, ...use, ...effects],
    answer: use.flatMap((event) => (event.type === 'FeedbackGiven' ? event.data.nodes : [])),
  })
}

/** The event of the end and those before it: nodes of tools that were called for the first time, and edges that can grow. */
const endOf = ({ drew, durationMs, messages, outcome, tools, turn }: Completion, state: BrainState, profile: Profile) => {
  // Whether a turn that is no longer kept has ended is not known.
  const known = state.anyTurn(turn)
  if (known === undefined || (known.outcome !== undefined && !(known.outcome === 'failure' && outcome !== 'failure'))) return undefined
  const added: Array<NewEvent> = []
  const nodes = tools.map(({ id, known, text }) => {
    if (known !== undefined) return known
    const node = state.graph.nodes + added.length + 1
    added.push({ type: 'NodeAdded', turn, origin: 'system', data: { node, id, text, nodeType: 'tool_call', state: 'normal' } })
    return node
  })
  const data: EventData<'TurnCompleted'> = {
    outcome,
    durationMs,
    ...(messages.length === 0 ? {} : { messages }),
    ...(tools.length === 0
      ? {}
      : { tools: nodes, calls: tools.map(({ calls }) => calls), failures: tools.map(({ failures }) => failures) }),
    ...(drew === undefined ? {} : { drew: drew.map(({ node }) => node), shares: drew.map(({ share }) => share) }),
  }
  const record = endedTurn({ data, turn }, state, profile)
  const grown = record === undefined ? [] : growthStructure(state.graph, grownPairs(state.graph, record, data, profile))
  const end: NewEvent = { type: 'TurnCompleted', turn, data }
  return { before: [...added, ...grown.map((event): NewEvent => ({ ...event, turn }))], end }
}

/** The agent's own verdict. It makes no cue, because nobody said anything about this kind of question. */
const decideUse = (command: Completion & Speaker, state: BrainState, profile: Profile, linkedBefore: number): ReadonlyArray<NewEvent> => {
  const { session, turn, used } = command
  const record = state.turn(turn)
  const nodes = creditable(used, record === undefined ? new Set() : usedByAgent(record), profile.learning.use)
  if (nodes.length === 0 || profile.learning.muteSessions.includes(session)) return []
  const verdict = { verdict: 'used', given: 'inferred', tier: 'agent', outcome: undefined, text: undefined, instead: [] } as const
  const decided = decideFeedback({ ...command, ...verdict, origin: 'agent', nodes, linkedBefore, newCue: undefined }, state, profile)
  return Result.isSuccess(decided) ? decided.success.events : []
}
