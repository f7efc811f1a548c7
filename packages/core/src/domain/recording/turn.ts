/** Records a recall: its seeds, the edges of its walk, the ranking and the context; or that a turn had no recall. */

import { creditable } from '@crabtrail/text/evidence/use-evidence'
import * as Result from 'effect/Result'
import type { ContextBundle } from '../context/context-bundle.ts'
import type { Decision, Speaker } from '../decision.ts'
import type { EventData, NewEvent } from '../events/brain-event.ts'
import { placed } from '../events/codec/event-codec.ts'
import type { AbsenceReason, RoutingReason, TurnOutcome, UnaskedReason } from '../events/turn-events.ts'
import type { Kernel } from '../graph.ts'
import { type Grown, growth, type NewQuestion } from '../growth/birth.ts'
import { type DoneInTurn, fixOf, openErrors, procedureOf } from '../growth/seen.ts'
import type { ContentRef, NodeNumber, Position, TurnNumber } from '../identity.ts'
import { type CapturedText, captureOf } from '../ingest/note.ts'
import type { SkippedEdges } from '../learning/credit.ts'
import type { QuestionCue } from '../learning/credit-path.ts'
import { decideFeedback } from '../learning/feedback.ts'
import { learn } from '../learning/learning.ts'
import { speakerTeaches } from '../learning/teaching.ts'
import { endedTurn, grownPairs, growthStructure, learnsFromEnds } from '../learning/turn-end.ts'
import { answeredEvent, type CallEnd } from '../model/model-call.ts'
import type { Profile } from '../profiles/profile.ts'
import type { BrainState } from '../projections/brain-fold.ts'
import { graphAhead } from '../projections/graph/graph-ahead.ts'
import { usedByAgent } from '../projections/turns/turn-ledger.ts'
import type { DrawnNode } from '../projections/turns/turn-record.ts'
import type { RoutingChoice } from '../routing/routing-prompt.ts'
import { chosenEvent } from '../routing/routing-prompt.ts'
import { type Nano, nano, one } from '../strength.ts'
import type { RankedNode } from '../walk/ranking.ts'
import type { ScoredNode, SeedSource } from '../walk/text-evidence.ts'
import type { Walk, WalkCue, WalkStep } from '../walk/walk-record.ts'

export interface Seed extends ScoredNode {
  readonly source: SeedSource
}

export interface RecalledTurn {
  readonly question: ContentRef
  /** The day on which it is asked. */
  readonly day?: number | undefined
  readonly engine: EventData<'TurnStarted'>['engine']
  /** The factors of the families of edges for this question. */
  readonly kernel: Kernel
  readonly budget: Profile['budget']
  readonly seeds: ReadonlyArray<Seed>
  /** The trust in `mention` edges for this question. */
  readonly gate: Nano
  /** The passages that the host hinted at. */
  readonly hints: ReadonlyArray<ContentRef>
  /** The turns whose questions the question goes on with, newest first. */
  readonly continues: ReadonlyArray<TurnNumber>
  readonly cues: ReadonlyArray<WalkCue>
  readonly walk: Walk
  readonly ranking: ReadonlyArray<RankedNode>
  readonly bundle: ContextBundle
  /** The text given to the model; undefined where there is none. */
  readonly context: ContentRef | undefined
  /** The place and the asker of the question, as far as they are known. */
  readonly asker: TurnAsker
  /** The question as its novelty is assessed; undefined where the settings assess nothing. */
  readonly novelty: NewQuestion | undefined
  /** The verdict on a call of a routing model; `unasked` says why none was made although it was worth it. */
  readonly routing: RoutingReason
  readonly unasked: UnaskedReason | undefined
  /** The call that was made, whose request reserved the number of the turn, with the choice that counts; undefined where none was made. */
  readonly called: { readonly end: CallEnd; readonly counts: { readonly read: RoutingChoice } | undefined } | undefined
}

/** The assessment of a question's novelty. */
export type AssessedNovelty = EventData<'NoveltyAssessed'>

export interface RecordedTurn {
  readonly turn: TurnNumber
  readonly novelty: AssessedNovelty | undefined
  readonly routing: RecordedRouting
}

/** The verdict on a call of a routing model, the reason why none was made, its end, and the choice; undefined where there is none. */
export interface RecordedRouting extends Pick<EventData<'TurnStarted'>, 'routing' | 'unasked'> {
  readonly answered: EventData<'ModelAnswered'> | undefined
  readonly chosen: EventData<'RouteChosen'> | undefined
}

export type TurnAsker = Pick<EventData<'TurnStarted'>, 'chatKind' | 'channel' | 'chat' | 'sender'>

export const nextTurn = (state: BrainState): TurnNumber => state.lastTurn + 1

/** Records a recall, with the cue that its question makes, and answers with the number of the turn and the novelty of the question. */
export const decideTurn = (recalled: RecalledTurn & Speaker, state: BrainState, profile: Profile): Decision<RecordedTurn> => {
  const { called, novelty: question, routing, seeds, unasked } = recalled
  const turn = called?.end.turn ?? nextTurn(state)
  const answered = called === undefined ? undefined : answeredEvent(called.end, state, profile)
  const chosen = called?.counts === undefined ? undefined : chosenEvent(turn, called.counts.read)
  const grown = question === undefined ? nothingGrown : growth(question, { turn, seeds }, recalled, state, profile)
  const assessed = grown.events.find((event) => event.type === 'NoveltyAssessed')
  const told = { routing, ...(unasked === undefined ? {} : { unasked }), answered: answered?.data, chosen: chosen?.data }
  const routed = [answered, chosen].filter((event) => event !== undefined)
  const events = [...turnEvents(turn, recalled, grown, routed), ...grown.events]
  return Result.succeed({ events, answer: { turn, novelty: assessed?.data, routing: told } })
}

const nothingGrown: Grown = { cue: undefined, birth: [], events: [] }

/**
 * A cue that the turn makes is a seed of the turn, as alike as can be (S0.54). Its edges are dormant, so the walk, which was made without it,
 * is the same with it.
 */
const turnEvents = (
  turn: TurnNumber,
  recalled: RecalledTurn,
  { birth, cue: born }: Grown,
  routed: ReadonlyArray<NewEvent>,
): ReadonlyArray<NewEvent> => {
  const { asker, budget, bundle, continues, cues, day, engine, gate, hints, kernel, question, ranking, routing, seeds, unasked, walk } =
    recalled
  const why = { routing, ...(unasked === undefined ? {} : { unasked }) }
  const told = { ...(continues.length === 0 ? {} : { continues }), ...(day === undefined ? {} : { day }) }
  const more = { ...(hints.length === 0 ? {} : { hints }), ...told, ...kernelData(kernel), ...asker, ...why }
  const judged = new Set([...bundle.included, ...bundle.dropped.map(({ node }) => node)])
  // Memories after the first `budget.items` are recorded only where the context judged them: memories that may not be given took their
  // places.
  const shown = ranking.filter(({ node }, place) => place < budget.items || judged.has(node))
  return [
    { type: 'TurnStarted', turn, data: { question, engine, ...budget, ...more } },
    ...routed,
    ...birth,
    { type: 'SeedsSelected', turn, data: { ...seedsData(seeds, born === undefined ? cues : [...cues, { cue: born, alike: one }]), gate } },
    ...walkEvents(turn, walk),
    {
      type: 'ContextBundled',
      turn,
      data: {
        nodes: shown.map(({ node }) => node),
        scores: shown.map(({ score }) => score),
        included: bundle.included,
        tokens: bundle.tokens,
        ...(bundle.guardrails.length === 0 ? {} : { guardrails: bundle.guardrails }),
        ...(bundle.dropped.length === 0
          ? {}
          : { dropped: bundle.dropped.map(({ node }) => node), reasons: bundle.dropped.map(({ reason }) => reason) }),
        ...(recalled.context === undefined ? {} : { context: recalled.context }),
      },
    },
  ]
}

/** Returns the record of a walk: the nodes that fired, what was taken from which, and every edge that was looked at. */
export const walkEvents = (turn: TurnNumber, { fired, inhibitions, steps }: Walk): ReadonlyArray<NewEvent> => [
  ...fired.map(
    ({ depth, edge, energy, node }): NewEvent => ({
      type: 'NodeFired',
      turn,
      data: { node, depth, energy, ...(edge === 0 ? {} : { edge }) },
    }),
  ),
  ...inhibitions.map((data): NewEvent => ({ type: 'NodeInhibited', turn, data })),
  ...steps.map((step) => stepEvent(turn, step)),
]

const kernelData = ({ CAUSE, SEQ, SIM }: Kernel): Pick<EventData<'TurnStarted'>, 'kernel'> =>
  SEQ === 1 && SIM === 1 && CAUSE === 1 ? {} : { kernel: [SEQ, SIM, CAUSE].map(nano) }

const seedsData = (seeds: ReadonlyArray<Seed>, cues: ReadonlyArray<Pick<WalkCue, 'alike' | 'cue'>>): EventData<'SeedsSelected'> => ({
  nodes: seeds.map(({ node }) => node),
  scores: seeds.map(({ score }) => score),
  sources: seeds.map(({ source }) => source),
  ...(cues.length === 0 ? {} : { cues: cues.map(({ cue }) => cue), alike: cues.map(({ alike }) => alike) }),
})

const stepEvent = (turn: TurnNumber, { outcome, ...step }: WalkStep): NewEvent => {
  switch (outcome._tag) {
    case 'Followed': {
      const { _tag, ...followed } = outcome
      return { type: 'EdgeFollowed', turn, data: { ...step, ...followed } }
    }
    case 'Skipped':
      return { type: 'EdgeSkipped', turn, data: { ...step, reason: outcome.reason } }
    default:
      return outcome satisfies never
  }
}

export interface Absence {
  readonly reason: AbsenceReason
  readonly skippedAt: number
  readonly waitedMs: number
  /** The recall whose answer came too late to be used, and its first position. */
  readonly late: { readonly turn: TurnNumber; readonly position: Position } | undefined
}

/** Records a turn that went on without memory and answers with its number. There is no turn without a record. */
export const decideAbsence = ({ late, reason, skippedAt, waitedMs }: Absence, state: BrainState): Decision<TurnNumber> => {
  const turn = late?.turn ?? nextTurn(state)
  const data = { reason, skippedAt, waitedMs }
  return Result.succeed({
    events: [late === undefined ? { type: 'RecallSkipped', turn, data } : { type: 'RecallSkipped', turn, cause: late.position, data }],
    answer: turn,
  })
}

/* Records the end of a turn, the memories it used, and the effects that a profile derives from it at once. */

/** The calls and failures of a tool in a turn. */
export interface ToolTally {
  readonly known: NodeNumber | undefined
  /** The contents of the tool's node, for a tool without one. */
  readonly id: ContentRef
  readonly text: ContentRef
  readonly calls: number
  readonly failures: number
}

/** A kind of error that a tool of the turn reported. */
export interface ReportedError {
  readonly known: NodeNumber | undefined
  /** The contents of its cue, for a kind of error without one. */
  readonly id: ContentRef
  readonly text: ContentRef
  /** The place of the tool in the turn's tools. */
  readonly tool: number
}

export interface Completion extends QuestionCue {
  readonly turn: TurnNumber
  readonly outcome: TurnOutcome
  readonly durationMs: number
  /** The tools, each once. */
  readonly tools: ReadonlyArray<ToolTally>
  /** The kinds of error that the tools reported, each once, the last one last. */
  readonly errors: ReadonlyArray<ReportedError>
  /** The errors of earlier turns whose program the calls of this turn name. */
  readonly named: ReadonlySet<NodeNumber>
  readonly messages: ReadonlyArray<ContentRef>
  /** The procedure of the turn; undefined where it has none. */
  readonly done: DoneInTurn | undefined
  /** The sentences of the turn that are kept; empty where turns are not captured. */
  readonly captured: ReadonlyArray<CapturedText>
  /** The memories that the reply drew on, largest share first; undefined where the reply is not known. */
  readonly drew: ReadonlyArray<DrawnNode> | undefined
  /** The memories that the reply or a tool call used, the surest first. */
  readonly used: ReadonlyArray<NodeNumber>
  /** The time at which it is recorded, in milliseconds UTC. */
  readonly now: number
  /** The edges that the turn passed over, where the settings ask for them (`asksSkipped`), else empty. */
  readonly skipped: SkippedEdges
}

/**
 * Records the end of a turn with everything that follows from it in the same commit: the agent's verdict on the memories it used, and,
 * under profiles that learn from the ends of turns, the edges that move; where the turn got over an error, what it did so with; what was
 * done in it, where it ended well; and what was said in it, where that is captured. Answers with the memories that were credited.
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
  return Result.succeed({
    events: [...before, end, ...use, ...fix, ...procedure, ...captured, ...effects],
    answer: use.flatMap((event) => (event.type === 'FeedbackGiven' ? event.data.nodes : [])),
  })
}

/**
 * Returns the event of the end and the events before it: nodes of tools that were called for the first time, and edges that can grow.
 * Undefined for an end that changes nothing.
 */
const endOf = ({ drew, durationMs, errors, messages, outcome, tools, turn }: Completion, state: BrainState, profile: Profile) => {
  // The end of a turn that is no longer kept cannot be checked.
  const known = state.anyTurn(turn)
  if (known === undefined || (known.outcome !== undefined && !(known.outcome === 'failure' && outcome !== 'failure'))) return undefined
  const added: Array<NewEvent> = []
  const nodes = tools.map(({ id, known, text }) => {
    if (known !== undefined) return known
    const node = state.graph.nodes + added.length + 1
    added.push({ type: 'NodeAdded', turn, origin: 'system', data: { node, id, text, nodeType: 'tool_call', state: 'normal' } })
    return node
  })
  const kinds = errors.map(({ id, known, text }) => {
    if (known !== undefined) return known
    const node = state.graph.nodes + added.length + 1
    added.push({ type: 'NodeAdded', turn, origin: 'system', data: { node, id, text, nodeType: 'cue', state: 'normal' } })
    return node
  })
  const data: EventData<'TurnCompleted'> = {
    outcome,
    durationMs,
    ...(messages.length === 0 ? {} : { messages }),
    ...(tools.length === 0
      ? {}
      : { tools: nodes, calls: tools.map(({ calls }) => calls), failures: tools.map(({ failures }) => failures) }),
    ...(errors.length === 0 ? {} : { errors: kinds, erring: errors.map(({ tool }) => nodes[tool] ?? 0) }),
    ...(drew === undefined ? {} : { drew: drew.map(({ node }) => node), shares: drew.map(({ share }) => share) }),
  }
  const record = endedTurn({ data, turn }, state, profile)
  const grown = record === undefined ? [] : growthStructure(state.graph, grownPairs(state.graph, record, data, profile))
  const end = { type: 'TurnCompleted', turn, data } as const
  return { before: [...added, ...grown.map((event): NewEvent => ({ ...event, turn }))], end }
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
