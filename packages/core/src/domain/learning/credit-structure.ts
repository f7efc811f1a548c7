/** What must stand before a verdict can be credited: the cue of each question, and learned edges at 0 where credit can need one. */
import type { NewEvent } from '../events/brain-event.ts'
import type { ContentRef, EdgeNumber, NodeNumber } from '../identity.ts'
import { isLive, type Origin } from '../node.ts'
import type { Profile } from '../profiles/profile.ts'
import type { BrainState } from '../projections/brain-fold.ts'
import type { TurnRecord } from '../projections/turns/turn-record.ts'
import { nano } from '../strength.ts'
import { learnedEdge, movedEdge, pathTo, prunedEdge } from './credit-path.ts'

/** Contents of a cue that is not there yet. */
export interface NewCue {
  readonly id: ContentRef
  readonly text: ContentRef
}

/** What was looked up of a turn's question. */
export interface QuestionCue {
  /** The cue of exactly this question, if there is one by now. */
  readonly knownCue: NodeNumber | undefined
  /** Contents of a new cue, should one be needed; absent: none is made. The same question has the same. */
  readonly newCue: NewCue | undefined
}

export interface Credited extends QuestionCue {
  readonly turn: TurnRecord
  readonly origin: Origin
  /** Memories that walked edges are credited for. */
  readonly judged: ReadonlyArray<NodeNumber>
  /** Memories that only the cue will lead to. */
  readonly instead: ReadonlyArray<NodeNumber>
}

export interface CreditStructure {
  readonly events: ReadonlyArray<NewEvent>
  /** The cue that is moved for this turn, new or not; none where nothing may be learned from. */
  readonly prepare: (credited: Credited) => NodeNumber | undefined
  /** The cue that there is for this turn already. */
  readonly known: (question: Pick<QuestionCue, 'knownCue'>, turn: TurnRecord) => NodeNumber | undefined
  /** New cues by their contents. */
  readonly added: ReadonlyMap<NewCue, NodeNumber>
}

/** Gives out numbers one after the other: the turns of one signal share what they have in common. So many edges the commit links before. */
export const creditStructure = (state: BrainState, profile: Profile, linkedBefore = 0): CreditStructure => {
  const { graph } = state
  const events: Array<NewEvent> = []
  const added = new Map<NewCue, NodeNumber>()
  const restored = new Set<NodeNumber>()
  const linked = new Set<string>()
  let edge: EdgeNumber = graph.edges + linkedBefore
  const cueFor = ({ instead, judged, knownCue, newCue, origin, turn }: Credited): NodeNumber | undefined => {
    const known = cueOf(state, turn, knownCue, profile) ?? (newCue === undefined ? undefined : added.get(newCue))
    if (known !== undefined || newCue === undefined || judged.length + instead.length === 0) return known
    // It died or was merged since: the question is asked again, so it is a kind of its own again.
    if (knownCue !== undefined && !isLive(graph.stateOf(knownCue))) {
      if (!restored.has(knownCue)) events.push({ type: 'NodeRestored', turn: turn.turn, data: { node: knownCue, state: 'normal' } })
      restored.add(knownCue)
      return knownCue
    }
    const cue = graph.nodes + added.size + 1
    added.set(newCue, cue)
    events.push({ type: 'NodeAdded', turn: turn.turn, origin, data: { node: cue, ...newCue, nodeType: 'cue', state: 'normal' } })
    return cue
  }
  const link = (turn: TurnRecord, source: NodeNumber, target: NodeNumber, reason: 'verdict' | 'beside') => {
    const ends = `${source} ${target}`
    if (linked.has(ends) || learnedEdge(graph, source, target) !== undefined) return
    linked.add(ends)
    const pruned = prunedEdge(graph, source, target)
    if (pruned !== undefined) events.push({ type: 'EdgeRestored', turn: turn.turn, data: { edge: pruned, reason: 'asked' } })
    else events.push({ type: 'EdgeLinked', turn: turn.turn, data: { edge: ++edge, source, target, kind: 'learned', strength: 0, reason } })
  }
  const prepare = (credited: Credited) => {
    const { instead, judged, turn } = credited
    const cue = cueFor(credited)
    if (cue !== undefined) for (const node of new Set([...judged, ...instead])) link(turn, cue, node, 'verdict')
    for (const node of judged) {
      for (const pair of pathTo(graph, turn, node)) {
        if (movedEdge(graph, pair) === undefined) link(turn, pair.source, pair.target, 'beside')
      }
    }
    return cue
  }
  return { events, prepare, known: ({ knownCue }, turn) => cueOf(state, turn, knownCue, profile), added }
}

/** The cue a verdict on this turn moves: the one chosen before, else one alike enough, else that of exactly this question. */
const cueOf = (state: BrainState, turn: TurnRecord, exact: NodeNumber | undefined, { seeding }: Profile): NodeNumber | undefined => {
  const alike = [...turn.cues].sort((a, b) => b.alike - a.alike || a.cue - b.cue).find((cue) => cue.alike >= nano(seeding.sameCue))
  return [turn.cue, alike?.cue, exact].find((cue) => cue !== undefined && isLive(state.graph.stateOf(cue)))
}
