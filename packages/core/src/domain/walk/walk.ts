/**
 * Walks from the seeds of a question hop by hop along the edges of the graph.
 *
 * The walk by tiers follows reflex edges and skips dormant ones; an edge between the two counts for what its target adds. The walk depends on
 * graph, seeds, cues and settings alone: it is equal under any order of insertion, and ties are broken by number. Every candidate edge of every
 * visited node is in `steps` exactly once, followed or skipped with its reason.
 */

import { assertThat, neverRises } from '../assertion.ts'
import type { SkipReason } from '../events/turn-events.ts'
import { kindSet, noKinds } from '../graph.ts'
import type { NodeNumber } from '../identity.ts'
import { type Nano, roundHalfAway } from '../strength.ts'
import type { Candidate, WalkSettings } from './candidate-edges.ts'
import { type Arrivals, arrive, bestScore, bounded, type From, fateOf, isFirm, type Offer, plainly, type Reached } from './offers.ts'
import { isHeard, type Taught, taughtBy } from './taught.ts'
import { byScore } from './text-evidence.ts'
import type { FiredNode, Habit, Inhibition, StepOutcome, Walk, WalkInput, WalkStep } from './walk-record.ts'

/* Chooses the reached nodes that fire, and builds the record of the walk. */

/** A candidate of a node that was expanded, and its fate. */
export interface Expanded {
  readonly candidate: Candidate
  readonly depth: number
  readonly fate: Offer | SkipReason
}

export interface Going {
  readonly input: WalkInput
  readonly best: Nano
  readonly cues: ReadonlySet<NodeNumber>
  readonly taught: Taught
  readonly reached: Map<NodeNumber, Reached>
  /** Returns the energy of a node that no edge brings: its text's, or none. A seed has the score of its seed. */
  readonly own: (node: NodeNumber) => Nano
  /** Nodes that a cue or a reflex edge brings energy: a routing model cannot drop them. Empty where no model chose. */
  readonly firm: Set<NodeNumber>
  readonly expanded: Array<Expanded>
}

export interface Brought {
  readonly energy: Nano
  /** True where the node does not count towards the limit of follows: a cue brings some of it, or it is the next step of a procedure. */
  readonly isFree: boolean
  /** The node that most of the energy comes from. */
  readonly source: NodeNumber
  /** See {@link Carried.presumed}; absent: 0. */
  readonly presumed?: Nano
}

/** Adds the energy of one hop to a node. Returns the node if it was reached for the first time. */
export const bring = (
  { cues, own, reached }: Pick<Going, 'cues' | 'own' | 'reached'>,
  target: NodeNumber,
  depth: number,
  { energy, isFree, presumed = 0, source }: Brought,
): Reached | undefined => {
  const known = reached.get(target)
  if (known !== undefined) {
    known.score = bounded(known.score + energy)
    known.presumed = bounded(known.presumed + presumed)
    return undefined
  }
  const parent = cues.has(source) ? 0 : source
  const score = bounded(own(target) + energy)
  const node: Reached = { node: target, depth: depth + 1, free: isFree, parent, score, presumed }
  reached.set(target, node)
  return node
}

/** Returns the best nodes within the limits. A node is kept only together with the nodes on the way to it. */
export const keep = (
  reached: ReadonlyMap<NodeNumber, Reached>,
  { settings: { budget }, routed }: Pick<WalkInput, 'settings' | 'routed'>,
  firm: ReadonlySet<NodeNumber>,
): ReadonlySet<NodeNumber> => {
  const kept = new Set<NodeNumber>()
  const isDropped = ({ depth, node }: Reached) =>
    routed?.dropped.has(node) === true && (routed.drops === 'all' || (depth > 0 && !firm.has(node)))
  let follows = 0
  for (const candidate of bestFirst([...reached.values()])) {
    if (kept.size >= budget.fired) break
    if (isDropped(candidate)) continue
    const chain: Array<Reached> = []
    for (let at: Reached | undefined = candidate; at !== undefined && !kept.has(at.node); at = reached.get(at.parent)) {
      if (at !== candidate && at.depth === 0) break
      chain.push(at)
    }
    const paid = chain.filter(({ free }) => !free).length
    if (chain.some(isDropped)) continue
    if (kept.size + chain.length > budget.fired || follows + paid > budget.follows) continue
    follows += paid
    for (const { node } of chain) kept.add(node)
  }
  assertThat('a walk follows no more edges than its limit', follows <= budget.follows, follows, budget.follows)
  return kept
}

/** Yields nodes, best first. Only a few dozen of thousands are looked at, so the rest is sorted only when it is needed. */
const bestFirst = function* (nodes: Array<Reached>): Generator<Reached> {
  let left = nodes
  while (left.length > lookedAt) {
    const least = leastOfBest(left, lookedAt)
    yield* left.filter(({ score }) => score >= least).sort(byScore)
    left = left.filter(({ score }) => score < least)
  }
  yield* left.sort(byScore)
}

const lookedAt = 128

export const record = ({ best, cues, expanded, input, own, reached, taught }: Going, kept: ReadonlySet<NodeNumber>): Walk => {
  const visited = (node: NodeNumber) => cues.has(node) || kept.has(node) || reached.get(node)?.depth === 0
  const walked = expanded.filter(({ candidate }) => visited(candidate.source))
  const arrivals: Arrivals = new Map()
  for (const { fate } of walked) if (typeof fate !== 'string' && visited(fate.candidate.target)) arrive(arrivals, fate)
  const steps: Array<WalkStep> = []
  const inhibitions: Array<Inhibition> = []
  for (const { candidate, depth, fate } of walked) {
    const outcome = outcomeOf(fate, arrivals, input)
    for (const edge of candidate.edges) steps.push({ edge, strength: input.graph.strengthOf(edge), depth, outcome })
    if (fate === 'inhibited')
      inhibitions.push(inhibitionOf(input, candidate, depth, best, cues.has(candidate.source) ? taught : undefined, reached))
  }
  const seeds = new Map(input.seeds.map(({ node, score }) => [node, score]))
  const fired = [...kept].map((node): FiredNode => {
    const { depth, score } = reached.get(node) ?? { depth: 0, score: 0 }
    const gift = arrivals.get(node)
    const energy = bounded((depth === 0 ? (seeds.get(node) ?? score) : own(node)) + (gift?.energy ?? 0))
    const edge = depth === 0 ? 0 : (gift?.winner.candidate.edges[0] ?? 0)
    const presumed = gift?.presumed ?? 0
    return presumed === 0 ? { node, depth, energy, edge } : { node, depth, energy, edge, presumed }
  })
  const walk = { fired: fired.sort((a, b) => b.energy - a.energy || a.node - b.node), steps, inhibitions }
  assertWalk(walk, input.settings)
  return walk
}

/** A walk is within its limits, and no energy of it is below nothing. */
export const assertWalk = (
  { fired, inhibitions }: Walk,
  {
    budget,
    walk,
  }: { readonly budget: Pick<WalkSettings['budget'], 'fired' | 'hops'>; readonly walk: Pick<WalkSettings['walk'], 'procedure'> },
): void => {
  const deepest = budget.hops + walk.procedure
  assertThat('a walk fires no more memories than its limit', fired.length <= budget.fired, fired.length, budget.fired)
  assertThat(
    'a walk goes no deeper than its limit',
    fired.every(({ depth }) => depth <= deepest),
    deepest,
  )
  assertThat(
    'fired memories stand best first',
    neverRises(fired, ({ energy }) => energy),
  )
  const isTaken = inhibitions.every(({ energy }) => energy >= 0)
  assertThat('no energy of a walk is negative', isTaken && fired.every(({ energy }) => energy >= 0))
}

const skipped = (reason: SkipReason): StepOutcome => ({ _tag: 'Skipped', reason })

const outcomeOf = (fate: Offer | SkipReason, arrivals: Arrivals, { routed }: Pick<WalkInput, 'routed'>): StepOutcome => {
  if (typeof fate === 'string') return skipped(fate)
  const arrival = arrivals.get(fate.candidate.target)
  if (arrival === undefined) return skipped('budget')
  if (!arrival.counts(fate)) return skipped('visited')
  const { candidate, energy, residual, spread } = fate
  if (fate.isRouted === true) {
    const attention = routed?.attention.get(candidate.target)
    return { _tag: 'Followed', channel: 'routed', energy, ...(attention === undefined ? {} : { attention }) }
  }
  const followed = { _tag: 'Followed', channel: candidate.tier === 'reflex' ? 'reflex' : 'rule', energy } as const
  return residual === undefined || spread === undefined ? followed : { ...followed, residual, spread }
}

const inhibitionOf = (
  { graph, settings }: WalkInput,
  { edges, target, weight }: Candidate,
  depth: number,
  best: Nano,
  taught: Taught | undefined,
  reached: ReadonlyMap<NodeNumber, Reached>,
): Inhibition => {
  const source = graph.sourceOf(edges[0] ?? 0)
  const worst = edges.reduce((a, b) => (graph.strengthOf(b) < graph.strengthOf(a) ? b : a))
  const pull = Math.min(best, reached.get(source)?.score ?? 0)
  const energy = taught === undefined ? roundHalfAway(-weight * settings.walk.inhibition * pull) : -(taught.get(edges[0] ?? 0) ?? 0)
  return { node: target, depth, energy, edge: worst }
}

/** Returns the score of the last of the `count` best; negative infinity where there are fewer. */
export const leastOfBest = (scored: ReadonlyArray<{ readonly score: number }>, count: number): number => {
  if (scored.length < count) return Number.NEGATIVE_INFINITY
  const scores = new Float64Array(scored.length)
  for (let at = 0; at < scores.length; at++) scores[at] = scored[at]?.score ?? 0
  return leastOfGreatest(scores, count)
}

/** Finds the number by Hoare's selection, without a full sort. Changes the order of `numbers`. */
const leastOfGreatest = (numbers: Float64Array, count: number): number => {
  const wanted = numbers.length - count
  let [low, high] = [0, numbers.length - 1]
  while (low < high) {
    const pivot = numbers[(low + high) >> 1] ?? 0
    let [left, right] = [low, high]
    while (left <= right) {
      while ((numbers[left] ?? 0) < pivot) left++
      while ((numbers[right] ?? 0) > pivot) right--
      if (left > right) break
      const kept = numbers[left] ?? 0
      numbers[left++] = numbers[right] ?? 0
      numbers[right--] = kept
    }
    if (wanted <= right) high = right
    else if (wanted >= left) low = left
    else break
  }
  return numbers[wanted] ?? 0
}

/** Returns the habitual pairs that a walk looked at, out of memories that fired. */
export const habitsOf = (
  { candidates, graph, isLive, kernel, settings }: Pick<WalkInput, 'candidates' | 'graph' | 'isLive' | 'kernel' | 'settings'>,
  { fired, steps }: Walk,
): ReadonlyArray<Habit> => {
  const expanded = new Set(steps.map(({ edge }) => graph.sourceOf(edge)))
  return fired
    .filter(({ node }) => expanded.has(node))
    .flatMap(({ node }) =>
      candidates(graph, node, settings, kernel, 'node', isLive).flatMap(({ edges, source, target, tier, weight }): ReadonlyArray<Habit> => {
        const [edge] = edges
        return tier === 'habitual' && target !== source && edge !== undefined ? [{ source, target, edge, weight }] : []
      }),
    )
}

export const assertExpansions = (expanded: number, most: number): void =>
  assertThat('a walk expands no more memories than its limit', expanded <= most, expanded, most)

export const tieredTraversal = (input: WalkInput): Walk => {
  const { settings } = input
  const going = begun(input)
  let frontier = firstFrontier(input)
  for (let depth = 0; depth < settings.budget.hops && frontier.length > 0; depth++) {
    const arrivals: Arrivals = new Map()
    for (const source of frontier) expand(going, source, depth, arrivals)
    frontier = reach(going, arrivals, depth).slice(0, settings.walk.expansions)
    assertExpansions(frontier.length, settings.walk.expansions)
  }
  followProcedures(going, frontier)
  return record(going, keep(going.reached, input, going.firm))
}

/** Kinds of edges that lead from a step to the next one. */
const nextSteps = kindSet('sequential', 'follow_up')

const isNextStep = ({ kinds, tier }: Candidate): boolean => tier === 'reflex' && (kinds & nextSteps) !== noKinds

/**
 * Goes on where the hops are used up with each procedure that the walk is in: from a memory that the last hop reached as the next step, along such
 * edges alone, to the end or for the steps that are allowed (S4.4). A step gets what was brought to the one before: a procedure is one thing.
 */
const followProcedures = (going: Going, reached: ReadonlyArray<NodeNumber>): void => {
  const { budget, walk } = going.input.settings
  if (reached.length === 0 || walk.procedure === 0) return
  const steps = new Set<NodeNumber>()
  for (const { candidate, fate } of going.expanded) if (isNextStep(candidate) && typeof fate !== 'string') steps.add(candidate.target)
  let [frontier, left] = [reached.filter((node) => steps.has(node)), walk.procedure]
  for (let depth = budget.hops; left > 0 && frontier.length > 0; depth++) {
    frontier = frontier.slice(0, left).flatMap((source) => stepFrom(going, source, depth) ?? [])
    left -= frontier.length
  }
}

/** Takes the strongest next step from a memory, and passes over its other edges. Returns the step; undefined at the end of a procedure. */
const stepFrom = (going: Going, source: NodeNumber, depth: number): NodeNumber | undefined => {
  const { best, expanded, input, own, reached } = going
  const { presumed = 0, score = 0 } = reached.get(source) ?? {}
  const brought = { ...plainly(Math.max(0, score - own(source))), presumed }
  let next: NodeNumber | undefined
  for (const candidate of input.candidates(input.graph, source, input.settings, input.kernel, 'node', input.isLive)) {
    const fate = fateOf(input, reached, candidate, fromOf(going, source, depth), best)
    const isTaken = next === undefined && typeof fate !== 'string' && isNextStep(candidate)
    if (isTaken) next = candidate.target
    expanded.push({ candidate, depth, fate: typeof fate === 'string' ? fate : isTaken ? { ...fate, ...brought } : 'routed-away' })
  }
  if (next !== undefined) bring(going, next, depth, { ...brought, isFree: true, source })
  return next
}

export const begun = (input: WalkInput): Going => {
  const best = bestScore(input)
  return {
    input,
    best,
    cues: new Set(input.cues.map(({ cue }) => cue)),
    taught: taughtBy(input, best),
    own: input.own,
    reached: new Map(input.seeds.map(({ node, score }) => [node, { node, depth: 0, free: true, parent: 0, score, presumed: 0 }])),
    firm: new Set(),
    expanded: [],
  }
}

const firstFrontier = ({ cues, seeds }: WalkInput): ReadonlyArray<NodeNumber> => [
  ...cues.map(({ cue }) => cue),
  ...seeds.map(({ node }) => node),
]

const fromOf = ({ cues, reached, taught }: Going, source: NodeNumber, depth: number): From => {
  const { parent = 0, score: scored = 0 } = reached.get(source) ?? {}
  return { depth, parent, grandparent: reached.get(parent)?.parent ?? 0, scored, taught: cues.has(source) ? taught : undefined }
}

const expand = (going: Going, source: NodeNumber, depth: number, arrivals: Arrivals): void => {
  const { best, expanded, input, reached } = going
  const from = fromOf(going, source, depth)
  const { taught } = from
  const role = taught === undefined ? 'node' : 'cue'
  for (const candidate of input.candidates(input.graph, source, input.settings, input.kernel, role, input.isLive)) {
    if (taught !== undefined && !isHeard(taught, candidate)) continue
    const fate = fateOf(input, reached, candidate, from, best)
    if (typeof fate !== 'string') {
      arrive(arrivals, fate)
      if (input.routed !== undefined && isFirm(input, fate)) going.firm.add(candidate.target)
    }
    expanded.push({ candidate, depth, fate })
  }
}

/** Brings the offers of one depth to their targets. Returns those reached for the first time, best first. */
const reach = (going: Going, arrivals: Arrivals, depth: number): ReadonlyArray<NodeNumber> => {
  const fresh: Array<Reached> = []
  for (const [target, { energy, isTaught, presumed, winner }] of arrivals) {
    const node = bring(going, target, depth, { energy, isFree: isTaught, presumed, source: winner.candidate.source })
    if (node !== undefined) fresh.push(node)
  }
  return fresh.sort(byScore).map(({ node }) => node)
}
