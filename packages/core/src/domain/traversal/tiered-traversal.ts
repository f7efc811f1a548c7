/**
 * Walks from the seeds of a question along the edges of the graph, by rule and without a model.
 *
 * Depends on graph, seeds, cues and settings alone: equal under any order of insertion, ties broken by number. Every candidate edge of every
 * visited node is in `steps` exactly once, followed or skipped with its reason.
 */
import type { FollowChannel, SkipReason } from '../events/turn-events.ts'
import type { EdgeNumber, NodeNumber } from '../identity.ts'
import { type Nano, one, roundHalfAway } from '../strength.ts'
import { type Arrivals, arrive } from './arrivals.ts'
import { type Candidate, candidatesOf, type WalkSettings } from './candidate-edges.ts'
import { type From, fateOf, type Offer, type Reached } from './offers.ts'
import { byScore } from './text-evidence.ts'
import type { WalkInput } from './walk-input.ts'

export type StepOutcome =
  | {
      readonly followed: FollowChannel
      readonly energy: Nano
      /** Of the energy, what the target adds to the question's words, and what its source passes on; where they are told apart. */
      readonly residual?: Nano
      readonly spread?: Nano
    }
  | { readonly skipped: SkipReason }

export interface WalkStep {
  readonly edge: EdgeNumber
  readonly strength: Nano
  readonly depth: number
  readonly outcome: StepOutcome
}

export interface FiredNode {
  readonly node: NodeNumber
  readonly depth: number
  readonly energy: Nano
  /** The edge that brought most; 0 for a seed. */
  readonly edge: EdgeNumber
}

export interface Inhibition {
  readonly node: NodeNumber
  readonly depth: number
  /** What was taken, positive. */
  readonly energy: Nano
  readonly edge: EdgeNumber
}

export interface Walk {
  /** Best first. */
  readonly fired: ReadonlyArray<FiredNode>
  readonly steps: ReadonlyArray<WalkStep>
  readonly inhibitions: ReadonlyArray<Inhibition>
}

/** A candidate of a node that was walked on from, and what became of it. */
interface Expanded {
  readonly candidate: Candidate
  readonly depth: number
  readonly fate: Offer | SkipReason
}

/** A walk while it goes on. */
interface Going {
  readonly input: WalkInput
  /** What the best seed scores. */
  readonly best: Nano
  /** How alike the questions of the cues are. */
  readonly cues: ReadonlyMap<NodeNumber, Nano>
  readonly reached: Map<NodeNumber, Reached>
  readonly expanded: Array<Expanded>
}

export const tieredTraversal = (input: WalkInput): Walk => {
  const going: Going = {
    input,
    best: input.seeds[0]?.score ?? one,
    cues: new Map(input.cues.map(({ alike, cue }) => [cue, alike])),
    reached: new Map(input.seeds.map(({ node, score }) => [node, { node, depth: 0, free: true, parent: 0, score }])),
    expanded: [],
  }
  let frontier: ReadonlyArray<NodeNumber> = [...input.cues.map(({ cue }) => cue), ...input.seeds.map(({ node }) => node)]
  for (let depth = 0; depth < input.settings.budget.hops && frontier.length > 0; depth++) {
    const arrivals: Arrivals = new Map()
    for (const source of frontier) expand(going, source, depth, arrivals)
    frontier = reach(going, arrivals, depth)
  }
  return record(going, keep(going.reached, input.settings))
}

/** What all candidates of a node would carry. */
const expand = ({ best, cues, expanded, input, reached }: Going, source: NodeNumber, depth: number, arrivals: Arrivals): void => {
  const likeness = cues.get(source)
  const known = reached.get(source)
  const parent = known?.parent ?? 0
  const from: From = { depth, parent, grandparent: reached.get(parent)?.parent ?? 0, scored: known?.score ?? 0, likeness }
  for (const candidate of candidatesOf(input.graph, source, input.settings, likeness === undefined ? 'node' : 'cue', input.isLive)) {
    const fate = fateOf(input, reached, candidate, from, best)
    if (typeof fate !== 'string') arrive(arrivals, fate)
    expanded.push({ candidate, depth, fate })
  }
}

/** Lets the offers of one depth reach their targets; the best of those reached first are walked on from. */
const reach = ({ cues, input, reached }: Going, arrivals: Arrivals, depth: number): ReadonlyArray<NodeNumber> => {
  const fresh: Array<Reached> = []
  for (const [target, { energy, isTaught, winner }] of arrivals) {
    const known = reached.get(target)
    if (known !== undefined) {
      known.score += energy
      continue
    }
    const { source } = winner.candidate
    const parent = cues.has(source) ? 0 : source
    const node: Reached = { node: target, depth: depth + 1, free: isTaught, parent, score: input.own(target) + energy }
    reached.set(target, node)
    fresh.push(node)
  }
  return fresh
    .sort(byScore)
    .slice(0, input.settings.walk.expansions)
    .map(({ node }) => node)
}

/** The best nodes within the limits. A node comes with the nodes it was reached through, or not at all. */
const keep = (reached: ReadonlyMap<NodeNumber, Reached>, { budget }: WalkSettings): ReadonlySet<NodeNumber> => {
  const kept = new Set<NodeNumber>()
  let follows = 0
  for (const candidate of [...reached.values()].sort(byScore)) {
    const chain: Array<Reached> = []
    for (let at: Reached | undefined = candidate; at !== undefined && !kept.has(at.node); at = reached.get(at.parent)) {
      if (at !== candidate && at.depth === 0) break
      chain.push(at)
    }
    const paid = chain.filter(({ free }) => !free).length
    if (kept.size + chain.length > budget.fired || follows + paid > budget.follows) continue
    follows += paid
    for (const { node } of chain) kept.add(node)
  }
  return kept
}

const record = ({ best, cues, expanded, input, reached }: Going, kept: ReadonlySet<NodeNumber>): Walk => {
  const visited = (node: NodeNumber) => cues.has(node) || kept.has(node) || reached.get(node)?.depth === 0
  const walked = expanded.filter(({ candidate }) => visited(candidate.source))
  const arrivals: Arrivals = new Map()
  for (const { fate } of walked) if (typeof fate !== 'string' && visited(fate.candidate.target)) arrive(arrivals, fate)
  const steps: Array<WalkStep> = []
  const inhibitions: Array<Inhibition> = []
  for (const { candidate, depth, fate } of walked) {
    const outcome = outcomeOf(fate, arrivals)
    for (const edge of candidate.edges) steps.push({ edge, strength: input.graph.strengthOf(edge), depth, outcome })
    if (fate === 'inhibited') inhibitions.push(inhibitionOf(input, candidate, depth, best, cues.get(candidate.source), reached))
  }
  const seeds = new Map(input.seeds.map(({ node, score }) => [node, score]))
  const fired = [...kept].map((node): FiredNode => {
    const { depth, score } = reached.get(node) ?? { depth: 0, score: 0 }
    const gift = arrivals.get(node)
    const energy = (depth === 0 ? (seeds.get(node) ?? score) : input.own(node)) + (gift?.energy ?? 0)
    return { node, depth, energy, edge: depth === 0 ? 0 : (gift?.winner.candidate.edges[0] ?? 0) }
  })
  return { fired: fired.sort((a, b) => b.energy - a.energy || a.node - b.node), steps, inhibitions }
}

const skipped = (reason: SkipReason): StepOutcome => ({ skipped: reason })

const outcomeOf = (fate: Offer | SkipReason, arrivals: Arrivals): StepOutcome => {
  if (typeof fate === 'string') return skipped(fate)
  const arrival = arrivals.get(fate.candidate.target)
  if (arrival === undefined) return skipped('budget')
  if (!arrival.counts(fate)) return skipped('visited')
  const { candidate, energy, residual, spread } = fate
  const followed = candidate.tier === 'reflex' ? 'reflex' : 'rule'
  return residual === undefined || spread === undefined ? { followed, energy } : { followed, energy, residual, spread }
}

const inhibitionOf = (
  { graph, settings }: WalkInput,
  { edges, target, weight }: Candidate,
  depth: number,
  best: Nano,
  likeness: Nano | undefined,
  reached: ReadonlyMap<NodeNumber, Reached>,
): Inhibition => {
  const source = graph.sourceOf(edges[0] ?? 0)
  const pull = likeness === undefined ? Math.min(best, reached.get(source)?.score ?? 0) : (likeness / one) * best
  const worst = edges.reduce((a, b) => (graph.strengthOf(b) < graph.strengthOf(a) ? b : a))
  return { node: target, depth, energy: roundHalfAway(-weight * settings.walk.inhibition * pull), edge: worst }
}
