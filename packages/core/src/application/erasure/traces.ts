/**
 * Collects from the log, in one pass, who asked what, who said what, and which contents were made of what. It holds only numbers and
 * references.
 */

import * as Effect from 'effect/Effect'
import type { BrainEvent, BrainEventOf } from '../../domain/events/brain-event.ts'
import { ignore } from '../../domain/events/brain-event.ts'
import type { ContentRef, FeedbackNumber, NodeNumber, SessionNumber, SourceNumber, TurnNumber } from '../../domain/identity.ts'
import type { OpenBrain } from '../brain/brain.ts'
import { forEachEvent } from '../brain/read-row.ts'

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
  /** Memory → the feedbacks that doubt it or once did, each with its words. */
  readonly doubts: ReadonlyMap<NodeNumber, ReadonlyMap<FeedbackNumber, ContentRef>>
  /** Context or question that was put before a model, and a model's words about it → the memories that it was made of. */
  readonly contexts: ReadonlyMap<ContentRef, ContextTrace>
  /** Label of edges → the memories at their ends. */
  readonly labels: ReadonlyMap<ContentRef, ReadonlySet<NodeNumber>>
}

interface ContextTrace {
  /** The owner of the content: the turn of a recall, or the document whose passages were sent. */
  readonly owner: { readonly owner: 'turn' | 'source'; readonly number: number }
  /** True for the question to a routing model, which repeats that of its turn, and for its explanation. */
  readonly ofCall: boolean
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
  const traces = {
    turns: new Map<TurnNumber, SessionNumber>(),
    feedbacks: new Map<FeedbackNumber, FeedbackTrace>(),
    cues: new Map<NodeNumber, Set<TurnNumber>>(),
    made: new Map<NodeNumber, MadeTrace>(),
    moved: new Map<NodeNumber, Set<SourceNumber>>(),
    doubts: new Map<NodeNumber, Map<FeedbackNumber, ContentRef>>(),
    contexts: new Map<ContentRef, ContextTrace>(),
    labels: new Map<ContentRef, Set<NodeNumber>>(),
    offered: new Map<TurnNumber, ReadonlyArray<NodeNumber>>(),
  }
  yield* forEachEvent(brain, 1, brain.state.position, (event) => note(traces, event))
  return traces satisfies Traces
})

interface Noted {
  readonly turns: Map<TurnNumber, SessionNumber>
  readonly feedbacks: Map<FeedbackNumber, FeedbackTrace>
  readonly cues: Map<NodeNumber, Set<TurnNumber>>
  readonly made: Map<NodeNumber, MadeTrace>
  readonly moved: Map<NodeNumber, Set<SourceNumber>>
  readonly doubts: Map<NodeNumber, Map<FeedbackNumber, ContentRef>>
  readonly contexts: Map<ContentRef, ContextTrace>
  readonly labels: Map<ContentRef, Set<NodeNumber>>
  /** Turn → the memories that a routing model was offered. */
  readonly offered: Map<TurnNumber, ReadonlyArray<NodeNumber>>
}

const note = ({ contexts, cues, doubts, feedbacks, labels, made, moved, offered, turns }: Noted, event: BrainEvent): void => {
  const { session } = event.commit
  switch (event.type) {
    case 'TurnStarted':
    case 'RecallSkipped':
      if (event.turn !== undefined && session !== undefined && !turns.has(event.turn)) turns.set(event.turn, session)
      return
    case 'ContextBundled':
    case 'RoutingRequested':
    case 'RoutingDecided':
      return noteModel({ contexts, offered, turns }, event)
    case 'CausesRequested':
      return noteSent(contexts, event)
    case 'FeedbackGiven': {
      const { about, cue, feedback } = event.data
      feedbacks.set(feedback, { session, turn: event.turn })
      // A turn that got over an error did not report it.
      if (cue !== undefined && about !== 'error' && event.turn !== undefined) addTo(cues, cue, event.turn)
      return
    }
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
    case 'EdgeLinked':
      if (event.data.label === undefined) return
      addTo(labels, event.data.label, event.data.source)
      addTo(labels, event.data.label, event.data.target)
      return
    default:
      ignore<'erasure'>(event.type)
  }
}

/** Notes what was put before a model: the context of a turn, the question to a routing model, and its explanation, which may repeat it. */
const noteModel = (
  { contexts, offered, turns }: Pick<Noted, 'contexts' | 'offered' | 'turns'>,
  event: BrainEventOf<'ContextBundled'> | BrainEventOf<'RoutingRequested'> | BrainEventOf<'RoutingDecided'>,
): void => {
  const {
    commit: { session },
    turn,
  } = event
  if (turn === undefined) return
  // The call of a turn that a crash cut off is the only event of its turn.
  if (session !== undefined && !turns.has(turn)) turns.set(turn, session)
  const put = (content: ContentRef | undefined, nodes: ReadonlyArray<NodeNumber>) => {
    if (content !== undefined)
      contexts.set(content, { owner: { owner: 'turn', number: turn }, ofCall: event.type !== 'ContextBundled', nodes })
  }
  if (event.type === 'ContextBundled') return put(event.data.context, event.data.included)
  if (event.type === 'RoutingDecided') return put(event.data.explanation, offered.get(turn) ?? [])
  offered.set(turn, event.data.candidates)
  put(event.data.prompt, event.data.candidates)
}

/** Notes the question to a model about the passages of a document. */
const noteSent = (contexts: Noted['contexts'], { data }: BrainEventOf<'CausesRequested'>): void => {
  const { beside, passages, prompt, source } = data
  contexts.set(prompt, { owner: { owner: 'source', number: source }, ofCall: false, nodes: [...passages, ...beside] })
}

const noteMade = (made: Noted['made'], { commit: { session }, data, turn }: BrainEventOf<'NodeAdded'>): void => {
  const { node, nodeType, source } = data
  const isNote = nodeType === 'fact' && source === undefined
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
