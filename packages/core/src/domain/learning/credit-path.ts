/** Finds the edges by which a turn reached a memory: credit and blame follow them. */

import type { EventData, NewEvent, NewEventOf } from '../events/brain-event.ts'
import { type EdgeKind, type GraphView, isLive, kindTraits, type Origin } from '../graph.ts'
import type { ContentRef, EdgeNumber, NodeNumber } from '../identity.ts'
import type { Profile } from '../profiles/profile.ts'
import type { BrainState } from '../projections/brain-fold.ts'
import type { TurnRecord } from '../projections/turns/turn-record.ts'
import { nano, units } from '../strength.ts'

/** A source and a target on the way to a memory; parallel edges are one pair. */
export interface PathPair {
  readonly source: NodeNumber
  readonly target: NodeNumber
  /** The followed edges between the two, by number. */
  readonly edges: ReadonlyArray<EdgeNumber>
  /** The share of the activation into `target` that came by this pair, 0 to 1. */
  readonly attention: number
  /** The attention that a routing model gave the target, 0 to 1; undefined where no model chose the pair. */
  readonly attended?: number | undefined
  /** The number of pairs between this pair and the memory: 0 for a pair that leads to the memory itself. */
  readonly distance: number
}

/** The longest path, in pairs. A turn has at most a few hundred followed edges and a handful of hops, so no path is longer. */
const furthest = 16

/**
 * Returns every followed pair on a way to `node`, nearest first, then by lowest edge number. Each pair is listed once, at its least
 * distance.
 */
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
  const bySource = new Map<NodeNumber, { edges: Array<EdgeNumber>; energy: number; attended: number | undefined }>()
  let energy = 0
  for (const followed of turn.followed) {
    if (graph.targetOf(followed.edge) !== target) continue
    const source = graph.sourceOf(followed.edge)
    const pair = bySource.get(source)
    if (pair === undefined) {
      const attended = followed.attention === undefined ? undefined : units(followed.attention)
      bySource.set(source, { edges: [followed.edge], energy: followed.energy, attended })
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
      ...(pair.attended === undefined ? {} : { attended: pair.attended }),
    }))
    .sort((a, b) => (a.edges[0] ?? 0) - (b.edges[0] ?? 0))
}

/** The ends of a pair. */
export type Ends = Pick<PathPair, 'source' | 'target'>

/**
 * Returns the linked edge that feedback on a pair moves: the first whose kind learns, which may stand beside edges of documents. Undefined
 * where there is none.
 */
export const movedEdge = (graph: GraphView, { source, target }: Ends): EdgeNumber | undefined =>
  graph.between(source, target).find((edge) => graph.isLinked(edge) && kindTraits[graph.kindOf(edge) ?? 'link'].learns)

/** Returns the linked learned edge from one node to another. */
export const learnedEdge = (graph: GraphView, source: NodeNumber, target: NodeNumber): EdgeNumber | undefined =>
  graph.between(source, target).find((edge) => graph.kindOf(edge) === 'learned' && graph.edge(edge)?.linked === true)

/**
 * Returns the event that makes an edge at 0 between two nodes: it restores a pruned one, unless its documents withdrew that. Undefined where
 * one of the kind is linked. `number` gives the number of a new edge.
 */
export const linkAtZero = (
  graph: GraphView,
  { kind = 'learned', source, target }: { readonly kind?: EdgeKind; readonly source: NodeNumber; readonly target: NodeNumber },
  reason: EventData<'EdgeLinked'>['reason'],
  number: () => EdgeNumber,
): NewEventOf<'EdgeLinked'> | NewEventOf<'EdgeRestored'> | undefined => {
  const known = graph.between(source, target).filter((edge) => graph.kindOf(edge) === kind)
  if (known.some(graph.isLinked)) return undefined
  const pruned = known.find((edge) => graph.edge(edge)?.withdrawn === false)
  if (pruned !== undefined) return { type: 'EdgeRestored', data: { edge: pruned, reason: 'asked' } }
  return { type: 'EdgeLinked', data: { edge: number(), source, target, kind, strength: 0, reason } }
}

/** Returns the depth at which the walk of a turn reached each node: 0 for a seed. Cues have no depth. */
export const depthsOf = (graph: GraphView, { followed, seeds }: TurnRecord): ReadonlyMap<NodeNumber, number> => {
  const depths = new Map(seeds.map((node) => [node, 0]))
  for (const { depth, edge } of followed) {
    const target = graph.targetOf(edge)
    depths.set(target, Math.min(depths.get(target) ?? depth + 1, depth + 1))
  }
  return depths
}

/** Returns the depth of a pair's target less the depth of its source (S4.68); 0 where one of the two has no depth. */
export const descentOf = (depths: ReadonlyMap<NodeNumber, number>, { source, target }: Ends): number => {
  const [from, to] = [depths.get(source), depths.get(target)]
  return from === undefined || to === undefined ? 0 : to - from
}

/**
 * Returns the pairs on the ways to these memories of which feedback can move no edge: a pair twice where it leads to two of them. Pairs that
 * nothing joins any more, because documents withdrew it since, are left out.
 */
const pairsWithout = (graph: GraphView, turn: TurnRecord, nodes: ReadonlyArray<NodeNumber>): ReadonlyArray<PathPair> =>
  nodes.flatMap((node) => pathTo(graph, turn, node).filter((pair) => movedEdge(graph, pair) === undefined && isJoined(graph, pair)))

/** True where an edge joins the two, or did until it was forgotten. */
const isJoined = (graph: GraphView, { source, target }: Ends): boolean =>
  graph.between(source, target).some((edge) => graph.edge(edge)?.withdrawn === false)

/**
 * Returns the learned edges at 0 that credit for these memories needs beside the walked edges. Ends that are among `known` get none; those
 * that get one are added to it. `number` gives out the numbers of new edges.
 */
export const linksBeside = (
  graph: GraphView,
  turn: TurnRecord,
  nodes: ReadonlyArray<NodeNumber>,
  known: Set<string>,
  number: () => EdgeNumber,
): ReadonlyArray<NewEvent> =>
  pairsWithout(graph, turn, nodes).flatMap(({ source, target }): ReadonlyArray<NewEvent> => {
    const ends = `${source} ${target}`
    if (known.has(ends)) return []
    known.add(ends)
    const link = linkAtZero(graph, { source, target }, 'beside', number)
    return link === undefined ? [] : [{ ...link, turn: turn.turn }]
  })

export interface NewCue {
  readonly id: ContentRef
  readonly text: ContentRef
}

/** The cue of a turn's question, as it was looked up. */
export interface QuestionCue {
  /** The cue of exactly this question. Undefined where there is none. */
  readonly knownCue: NodeNumber | undefined
  /** The contents of a new cue, should one be needed. Undefined: no cue is made. Equal questions have the same object. */
  readonly newCue: NewCue | undefined
}

export interface Credited extends QuestionCue {
  readonly turn: TurnRecord
  readonly origin: Origin
  readonly judged: ReadonlyArray<NodeNumber>
  readonly instead: ReadonlyArray<NodeNumber>
}

export interface CreditStructure {
  readonly events: ReadonlyArray<NewEvent>
  /**
   * Returns the cue that is moved for this turn, new or known; undefined where nothing may be learned. Links the edges that credit needs.
   */
  readonly prepare: (credited: Credited) => NodeNumber | undefined
  readonly known: (question: Pick<QuestionCue, 'knownCue'>, turn: TurnRecord) => NodeNumber | undefined
  readonly added: ReadonlyMap<NewCue, NodeNumber>
}

/** Opens the structure that credit needs. Turns of one signal share new cues and edges, and numbers are given in order. */
export const creditStructure = (state: BrainState, profile: Profile): CreditStructure => {
  const { graph } = state
  const events: Array<NewEvent> = []
  const added = new Map<NewCue, NodeNumber>()
  const restored = new Set<NodeNumber>()
  const linked = new Set<string>()
  let edge: EdgeNumber = graph.edges
  const cueFor = ({ instead, judged, knownCue, newCue, origin, turn }: Credited): NodeNumber | undefined => {
    const known = cueOf(state, turn, knownCue, profile) ?? (newCue === undefined ? undefined : added.get(newCue))
    if (known !== undefined || newCue === undefined || judged.length + instead.length === 0) return known
    // The cue died or was merged. The question is asked again, so the cue is restored.
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
    if (linked.has(ends)) return
    linked.add(ends)
    const made = linkAtZero(graph, { source, target }, reason, () => ++edge)
    if (made !== undefined) events.push({ ...made, turn: turn.turn })
  }
  const prepare = (credited: Credited) => {
    const { instead, judged, turn } = credited
    const cue = cueFor(credited)
    if (cue !== undefined) for (const node of new Set([...judged, ...instead])) link(turn, cue, node, 'verdict')
    for (const { source, target } of pairsWithout(graph, turn, judged)) link(turn, source, target, 'beside')
    return cue
  }
  return { events, prepare, known: ({ knownCue }, turn) => cueOf(state, turn, knownCue, profile), added }
}

/**
 * Returns the cue that a verdict on this turn moves: the one chosen before, else one alike enough, else the cue of exactly this question.
 */
export const cueOf = (state: BrainState, turn: TurnRecord, exact: NodeNumber | undefined, { seeding }: Profile): NodeNumber | undefined => {
  const alike = [...turn.cues].sort((a, b) => b.alike - a.alike || a.cue - b.cue).find((cue) => cue.alike >= nano(seeding.sameCue))
  return [turn.cue, alike?.cue, exact].find((cue) => cue !== undefined && isLive(state.graph.stateOf(cue)))
}
