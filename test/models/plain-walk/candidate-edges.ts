/** Which edges of a node a walk looks at. Parallel edges (same ends) are one candidate: their strengths add up, but a grown edge takes nothing from blame, and they share one fate. */
import { type EdgeKind, type GraphView, type Kernel, kindTraits } from '../../../packages/core/src/domain/graph.ts'
import type { EdgeNumber, NodeNumber } from '../../../packages/core/src/domain/identity.ts'
import type { Profile } from '../../../packages/core/src/domain/profiles/profile.ts'
import { type Bounds, clamp, type Nano, nano, one, roundHalfAway } from '../../../packages/core/src/domain/strength.ts'
import type { WalkSettings } from '../../../packages/core/src/domain/walk/candidate-edges.ts'

export type Tier = 'reflex' | 'habitual' | 'dormant' | 'negative'

export interface Candidate {
  readonly source: NodeNumber
  readonly target: NodeNumber
  /** By rising number. */
  readonly edges: ReadonlyArray<EdgeNumber>
  readonly kinds: ReadonlyArray<EdgeKind>
  readonly strength: Nano
  /** The sum of the strengths, by the kernel, without bounds. */
  readonly flow: Nano
  readonly tier: Tier
  /** Weight of the strength s: (s − habitual) / slope from habitual up, 0 between, s below zero. In units. */
  readonly weight: number
}

/**
 * The candidates of a node: its `budget.candidates` strongest by |weight|, ties by edge number, and every negative one beside them;
 * all of a cue's. Targets that are not live are no candidates.
 */
export const candidatesOf = (
  graph: GraphView,
  source: NodeNumber,
  settings: WalkSettings,
  kernel: Kernel,
  role: 'node' | 'cue',
  isLive: (node: NodeNumber) => boolean,
): ReadonlyArray<Candidate> => {
  const groups = new Map<NodeNumber, Array<EdgeNumber>>()
  for (const edge of graph.out(source)) {
    const target = graph.targetOf(edge)
    if (!isLive(target) || (settings.walk.structure === 0 && structural.has(graph.kindOf(edge) ?? 'learned'))) continue
    const group = groups.get(target)
    if (group === undefined) groups.set(target, [edge])
    else group.push(edge)
  }
  const bounds = boundsOf(settings)
  const carrying: Array<Candidate> = []
  const negative: Array<Candidate> = []
  for (const [target, edges] of groups) {
    const found = candidate(graph, source, target, edges, settings, kernel, bounds, role)
    if (found.tier === 'negative') negative.push(found)
    else carrying.push(found)
  }
  const limit = role === 'cue' ? settings.walk.cueEdges : settings.budget.candidates
  return [...carrying.sort(byWeight).slice(0, limit), ...negative.sort(byWeight).slice(0, settings.walk.cueEdges)]
}

const candidate = (
  graph: GraphView,
  source: NodeNumber,
  target: NodeNumber,
  edges: ReadonlyArray<EdgeNumber>,
  settings: WalkSettings,
  kernel: Kernel,
  bounds: Bounds,
  role: 'node' | 'cue',
): Candidate => {
  let [sum, guessed] = [0, 0]
  for (const edge of edges) {
    if (graph.kindOf(edge) === 'grown') guessed += pull(graph, edge, settings, kernel)
    else sum += pull(graph, edge, settings, kernel)
  }
  const flow = role === 'cue' && sum < 0 ? sum : sum + guessed
  const strength = clamp(flow, bounds)
  const { tier, weight } = weigh(strength, settings)
  // An edge at 0 pulls nothing: it must not make of the others what they are not, or undoing what it learned would leave a trace.
  const kinds = edges.filter((edge) => pull(graph, edge, settings, kernel) !== 0).map((edge) => graph.kindOf(edge) ?? 'learned')
  return { source, target, edges, kinds, strength, flow, tier, weight }
}

const structural: ReadonlySet<EdgeKind> = new Set(['hierarchical', 'link', 'mention'])

/** Positive strengths count by the family of their kind, and those of headings, links and names by a setting. */
export const pull = (graph: GraphView, edge: EdgeNumber, { walk }: Pick<WalkSettings, 'walk'>, kernel: Kernel): Nano => {
  const strength = graph.strengthOf(edge)
  const kind = graph.kindOf(edge) ?? 'learned'
  const { family } = kindTraits[kind]
  return strength > 0 ? roundHalfAway(strength * (kernel[family] * (structural.has(kind) ? walk.structure : 1))) : strength
}

const boundsOf = ({ strength }: Pick<Profile, 'strength'>): Bounds => ({ min: nano(strength.min), max: nano(strength.max) })

const weigh = (strength: Nano, { tiers, walk }: WalkSettings): Pick<Candidate, 'tier' | 'weight'> => {
  const units = strength / one
  if (units < 0) return { tier: 'negative', weight: units }
  if (units < tiers.habitual) return { tier: 'dormant', weight: 0 }
  return { tier: units >= tiers.reflex ? 'reflex' : 'habitual', weight: (units - tiers.habitual) / walk.slope }
}

const byWeight = (a: Candidate, b: Candidate): number => Math.abs(b.weight) - Math.abs(a.weight) || firstEdge(a) - firstEdge(b)

const firstEdge = ({ edges }: Candidate): EdgeNumber => edges[0] ?? 0
