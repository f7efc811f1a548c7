/**
 * Walks from the seeds of a question along the edges of the graph, by rule and without a model.
 *
 * Depends on graph, seeds, cues and settings alone: equal under any order of insertion, ties broken by number. Every candidate edge of every
 * visited node is in `steps` exactly once, followed or skipped with its reason.
 */
import type { FollowChannel, SkipReason } from '../events/turn-events.ts'
import type { GraphView } from '../graph.ts'
import type { EdgeNumber, NodeNumber } from '../identity.ts'
import { type Nano, one, roundHalfAway } from '../strength.ts'
import { type Candidate, candidatesOf, type WalkSettings } from './candidate-edges.ts'
import { byScore, type ScoredNode } from './text-evidence.ts'

export interface WalkCue {
  readonly cue: NodeNumber
  /** How alike its question is, in nano-units. */
  readonly alike: Nano
}

export interface WalkInput {
  readonly graph: GraphView
  readonly settings: WalkSettings
  /** Best first. */
  readonly seeds: ReadonlyArray<ScoredNode>
  readonly cues: ReadonlyArray<WalkCue>
  /** What a document's own text scores. */
  readonly own: (node: NodeNumber) => Nano
  /** What `b` says of the question that `a` does not. */
  readonly residual: (b: NodeNumber, a: NodeNumber) => Nano
  readonly isLive: (node: NodeNumber) => boolean
}

export type StepOutcome = { readonly followed: FollowChannel; readonly energy: Nano } | { readonly skipped: SkipReason }

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

/** What a candidate would carry to its target. Cues and neighbours in a sequence add up; of other edges into a node the best one counts. */
interface Offer {
  readonly candidate: Candidate
  readonly depth: number
  readonly energy: Nano
  readonly adds: boolean
}

/** A node as the walk comes to know it. */
interface Reached {
  readonly node: NodeNumber
  readonly depth: number
  /** Seeds and what a cue names count in no limit of follows. */
  readonly free: boolean
  readonly parent: NodeNumber
  score: Nano
}

export const tieredTraversal = (input: WalkInput): Walk => {
  const best = input.seeds[0]?.score ?? one
  const reached = new Map<NodeNumber, Reached>()
  for (const { node, score } of input.seeds) reached.set(node, { node, depth: 0, free: true, parent: 0, score })
  const expanded: Array<{ readonly candidate: Candidate; readonly depth: number; readonly fate: Offer | SkipReason }> = []
  const alike = new Map(input.cues.map(({ alike, cue }) => [cue, alike]))

  let frontier: ReadonlyArray<NodeNumber> = [...input.cues.map(({ cue }) => cue), ...input.seeds.map(({ node }) => node)]
  for (let depth = 0; depth < input.settings.budget.hops && frontier.length > 0; depth++) {
    const offers: Array<Offer> = []
    for (const source of frontier) {
      const likeness = alike.get(source)
      const role = likeness === undefined ? 'node' : 'cue'
      for (const candidate of candidatesOf(input.graph, source, input.settings, role, input.isLive)) {
        const fate = fateOf(input, reached, candidate, depth, best, likeness)
        if (typeof fate !== 'string') offers.push(fate)
        expanded.push({ candidate, depth, fate })
      }
    }
    frontier = reach(input, reached, offers, depth, alike)
  }

  const kept = keep(reached, input.settings)
  return record(input, reached, kept, expanded, best, alike)
}

/** Why a candidate is skipped outright, or what it offers. */
const fateOf = (
  input: WalkInput,
  reached: ReadonlyMap<NodeNumber, Reached>,
  candidate: Candidate,
  depth: number,
  best: Nano,
  likeness: Nano | undefined,
): Offer | SkipReason => {
  const { source, target, tier, weight } = candidate
  if (tier === 'negative') return 'inhibited'
  const parent = reached.get(source)?.parent ?? 0
  if (target === source || target === parent || (parent !== 0 && target === reached.get(parent)?.parent)) return 'cycle'
  if (tier === 'dormant') return 'dormant'
  if (depth > 0 && reached.has(target)) return 'visited'
  const { walk } = input.settings
  if (likeness !== undefined) {
    return { candidate, depth, adds: true, energy: roundHalfAway(weight * walk.learned * (likeness / one) * best) }
  }
  const score = Math.min(best, reached.get(source)?.score ?? 0)
  let fade = 1
  for (let step = 0; step < depth; step++) fade *= walk.fade
  const carried = walk.residual * (score / best) * input.residual(target, source) + (grew(candidate) ? walk.spread * score : 0)
  const energy = roundHalfAway(weight * fade * carried)
  if (energy <= 0 && tier !== 'reflex') return 'routed-away'
  return { candidate, depth, energy, adds: candidate.kinds.includes('sequential') }
}

/** Kinds whose edges grew from use pass activation on by themselves; the others only what they add to the question's words. */
const grown: ReadonlySet<string> = new Set(['learned', 'cooccurrence', 'support', 'follow_up', 'tool_link', 'causal'])
const grew = ({ kinds }: Candidate): boolean => kinds.some((kind) => grown.has(kind))

/** Lets the offers of one depth reach their targets; the best of those reached first are walked on from. */
const reach = (
  input: WalkInput,
  reached: Map<NodeNumber, Reached>,
  offers: ReadonlyArray<Offer>,
  depth: number,
  cues: ReadonlyMap<NodeNumber, Nano>,
): ReadonlyArray<NodeNumber> => {
  const fresh: Array<Reached> = []
  for (const [target, group] of byTarget(offers)) {
    const { energy, winner } = total(group)
    const known = reached.get(target)
    if (known !== undefined) {
      known.score += energy
      continue
    }
    const taught = group.some(({ candidate }) => cues.has(candidate.source))
    const node: Reached = {
      node: target,
      depth: depth + 1,
      free: taught,
      parent: cues.has(winner.candidate.source) ? 0 : winner.candidate.source,
      score: input.own(target) + energy,
    }
    reached.set(target, node)
    fresh.push(node)
  }
  return fresh
    .sort(byScore)
    .slice(0, input.settings.walk.expansions)
    .map(({ node }) => node)
}

const byTarget = (offers: ReadonlyArray<Offer>): ReadonlyMap<NodeNumber, ReadonlyArray<Offer>> => {
  const groups = new Map<NodeNumber, Array<Offer>>()
  for (const offer of offers) {
    const group = groups.get(offer.candidate.target)
    if (group === undefined) groups.set(offer.candidate.target, [offer])
    else group.push(offer)
  }
  return groups
}

/** The offers into one node that count, what they bring together, and the greatest of them. */
const total = (group: ReadonlyArray<Offer>): { readonly energy: Nano; readonly winner: Offer; readonly counted: ReadonlySet<Offer> } => {
  const [first] = group
  if (first === undefined) throw new Error('a group of offers is never empty')
  const better = (a: Offer, b: Offer): Offer =>
    b.energy > a.energy || (b.energy === a.energy && (b.candidate.edges[0] ?? 0) < (a.candidate.edges[0] ?? 0)) ? b : a
  const counted = new Set(group.filter(({ adds }) => adds))
  const rivals = group.filter(({ adds }) => !adds)
  if (rivals.length > 0) counted.add(rivals.reduce(better))
  let energy = 0
  for (const offer of counted) energy += offer.energy
  return { energy, winner: [...counted].reduce(better), counted }
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

const record = (
  input: WalkInput,
  reached: ReadonlyMap<NodeNumber, Reached>,
  kept: ReadonlySet<NodeNumber>,
  expanded: ReadonlyArray<{ readonly candidate: Candidate; readonly depth: number; readonly fate: Offer | SkipReason }>,
  best: Nano,
  cues: ReadonlyMap<NodeNumber, Nano>,
): Walk => {
  const isSeed = (node: NodeNumber) => reached.get(node)?.depth === 0
  const visited = (node: NodeNumber) => cues.has(node) || isSeed(node) || kept.has(node)
  const walked = expanded.filter(({ candidate }) => visited(candidate.source))
  const counted = new Set<Offer>()
  const brought = new Map<NodeNumber, { readonly energy: Nano; readonly edge: EdgeNumber }>()
  for (const [target, group] of byTarget(walked.flatMap(({ fate }) => (typeof fate === 'string' ? [] : [fate])))) {
    if (!visited(target)) continue
    const { counted: chosen, energy, winner } = total(group)
    for (const offer of chosen) counted.add(offer)
    brought.set(target, { energy, edge: winner.candidate.edges[0] ?? 0 })
  }
  const steps = walked.flatMap(({ candidate, depth, fate }) => stepsOf(input.graph, candidate, depth, outcomeOf(fate, counted, visited)))
  const fired = [...kept].map((node): FiredNode => {
    const { depth, score } = reached.get(node) ?? { depth: 0, score: 0 }
    const gift = brought.get(node)
    const energy = (depth === 0 ? (input.seeds.find((seed) => seed.node === node)?.score ?? score) : input.own(node)) + (gift?.energy ?? 0)
    return { node, depth, energy, edge: depth === 0 ? 0 : (gift?.edge ?? 0) }
  })
  const inhibitions = walked.flatMap(({ candidate, depth, fate }) =>
    fate === 'inhibited' ? [inhibitionOf(input, candidate, depth, best, cues.get(candidate.source), reached)] : [],
  )
  return { fired: fired.sort((a, b) => b.energy - a.energy || a.node - b.node), steps, inhibitions }
}

const outcomeOf = (fate: Offer | SkipReason, counted: ReadonlySet<Offer>, visited: (node: NodeNumber) => boolean): StepOutcome => {
  if (typeof fate === 'string') return { skipped: fate }
  if (!visited(fate.candidate.target)) return { skipped: 'budget' }
  if (!counted.has(fate)) return { skipped: 'visited' }
  return { followed: fate.candidate.tier === 'reflex' ? 'reflex' : 'rule', energy: fate.energy }
}

const stepsOf = (graph: GraphView, { edges }: Candidate, depth: number, outcome: StepOutcome): ReadonlyArray<WalkStep> =>
  edges.map((edge) => ({ edge, strength: graph.strengthOf(edge), depth, outcome }))

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
