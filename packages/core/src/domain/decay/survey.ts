/** Looks at every edge once before a run of forgetting: its strength after the decays, and the resulting state of the nodes at its ends. */
import { type GraphView, kindTraits } from '../graph.ts'
import type { EdgeNumber, NodeNumber, TurnNumber } from '../identity.ts'
import type { GrowthSettings } from '../profiles/profile.ts'
import type { SaidMemories } from '../projections/growth.ts'
import type { Nano } from '../strength.ts'
import { type Decay, fading, isMortal, type Standing } from './decay-policy.ts'

export interface PrunedEdge {
  readonly edge: EdgeNumber
  readonly reason: 'weak' | 'stale'
}

/**
 * Returns the reason to prune an edge, by its strength after the decays and the turns since it was used or judged; undefined where it
 * stays.
 */
export type Weigh = (strength: Nano, idle: number) => PrunedEdge['reason'] | undefined

export interface Known {
  readonly now: TurnNumber
  /** The memories that were said and belong to no document. */
  readonly said: Pick<SaidMemories, 'captured' | 'onProbation'>
  /** The protected memories, also while their documents do not have them. */
  readonly protections: ReadonlySet<NodeNumber>
  /** Edges into a protected memory never decay below this strength. */
  readonly shelter: Nano
  /** Turns that a cue on probation lives unused, and what counts as a use of another memory on probation. */
  readonly growth: Pick<GrowthSettings, 'renewed' | 'ttl'>
}

export interface Survey {
  /** The edges to prune, by number; at most the number asked for. */
  readonly pruned: ReadonlyArray<PrunedEdge>
  /** True where more edges would be pruned than were taken. */
  readonly more: boolean
  readonly standings: ReadonlyMap<NodeNumber, Standing>
  /** The edges that growth linked from each node that can die. */
  readonly grown: ReadonlyMap<NodeNumber, GrownEdges>
  /** Edges into protected memories that decay, with the strength that the decays alone would leave. */
  readonly sheltered: ReadonlyMap<EdgeNumber, Nano>
  readonly faded: number
  /** Returns the strength of an edge after the run, the floor of protected memories included. */
  readonly after: (edge: EdgeNumber) => Nano
}

/** The edges of growth that leave a node: those that are linked, and the number of all. */
export interface GrownEdges {
  readonly linked: Array<EdgeNumber>
  all: number
}

interface Draft {
  degree: number
  uses: number
  success: Nano
  strongest: Nano
  lastRenewed: TurnNumber
}

/** `of`: the only node that is surveyed, with the edges that touch it; absent: all. */
export const survey = (
  graph: GraphView,
  decays: ReadonlyArray<Decay>,
  known: Known,
  weigh: Weigh,
  most: number,
  of?: NodeNumber,
): Survey => {
  const { now, protections } = known
  const fade = decays.length === 0 ? graph.strengthOf : fadingIn(graph, decays)
  const after = (edge: EdgeNumber): Nano => shelteredIn(graph, edge, fade(edge), known)
  const drafts = mortals(graph, of)
  const pruned: Array<PrunedEdge> = []
  const sheltered = new Map<EdgeNumber, Nano>()
  const grown = new Map<NodeNumber, GrownEdges>()
  let fades = 0
  let more = false
  const own = of === undefined ? undefined : graph.joining(of)
  for (let i = 0; i < (own?.length ?? graph.edges); i++) {
    const edge = own?.[i] ?? i + 1
    const kind = graph.kindOf(edge)
    if (kind === undefined) continue
    const ends = [drafts.get(graph.sourceOf(edge)), drafts.get(graph.targetOf(edge))] as const
    renewBy(graph, edge, ends)
    if (kind === 'grown') {
      if (ends[0] !== undefined) noteGrown(grown, graph, edge)
      continue
    }
    if (!graph.isLinked(edge)) continue
    const left = fade(edge)
    const strength = shelteredIn(graph, edge, left, known)
    if (strength !== graph.strengthOf(edge)) fades++
    if (strength !== left) sheltered.set(edge, left)
    const isKept = protections.has(graph.targetOf(edge))
    const reason = kindTraits[kind].decays && !isKept ? weigh(strength, now - graph.lastRenewedOf(edge)) : undefined
    if (reason !== undefined && pruned.length < most) pruned.push({ edge, reason })
    else {
      more ||= reason !== undefined
      if (ends[0] !== undefined) {
        join(ends[0], graph.usesOf(edge), strength, Math.max(0, strength))
        // An edge into a protected memory is not pruned, so the node that it comes from does not die.
        if (isKept) ends[0].strongest = Number.MAX_SAFE_INTEGER
      }
      if (ends[1] !== undefined) join(ends[1], graph.usesOf(edge), strength, 0)
    }
  }
  const standings = new Map(
    [...drafts].map(([node, { lastRenewed, ...counted }]) => {
      const { corrected, fired, used } = graph.lifeOf(node)
      return [node, { ...counted, fired, isBlamed: corrected > used, ...waiting(graph, node, lastRenewed, known) }] as const
    }),
  )
  return { pruned, more, standings, grown, sheltered, faded: fades, after }
}

/**
 * Counts an edge as a use of its ends. An edge at 0 leads nowhere, because the verdict that made it was taken back; it is no use of a memory, whose
 * uses are known without its edges.
 */
const renewBy = (graph: GraphView, edge: EdgeNumber, ends: ReadonlyArray<{ lastRenewed: TurnNumber } | undefined>): void => {
  const nodes = [graph.sourceOf(edge), graph.targetOf(edge)]
  for (const [i, end] of ends.entries()) {
    if (end === undefined || (graph.strengthOf(edge) === 0 && graph.typeOf(nodes[i] ?? 0) !== 'cue')) continue
    end.lastRenewed = Math.max(end.lastRenewed, graph.lastRenewedOf(edge))
  }
}

const noteGrown = (grown: Map<NodeNumber, GrownEdges>, graph: GraphView, edge: EdgeNumber): void => {
  const source = graph.sourceOf(edge)
  const known = grown.get(source) ?? { linked: [], all: 0 }
  known.all++
  if (graph.isLinked(edge)) known.linked.push(edge)
  grown.set(source, known)
}

/** Returns what a node is of, how long it was not used, and how long it may be. */
const waiting = (
  graph: GraphView,
  node: NodeNumber,
  lastRenewed: TurnNumber,
  { growth, now, said }: Known,
): Pick<Standing, 'idle' | 'of' | 'ttl'> => {
  if (graph.typeOf(node) !== 'cue') {
    const fired = growth.renewed === 'fired' ? graph.lifeOf(node).last : 0
    const idle = now - Math.max(lastRenewed, said.onProbation.get(node) ?? 0, fired)
    return { idle, of: said.captured.has(node) ? 'captured' : 'note' }
  }
  if (graph.stateOf(node) !== 'probation') return { idle: now - lastRenewed, of: 'cue' }
  return { idle: now - Math.max(lastRenewed, graph.lifeOf(node).last), of: 'cue', ttl: growth.ttl }
}

const fadingIn = (graph: GraphView, decays: ReadonlyArray<Decay>): ((edge: EdgeNumber) => Nano) => {
  const fade = fading(decays)
  return (edge) => {
    const strength = graph.strengthOf(edge)
    const kind = graph.kindOf(edge)
    if (strength === 0 || kind === undefined) return strength
    return fade({ kind, strength, first: graph.firstOf(edge), lastRenewed: graph.lastRenewedOf(edge) })
  }
}

/** An edge in a run: its target, its strength before the run, and the strength that the decays alone leave. */
interface Decayed {
  readonly target: NodeNumber
  readonly was: Nano
  readonly left: Nano
}

/** Returns the strength after decay of an edge into a protected memory: at least the floor, or its former strength if that is less. */
export const inShelter = ({ left, target, was }: Decayed, { protections, shelter }: Pick<Known, 'protections' | 'shelter'>): Nano => {
  if (left === was || !protections.has(target)) return left
  const size = Math.min(Math.abs(was), Math.max(shelter, Math.abs(left)))
  return (was < 0 ? -size : size) + 0
}

const shelteredIn = (graph: GraphView, edge: EdgeNumber, left: Nano, known: Known): Nano =>
  inShelter({ target: graph.targetOf(edge), was: graph.strengthOf(edge), left }, known)

const mortals = (graph: GraphView, of: NodeNumber | undefined): Map<NodeNumber, Draft> => {
  const drafts = new Map<NodeNumber, Draft>()
  for (let node = of ?? 1; node <= (of ?? graph.nodes); node++) {
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
