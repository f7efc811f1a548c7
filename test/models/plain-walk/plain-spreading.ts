/**
 * The energies of a spreading activation as the document has them: a round is a pass over all edges of the graph, and
 * flow = energy × weight × weight of the type × decay. Knows no limit of nodes, no order of visits and no record.
 */
import type { EdgeNumber, NodeNumber } from '../../../packages/core/src/domain/identity.ts'
import { type Nano, one, roundHalfAway } from '../../../packages/core/src/domain/strength.ts'
import type { WalkInput } from '../../../packages/core/src/domain/walk/walk-record.ts'
import { type Candidate, candidatesOf } from './candidate-edges.ts'
import { taughtBy } from './taught.ts'

export interface Energies {
  /** Of each node that has any. */
  readonly nodes: ReadonlyMap<NodeNumber, Nano>
  /** What each pair of nodes carried, by its first edge. */
  readonly edges: ReadonlyMap<EdgeNumber, Nano>
}

export const plainSpreading = (input: WalkInput): Energies => {
  const best = (input.counted ?? input.seeds)[0]?.score ?? one
  const nodes = new Map(input.seeds.map(({ node, score }) => [node, score]))
  const edges = new Map<EdgeNumber, Nano>()
  const poured = new Set<NodeNumber>()
  const carry = (into: Map<NodeNumber, Nano>, { edges: [edge = 0], target }: Candidate, energy: Nano) => {
    add(into, target, energy)
    add(edges, edge, energy)
  }
  let fresh: ReadonlyMap<NodeNumber, Nano> = new Map(nodes)
  for (let round = 0; round < input.settings.budget.hops; round++) {
    const arrived = new Map<NodeNumber, Nano>()
    for (const { cue } of round === 0 ? input.cues : []) {
      for (const candidate of candidatesOf(input.graph, cue, input.settings, input.kernel, 'cue', input.isLive))
        if (candidate.tier === 'habitual' || candidate.tier === 'reflex') carry(arrived, candidate, taughtBy(input, candidate, best))
    }
    for (const [source, energy] of fresh) {
      const isFirst = !poured.has(source)
      poured.add(source)
      for (const candidate of candidatesOf(input.graph, source, input.settings, input.kernel, 'node', input.isLive)) {
        const flow = flowOf(input, candidate, energy, isFirst ? best : 0)
        if (flow > 0) carry(arrived, candidate, flow)
      }
    }
    for (const [node, energy] of arrived) add(nodes, node, energy)
    fresh = new Map([...arrived].filter(([, energy]) => energy > 0))
  }
  return { nodes, edges }
}

const add = <K>(sums: Map<K, Nano>, key: K, more: Nano): void => {
  sums.set(key, (sums.get(key) ?? 0) + more)
}

const flowOf = (input: WalkInput, candidate: Candidate, energy: Nano, bonus: Nano): Nano => {
  const { gate, graph, isAsked, routed, settings } = input
  const { edges, flow, kinds, source, target, tier } = candidate
  if (tier === 'negative' || tier === 'dormant' || source === target) return 0
  const isHabitual = edges.reduce((sum, edge) => sum + graph.strengthOf(edge), 0) < settings.tiers.reflex * one
  const pointer = routed?.followed.get(target)
  const isFollowed = isHabitual && pointer !== undefined && edges.includes(pointer)
  if (isHabitual && !isFollowed && routed?.dropped.has(target) === true) return 0
  const laid = kinds.filter((kind) => !used.has(kind))
  const isMention = laid.length > 0 && laid.every((kind) => kind === 'mention')
  const trust = isMention ? (gate / one) * (edges.every((edge) => isAsked(graph.labelOf(edge))) ? settings.walk.asked : 1) : 1
  const carried = roundHalfAway(energy * (flow / one) * settings.walk.fade * trust)
  return isFollowed ? Math.max(0, carried) + roundHalfAway((routed?.follow ?? 0) * bonus) : carried
}

const used: ReadonlySet<string> = new Set(['learned', 'cooccurrence', 'support', 'follow_up', 'tool_link', 'causal', 'grown'])
