/** Records the end of a turn, the memories it used, and the effects that a profile derives from it at once. */

import { creditable } from '@crabtrail/text/evidence/use-evidence'
import * as Result from 'effect/Result'
import { type Decision, defined, filled, type Speaker } from '../decision.ts'
import type { EventData, NewEvent } from '../events/brain-event.ts'
import { placed } from '../events/codec/event-codec.ts'
import type { TurnOutcome } from '../events/turn-events.ts'
import { type DoneInTurn, fixOf, openErrors, procedureOf } from '../growth/seen.ts'
import type { ContentRef, NodeNumber, TurnNumber } from '../identity.ts'
import { decideObserved, type Observed } from '../implicit-feedback/observed-outcome.ts'
import { type CapturedText, captureOf } from '../ingest/note.ts'
import type { SkippedEdges } from '../learning/credit.ts'
import type { QuestionCue } from '../learning/credit-path.ts'
import { decideFeedback } from '../learning/feedback.ts'
import { learn } from '../learning/learning.ts'
import { speakerTeaches } from '../learning/teaching.ts'
import { endedTurn, endStructure, learnsFromEnds } from '../learning/turn-end.ts'
import type { Profile } from '../profiles/profile.ts'
import type { BrainState } from '../projections/brain-fold.ts'
import { graphAhead } from '../projections/graph/graph-ahead.ts'
import { usedByAgent } from '../projections/turns/turn-ledger.ts'
import type { DrawnNode } from '../projections/turns/turn-record.ts'

/** A node that may be known; if not, it is added with these contents. */
interface NamedNode {
  readonly known: NodeNumber | undefined
  readonly id: ContentRef
  readonly text: ContentRef
}

export interface ToolTally extends NamedNode {
  readonly calls: number
  readonly failures: number
}

/** A kind of error that a tool of the turn reported. Its node is a cue. */
export interface ReportedError extends NamedNode {
  readonly tool: number
}

export interface Completion extends QuestionCue {
  readonly turn: TurnNumber
  readonly outcome: TurnOutcome
  readonly durationMs: number
  readonly tools: ReadonlyArray<ToolTally>
  /** The kinds of error that the tools reported, each once, the last one last. */
  readonly errors: ReadonlyArray<ReportedError>
  /** The errors of earlier turns whose program the calls of this turn name. */
  readonly named: ReadonlySet<NodeNumber>
  readonly messages: ReadonlyArray<ContentRef>
  readonly done: DoneInTurn | undefined
  /** The sentences of the turn that are kept; empty where turns are not captured. */
  readonly captured: ReadonlyArray<CapturedText>
  /** The memories that the reply drew on, largest share first; undefined where the reply is not known. */
  readonly drew: ReadonlyArray<DrawnNode> | undefined
  /** The memories that the reply or a tool call used, the surest first. */
  readonly used: ReadonlyArray<NodeNumber>
  /** What nobody said and the end shows, of this turn and earlier ones. */
  readonly implicit: Observed
  /** The time at which it is recorded, in milliseconds UTC. */
  readonly now: number
  /** The edges that the turn passed over, where the settings ask for them (`asksSkipped`), else empty. */
  readonly skipped: SkippedEdges
}

/**
 * Records the end of a turn with everything that follows from it in the same commit: the agent's verdict on the memories it used, and,
 * under profiles that learn from the ends of turns, the edges that move; where the turn got over an error, what it did so with; what was
 * done in it, where it ended well; what was said in it, where that is captured; and what was observed, which nobody said. Answers with the memories that were credited.
 *
 * A turn ends once: a second end changes nothing, unless a failed turn was tried again.
 */
export const decideCompletion = (
  command: Completion & Speaker,
  state: BrainState,
  profile: Profile,
): Decision<ReadonlyArray<NodeNumber>> => {
  const ended = endOf(command, state, profile)
  if (ended === undefined) return Result.succeed({ events: [], answer: [] })
  // Strengths that move with the end of the turn must move after those that earlier facts move.
  if (learnsFromEnds(profile) && state.progress.pending.length > 0) return Result.fail({ _tag: 'LearnerBehind' })
  const { before, end } = ended
  const { fold, graph } = graphAhead(state.graph, state.lastTurn)
  // Each decision sees what those before it added, linked and restored in this commit.
  const ahead = { ...state, graph }
  before.forEach(fold)
  const fact = placed(end, command.first + before.length, { at: state.at, actor: command.actor })
  const effects = learn(fact, ahead, profile, command.skipped)
  const use = decideUse(command, ahead, profile)
  use.forEach(fold)
  const fix = decideFix(command, ahead, profile, end.data, countOf(use, 'FeedbackGiven'))
  fix.forEach(fold)
  const procedure = decideProcedure(command, ahead, profile, countOf([...use, ...fix], 'FeedbackGiven'))
  procedure.forEach(fold)
  const captured = decideCapture(command, ahead, profile)
  captured.forEach(fold)
  const observed = decideObserved(command.implicit, command, ahead, profile, [...use, ...fix, ...procedure])
  return Result.succeed({
    events: [...before, end, ...use, ...fix, ...procedure, ...captured, ...observed, ...effects],
    answer: use.flatMap((event) => (event.type === 'FeedbackGiven' ? event.data.nodes : [])),
  })
}

/**
 * Returns the event of the end and the events before it: nodes of tools that were called for the first time, and edges that can grow or drift.
 * Undefined for an end that changes nothing.
 */
const endOf = ({ drew, durationMs, errors, messages, outcome, skipped, tools, turn }: Completion, state: BrainState, profile: Profile) => {
  // The end of a turn that is no longer kept cannot be checked.
  const known = state.anyTurn(turn)
  if (known === undefined || (known.outcome !== undefined && !(known.outcome === 'failure' && outcome !== 'failure'))) return undefined
  const added: Array<NewEvent> = []
  const nodeOf =
    (nodeType: 'tool_call' | 'cue') =>
    ({ id, known, text }: NamedNode): NodeNumber => {
      if (known !== undefined) return known
      const node = state.graph.nodes + added.length + 1
      added.push({ type: 'NodeAdded', turn, origin: 'system', data: { node, id, text, nodeType, state: 'normal' } })
      return node
    }
  const nodes = tools.map(nodeOf('tool_call'))
  const data: EventData<'TurnCompleted'> = {
    outcome,
    durationMs,
    ...defined({
      messages: filled(messages),
      tools: filled(nodes),
      calls: filled(tools.map(({ calls }) => calls)),
      failures: filled(tools.map(({ failures }) => failures)),
      errors: filled(errors.map(nodeOf('cue'))),
      erring: filled(errors.map(({ tool }) => nodes[tool] ?? 0)),
      drew: drew?.map(({ node }) => node),
      shares: drew?.map(({ share }) => share),
    }),
  }
  const record = endedTurn({ data, turn }, state, profile)
  const linked = record === undefined ? [] : endStructure(state.graph, record, data, skipped, profile)
  const end = { type: 'TurnCompleted', turn, data } as const
  return { before: [...added, ...linked.map((event): NewEvent => ({ ...event, turn }))], end }
}

/** Decides the agent's own verdict. It makes no cue, because nobody said anything about this kind of question. */
const decideUse = (command: Completion & Speaker, state: BrainState, profile: Profile): ReadonlyArray<NewEvent> => {
  const { session, turn, used } = command
  const record = state.turn(turn)
  const nodes = creditable(used, record === undefined ? new Set() : usedByAgent(record), profile.learning.use)
  if (nodes.length === 0 || profile.learning.muteSessions.includes(session)) return []
  const verdict = { verdict: 'used', given: 'inferred', tier: 'agent', outcome: undefined, text: undefined, instead: [] } as const
  const decided = decideFeedback({ ...command, ...verdict, origin: 'agent', nodes, newCue: undefined }, state, profile)
  return Result.isSuccess(decided) ? decided.success.events : []
}

/** Decides what a turn that ended well got over. In a session that teaches nothing it gets over nothing. `before`: the feedbacks of the commit. */
const decideFix = (
  { named, session, turn, used }: Completion & Speaker,
  state: BrainState,
  { learning }: Profile,
  { calls = [], failures = [], outcome, tools = [] }: EventData<'TurnCompleted'>,
  before: number,
): ReadonlyArray<NewEvent> => {
  const record = state.turn(turn)
  if (record === undefined || outcome !== 'success' || learning.muteSessions.includes(session)) return []
  const succeeded = new Set(tools.filter((_, i) => (failures[i] ?? 0) < (calls[i] ?? 0)))
  const open = openErrors(state, record).find(({ error, tool }) => succeeded.has(tool) && named.has(error))
  const helped = [...new Set([...record.noted, ...used.slice(0, learning.use.perTurn)])]
  return open === undefined ? [] : fixOf(state, record, open.error, helped, before)
}

/** Decides what to keep of the steps of a turn that ended well. A session that teaches nothing shows nothing either. */
const decideProcedure = (command: Completion & Speaker, state: BrainState, profile: Profile, before: number): ReadonlyArray<NewEvent> => {
  const { done, outcome, session, turn } = command
  const record = state.turn(turn)
  if (done === undefined || record === undefined || outcome !== 'success') return []
  if (!speakerTeaches(state, record, { origin: 'agent', session }, profile)) return []
  return procedureOf(state, profile, record, { ...command, done }, before)
}

/** Decides what is kept of what was said. Of a session that teaches nothing, or of a turn that did not end well, nothing is. */
const decideCapture = (
  { captured, outcome, session, turn }: Completion & Speaker,
  state: BrainState,
  profile: Profile,
): ReadonlyArray<NewEvent> => {
  const record = state.turn(turn)
  if (record === undefined || outcome !== 'success' || !speakerTeaches(state, record, { origin: 'agent', session }, profile)) return []
  return captureOf(turn, captured, state.graph.nodes)
}

const countOf = (events: ReadonlyArray<NewEvent>, type: NewEvent['type']): number => events.filter((event) => event.type === type).length
