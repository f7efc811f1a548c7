/** By which edges a turn came to a memory: what credit and blame are traced along. */

import type { NewEvent } from '../events/brain-event.ts'
import { type GraphView, isLive, kindTraits, type Origin } from '../graph.ts'
import type { ContentRef, EdgeNumber, NodeNumber } from '../identity.ts'
import type { Profile } from '../profiles/profile.ts'
import type { BrainState } from '../projections/brain-fold.ts'
import type { TurnRecord } from '../projections/turns/turn-record.ts'
import { nano } from '../strength.ts'

/** One pair of ends on the way to a memory; parallel edges are one. */
export interface PathPair {
  readonly source: NodeNumber
  readonly target: NodeNumber
  /** The followed edges between the two, by number. */
  readonly edges: ReadonlyArray<EdgeNumber>
  /** Share of the activation that came into `target`, 0 to 1. */
  readonly attention: number
  /** 0 for what led to the memory itself, 1 for what led there, and so on. */
  readonly distance: number
}

/** A turn has at most a few hundred followed edges and a handful of hops; no path is longer. */
const furthest = 16

/** Every followed pair on a way to `node`, nearest first, then by lowest edge number. Each pair once, at its nearest. */
export const pathTo = (graph: GraphView, turn: TurnRecord, node: NodeNumber): ReadonlyArray<PathPair> => {
  const found = new Map<string, PathPair>()
  const traced = new Set<NodeNumber>()
  let targets: ReadonlyArray<NodeNumber> = [node]
  for (let distance = 0; distance < furthest && targets.length > 0; distance++) {
    const next: Array<NodeNumber> = []
    for (const target of targets) {
      if (traced.has(target)) continue
      traced.add(target)
      for (const pair of pairsInto(graph, turn, target, distance)) {
        const key = `${pair.source} ${pair.target}`
        if (!found.has(key)) found.set(key, pair)
        next.push(pair.source)
      }
    }
    targets = next
  }
  return [...found.values()]
}

const pairsInto = (graph: GraphView, turn: TurnRecord, target: NodeNumber, distance: number): ReadonlyArray<PathPair> => {
  const bySource = new Map<NodeNumber, { edges: Array<EdgeNumber>; energy: number }>()
  let energy = 0
  for (const followed of turn.followed) {
    if (graph.targetOf(followed.edge) !== target) continue
    const source = graph.sourceOf(followed.edge)
    const pair = bySource.get(source)
    if (pair === undefined) {
      bySource.set(source, { edges: [followed.edge], energy: followed.energy })
      energy += followed.energy
    } else pair.edges.push(followed.edge)
  }
  return [...bySource]
    .map(([source, pair]) => ({
      source,
      target,
      edges: pair.edges.sort((a, b) => a - b),
      attention: energy > 0 ? pair.energy / energy : 1 / bySource.size,
      distance,
    }))
    .sort((a, b) => (a.edges[0] ?? 0) - (b.edges[0] ?? 0))
}

/** The one edge of a pair that feedback moves: the first whose kind learns, else the learned edge beside it, if there is one. */
export const movedEdge = (graph: GraphView, { edges, source, target }: PathPair): EdgeNumber | undefined => {
  const learns = edges.find((edge) => kindTraits[graph.kindOf(edge) ?? 'link'].learns)
  return learns ?? learnedEdge(graph, source, target)
}

/** The linked learned edge from one node to another. */
export const learnedEdge = (graph: GraphView, source: NodeNumber, target: NodeNumber): EdgeNumber | undefined =>
  graph.between(source, target).find((edge) => graph.kindOf(edge) === 'learned' && graph.edge(edge)?.linked === true)

/** The learned edge between them that was let go: what is learned anew goes on from it. */
const prunedEdge = (graph: GraphView, source: NodeNumber, target: NodeNumber): EdgeNumber | undefined =>
  graph.between(source, target).find((edge) => {
    const known = graph.edge(edge)
    return known?.kind === 'learned' && !known.linked && !known.withdrawn
  })

/** How deep the walk of a turn came to each node: 0 for a seed. A cue lies nowhere. */
export const depthsOf = (graph: GraphView, { followed, seeds }: TurnRecord): ReadonlyMap<NodeNumber, number> => {
  const depths = new Map(seeds.map((node) => [node, 0]))
  for (const { depth, edge } of followed) {
    const target = graph.targetOf(edge)
    depths.set(target, Math.min(depths.get(target) ?? depth + 1, depth + 1))
  }
  return depths
}

/** By how much deeper a pair leads (S4.68); 0 where one of its ends lies nowhere. */
export const descentOf = (depths: ReadonlyMap<NodeNumber, number>, { source, target }: Pick<PathPair, 'source' | 'target'>): number => {
  const [from, to] = [depths.get(source), depths.get(target)]
  return from === undefined || to === undefined ? 0 : to - from
}

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
