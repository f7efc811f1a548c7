/** One look at every edge before a run of forgetting: what each will be worth after the decays, and how the nodes at its ends stand then. */
import { kindTraits } from '../edge-kinds.ts'
import type { GraphView } from '../graph.ts'
import type { EdgeNumber, NodeNumber, TurnNumber } from '../identity.ts'
import { isLive } from '../node.ts'
import type { Nano } from '../strength.ts'
import { type Decay, faded } from './decay-policy.ts'
import { isMortal, type Leads, type Standing } from './lifecycle-policy.ts'

export interface PrunedEdge {
  readonly edge: EdgeNumber
  readonly reason: 'weak' | 'stale'
}

/** Why an edge goes, if it does, by its strength after the decays and the turns since it was used or spoken of. */
export type Weigh = (strength: Nano, idle: number) => PrunedEdge['reason'] | undefined

/** What a run knows of edges beside the graph. */
export interface Known {
  /** The newest turn. */
  readonly now: TurnNumber
  /** Memories that are protected, also while their documents do not have them. */
  readonly protections: ReadonlySet<NodeNumber>
  /** Below this size nothing fades that leads to one. */
  readonly shelter: Nano
}

export interface Survey {
  /** By number; no more than were asked for. */
  readonly pruned: ReadonlyArray<PrunedEdge>
  /** More edges would go than were taken. */
  readonly more: boolean
  /** Of the nodes that can die. */
  readonly standings: ReadonlyMap<NodeNumber, Standing>
  /** Edges that fade although they lead to a protected memory, with what fading alone leaves of them. */
  readonly sheltered: ReadonlyMap<EdgeNumber, Nano>
  /** How many strengths the decays move. */
  readonly faded: number
  /** What becomes of a strength, shelter included. */
  readonly after: (edge: EdgeNumber) => Nano
}

interface Draft {
  degree: number
  uses: number
  success: Nano
  strongest: Nano
  lastRenewed: TurnNumber
}

export const survey = (graph: GraphView, decays: ReadonlyArray<Decay>, known: Known, weigh: Weigh, most: number): Survey => {
  const { now, protections } = known
  const after = (edge: EdgeNumber): Nano => inShelter(graph, edge, fadedEdge(graph, edge, decays), known)
  const drafts = mortals(graph)
  const pruned: Array<PrunedEdge> = []
  const sheltered = new Map<EdgeNumber, Nano>()
  let fades = 0
  let more = false
  for (let edge = 1; edge <= graph.edges; edge++) {
    const kind = graph.kindOf(edge)
    if (kind === undefined) continue
    const ends = [drafts.get(graph.sourceOf(edge)), drafts.get(graph.targetOf(edge))] as const
    for (const end of ends) if (end !== undefined) end.lastRenewed = Math.max(end.lastRenewed, graph.lastRenewedOf(edge))
    if (!graph.isLinked(edge)) continue
    const left = fadedEdge(graph, edge, decays)
    const strength = inShelter(graph, edge, left, known)
    if (strength !== graph.strengthOf(edge)) fades++
    if (strength !== left) sheltered.set(edge, left)
    const isKept = protections.has(graph.targetOf(edge))
    const reason = kindTraits[kind].decays && !isKept ? weigh(strength, now - graph.lastRenewedOf(edge)) : undefined
    if (reason !== undefined && pruned.length < most) pruned.push({ edge, reason })
    else {
      more ||= reason !== undefined
      if (ends[0] !== undefined) {
        join(ends[0], graph.usesOf(edge), strength, Math.max(0, strength))
        // What leads to a protected memory is not let go, so neither is where it leads from.
        if (isKept) ends[0].strongest = Number.MAX_SAFE_INTEGER
      }
      if (ends[1] !== undefined) join(ends[1], graph.usesOf(edge), strength, 0)
    }
  }
  const standings = new Map(
    [...drafts].map(([node, { lastRenewed, ...counted }]) => [node, { ...counted, idle: now - lastRenewed }] as const),
  )
  return { pruned, more, standings, sheltered, faded: fades, after }
}

const fadedEdge = (graph: GraphView, edge: EdgeNumber, decays: ReadonlyArray<Decay>): Nano => {
  const strength = graph.strengthOf(edge)
  const kind = graph.kindOf(edge)
  if (decays.length === 0 || strength === 0 || kind === undefined) return strength
  return faded({ kind, strength, first: graph.firstOf(edge), lastRenewed: graph.lastRenewedOf(edge) }, decays)
}

/** What leads to a protected memory keeps the size of the shelter, or what it had if that is less. */
const inShelter = (graph: GraphView, edge: EdgeNumber, left: Nano, { protections, shelter }: Known): Nano => {
  const was = graph.strengthOf(edge)
  if (left === was || !protections.has(graph.targetOf(edge))) return left
  const size = Math.min(Math.abs(was), Math.max(shelter, Math.abs(left)))
  return (was < 0 ? -size : size) + 0
}

const mortals = (graph: GraphView): Map<NodeNumber, Draft> => {
  const drafts = new Map<NodeNumber, Draft>()
  for (let node = 1; node <= graph.nodes; node++) {
    if (isMortal(graph.typeOf(node), graph.stateOf(node), graph.sourceNumberOf(node)))
      drafts.set(node, { degree: 0, uses: 0, success: 0, strongest: 0, lastRenewed: 0 })
  }
  return drafts
}

const join = (draft: Draft, uses: number, strength: Nano, success: Nano): void => {
  draft.degree++
  draft.uses += uses
  draft.success += success
  draft.strongest = Math.max(draft.strongest, Math.abs(strength))
}

/** The memories that a cue leads to by a strength of at least `least`, as they stand now. */
export const leadsOf = (graph: GraphView, cue: NodeNumber, least: Nano): Leads =>
  new Map(
    graph.out(cue).flatMap((edge) => {
      const strength = graph.strengthOf(edge)
      return Math.abs(strength) < least || strength === 0 ? [] : [[graph.targetOf(edge), strength] as const]
    }),
  )

/** How many nodes can be recalled or matched. */
export const liveNodes = (graph: GraphView): number => {
  let live = 0
  for (let node = 1; node <= graph.nodes; node++) if (isLive(graph.stateOf(node))) live++
  return live
}
