/**
 * Collects from the log, in one pass, who asked what, who said what, and which contents were made of what. It holds only numbers and
 * references.
 */

import * as Effect from 'effect/Effect'
import { type BrainEvent, type BrainEventOf, ignore } from '../../domain/events/brain-event.ts'
import type { AliasNamer } from '../../domain/graph.ts'
import type { CallNumber, ContentRef, FeedbackNumber, NodeNumber, SessionNumber, SourceNumber, TurnNumber } from '../../domain/identity.ts'
import type { OpenBrain } from '../brain/brain.ts'
import { forEachEvent } from '../brain/commit-row.ts'

export interface Traces {
  /** Turn → the session it was asked in. */
  readonly turns: ReadonlyMap<TurnNumber, SessionNumber>
  readonly feedbacks: ReadonlyMap<FeedbackNumber, FeedbackTrace>
  /** Cue → the turns that made it, asked its question or reported its error, and those whose verdicts it took. */
  readonly cues: ReadonlyMap<NodeNumber, ReadonlySet<TurnNumber>>
  /** Memory that was noted or captured in a conversation, or says what was done in a turn → where. */
  readonly made: ReadonlyMap<NodeNumber, MadeTrace>
  /** Memory that was moved → the sources that it was in before. */
  readonly moved: ReadonlyMap<NodeNumber, ReadonlySet<SourceNumber>>
  /** Memory → the feedbacks that doubt it or once did, and those by which a model judged it as a note, each with its words. */
  readonly doubts: ReadonlyMap<NodeNumber, ReadonlyMap<FeedbackNumber, ContentRef>>
  /** Context or question that was put before a model, and a model's words about it → the memories that it was made of. */
  readonly contexts: ReadonlyMap<ContentRef, ContextTrace>
  readonly calls: ReadonlyMap<CallNumber, CallTrace>
  /** Label of edges → the memories at their ends. */
  readonly labels: ReadonlyMap<ContentRef, ReadonlySet<NodeNumber>>
  /** Namings of aliases that were asked for or read in, in their order. */
  readonly aliases: ReadonlyArray<AliasesTrace>
}

/** Who named aliases of a memory, and where. Without `names` nothing is left of what was named before. */
export interface AliasesTrace extends FeedbackTrace {
  readonly node: NodeNumber
  readonly by: AliasNamer
  readonly names: ContentRef | undefined
}

interface ContextTrace {
  /** The owner of the content: the turn of a recall, or a call of a model. */
  readonly owner: { readonly owner: 'turn' | 'call'; readonly number: number }
  /** The turns whose questions a call repeats; none for a context, and for a call without a turn. */
  readonly asks: ReadonlyArray<TurnNumber>
  readonly nodes: ReadonlyArray<NodeNumber>
}

/** The turns or the document that a call of a model was made for, and the memories that it offered. */
interface CallTrace {
  readonly turns: ReadonlyArray<TurnNumber>
  readonly source: SourceNumber | undefined
  readonly nodes: ReadonlyArray<NodeNumber>
}

interface FeedbackTrace {
  readonly session: SessionNumber | undefined
  readonly turn: TurnNumber | undefined
}

interface MadeTrace extends FeedbackTrace {
  /** False for the record of what was done in a turn. */
  readonly isNote: boolean
  /** The other conversations that said the same text. */
  readonly again: Set<SessionNumber>
}

export const tracesOf = Effect.fnUntraced(function* (brain: OpenBrain) {
  const traces = noTraces()
  yield* forEachEvent(brain, 1, brain.state.position, (event) => note(traces, event))
  return traces satisfies Traces
})

const noTraces = () => ({
  turns: new Map<TurnNumber, SessionNumber>(),
  feedbacks: new Map<FeedbackNumber, FeedbackTrace>(),
  cues: new Map<NodeNumber, Set<TurnNumber>>(),
  made: new Map<NodeNumber, MadeTrace>(),
  moved: new Map<NodeNumber, Set<SourceNumber>>(),
  doubts: new Map<NodeNumber, Map<FeedbackNumber, ContentRef>>(),
  contexts: new Map<ContentRef, ContextTrace>(),
  calls: new Map<CallNumber, CallTrace>(),
  labels: new Map<ContentRef, Set<NodeNumber>>(),
  aliases: [] as AliasesTrace[],
})
type Noted = ReturnType<typeof noTraces>

const note = ({ aliases, calls, contexts, cues, doubts, feedbacks, labels, made, moved, turns }: Noted, event: BrainEvent): void => {
  const { session } = event.commit
  switch (event.type) {
    case 'TurnStarted':
    case 'RecallSkipped':
      if (event.turn !== undefined && session !== undefined && !turns.has(event.turn)) turns.set(event.turn, session)
      return
    case 'ContextBundled':
    case 'ModelAsked':
    case 'ModelAnswered':
      return noteModel({ calls, contexts, turns }, event)
    case 'FeedbackGiven': {
      const { about, cue, feedback } = event.data
      feedbacks.set(feedback, { session, turn: event.turn })
      // A turn that got over an error did not report it.
      if (cue !== undefined && about !== 'error' && event.turn !== undefined) addTo(cues, cue, event.turn)
      return
    }
    case 'MessageJudged':
      return noteJudged({ doubts, feedbacks }, event)
    case 'OutcomeGiven': {
      const { cues: moved, feedback, turns: shared } = event.data
      feedbacks.set(feedback, { session, turn: undefined })
      for (const [i, turn] of shared.entries()) if (moved[i]) addTo(cues, moved[i], turn)
      return
    }
    case 'NodeAdded': {
      const { node, nodeType } = event.data
      noteMade(made, event)
      if (nodeType === 'cue' && event.turn !== undefined) addTo(cues, node, event.turn)
      return
    }
    case 'NodeRestored':
      return noteAgain(made, event)
    case 'NodeRevised':
      if (event.data.formerSource !== undefined) addTo(moved, event.data.node, event.data.formerSource)
      return noteAgain(made, event)
    case 'NoveltyAssessed':
      if (event.data.cue !== undefined && event.turn !== undefined) addTo(cues, event.data.cue, event.turn)
      return
    case 'TurnCompleted':
      if (event.turn !== undefined) for (const error of event.data.errors ?? []) addTo(cues, error, event.turn)
      return
    case 'NodeDoubted': {
      const { feedback, node, said } = event.data
      doubts.set(node, new Map(doubts.get(node)).set(feedback, said))
      return
    }
    case 'AliasesNamed':
      return noteAliases(aliases, event)
    case 'EdgeLinked':
      if (event.data.label === undefined) return
      addTo(labels, event.data.label, event.data.source)
      addTo(labels, event.data.label, event.data.target)
      return
    default:
      ignore<'erasure'>(event.type)
  }
}

/** Aliases that an undoing brings back are not named again. */
const noteAliases = (aliases: Noted['aliases'], { cause, commit: { session }, data, turn }: BrainEventOf<'AliasesNamed'>): void => {
  const { by, names, node } = data
  if (cause === undefined) aliases.push({ node, by, names, session, turn })
}

/** The words of the judgement of a note are a sentence of it. */
const noteJudged = ({ doubts, feedbacks }: Pick<Noted, 'doubts' | 'feedbacks'>, event: BrainEventOf<'MessageJudged'>): void => {
  const { feedback, note: judged, text } = event.data
  if (feedback === undefined) return
  feedbacks.set(feedback, { session: event.commit.session, turn: event.turn })
  if (judged !== undefined && text !== undefined) doubts.set(judged, new Map(doubts.get(judged)).set(feedback, text))
}

/** Notes what was put before a model: the context of a turn, the question of a call, and a model's explanation, which may repeat it. */
const noteModel = (
  { calls, contexts, turns }: Pick<Noted, 'calls' | 'contexts' | 'turns'>,
  event: BrainEventOf<'ContextBundled'> | BrainEventOf<'ModelAsked'> | BrainEventOf<'ModelAnswered'>,
): void => {
  const { commit, turn } = event
  const { session } = commit
  // The call of a turn that a crash cut off is the only event of its turn.
  if (turn !== undefined && session !== undefined && !turns.has(turn)) turns.set(turn, session)
  if (event.type === 'ContextBundled') {
    const { context, included } = event.data
    if (context !== undefined && turn !== undefined)
      contexts.set(context, { owner: { owner: 'turn', number: turn }, asks: [], nodes: included })
    return
  }
  const { call } = event.data
  if (event.type === 'ModelAsked') {
    const { beside = [], notes = [], offered, source, turns = turn === undefined ? [] : [turn] } = event.data
    calls.set(call, { turns, source, nodes: [...offered, ...beside, ...notes] })
  }
  const words = event.type === 'ModelAsked' ? event.data.prompt : event.data.explanation
  if (words !== undefined)
    contexts.set(words, { owner: { owner: 'call', number: call }, asks: calls.get(call)?.turns ?? [], nodes: calls.get(call)?.nodes ?? [] })
}

const noteMade = (made: Noted['made'], { commit: { session }, data, turn }: BrainEventOf<'NodeAdded'>): void => {
  const { node, nodeType, source } = data
  const isNote = (nodeType === 'fact' || nodeType === 'correction') && source === undefined
  if (isNote || nodeType === 'procedure') made.set(node, { session, turn, isNote, again: new Set() })
}

/** A memory that an undoing brings back was not said again. */
const noteAgain = (made: Noted['made'], { cause, commit: { session }, data }: BrainEventOf<'NodeRestored' | 'NodeRevised'>): void => {
  const known = made.get(data.node)
  const isSaid = cause === undefined && session !== undefined && session !== known?.session
  if (isSaid && known?.isNote === true) known.again.add(session)
}

const addTo = <K, V>(map: Map<K, Set<V>>, key: K, value: V): void => {
  const known = map.get(key)
  if (known === undefined) map.set(key, new Set([value]))
  else known.add(value)
}
