/** The walk as one would write it first: maps, groups and copies everywhere. The quick one must leave the same record, to the bit. */
import type { SkipReason } from '../../../packages/core/src/domain/events/turn-events.ts'
import type { GraphView } from '../../../packages/core/src/domain/graph.ts'
import type { EdgeNumber, NodeNumber } from '../../../packages/core/src/domain/identity.ts'
import { type Nano, one, roundHalfAway } from '../../../packages/core/src/domain/strength.ts'
import type { WalkSettings } from '../../../packages/core/src/domain/walk/candidate-edges.ts'
import { byScore } from '../../../packages/core/src/domain/walk/text-evidence.ts'
import type { FiredNode, Inhibition, StepOutcome, Walk, WalkInput, WalkStep } from '../../../packages/core/src/domain/walk/walk-record.ts'
import { type Candidate, candidatesOf } from './candidate-edges.ts'
import { byTarget, fateOf, type Offer, type Reached, total } from './offers.ts'
import { taughtBy } from './taught.ts'

export const plainWalk = (input: WalkInput): Walk => {
  const best = (input.counted ?? input.seeds)[0]?.score ?? one
  const reached = new Map<NodeNumber, Reached>()
  for (const { node, score } of input.seeds) reached.set(node, { node, depth: 0, free: true, parent: 0, score })
  const expanded: Expanded = []
  const cues = new Set(input.cues.map(({ cue }) => cue))

  let frontier: ReadonlyArray<NodeNumber> = [...input.cues.map(({ cue }) => cue), ...input.seeds.map(({ node }) => node)]
  for (let depth = 0; depth < input.settings.budget.hops && frontier.length > 0; depth++) {
    const offers: Array<Offer> = []
    for (const source of frontier) {
      const isCue = cues.has(source)
      const role = isCue ? 'cue' : 'node'
      for (const candidate of candidatesOf(input.graph, source, input.settings, input.kernel, role, input.isLive)) {
        if (isCue && candidate.tier === 'negative' && taughtBy(input, candidate, best) === 0) continue
        const fate = fateOf(input, reached, candidate, depth, best, isCue)
        if (typeof fate !== 'string') offers.push(fate)
        expanded.push({ candidate, depth, fate })
      }
    }
    frontier = reach(input, reached, offers, depth, cues)
  }

  finish(input, reached, expanded, frontier, best)
  const kept = keep(reached, input.settings)
  return record(input, reached, kept, expanded, best, cues)
}

type Expanded = Array<{ readonly candidate: Candidate; readonly depth: number; readonly fate: Offer | SkipReason }>

const isStep = ({ kinds, tier }: Candidate): boolean =>
  tier === 'reflex' && kinds.some((kind) => kind === 'sequential' || kind === 'follow_up')

/** Goes on with the procedures that the last hop was in, a step at a time. */
const finish = (
  input: WalkInput,
  reached: Map<NodeNumber, Reached>,
  expanded: Expanded,
  last: ReadonlyArray<NodeNumber>,
  best: Nano,
): void => {
  const { graph, isLive, kernel, settings } = input
  const isIn = (node: NodeNumber) =>
    expanded.some(({ candidate, fate }) => candidate.target === node && typeof fate !== 'string' && isStep(candidate))
  let steps = last.filter(isIn)
  let left = settings.walk.procedure
  for (let depth = settings.budget.hops; left > 0 && steps.length > 0; depth++) {
    const following: Array<NodeNumber> = []
    for (const source of steps.slice(0, left)) {
      const energy = Math.max(0, (reached.get(source)?.score ?? 0) - input.own(source))
      const candidates = candidatesOf(graph, source, settings, kernel, 'node', isLive)
      const fates = candidates.map((candidate) => ({ candidate, depth, fate: fateOf(input, reached, candidate, depth, best, false) }))
      const next = fates.find(({ candidate, fate }) => typeof fate !== 'string' && isStep(candidate))
      for (const one of fates) {
        const offer = typeof one.fate === 'string' ? one.fate : ('routed-away' as const)
        const taken =
          one === next && typeof one.fate !== 'string' ? { candidate: one.candidate, depth, adds: one.fate.adds, energy } : undefined
        expanded.push({ ...one, fate: taken ?? offer })
      }
      if (next === undefined) continue
      const node = next.candidate.target
      reached.set(node, { node, depth: depth + 1, free: true, parent: source, score: input.own(node) + energy })
      following.push(node)
    }
    steps = following
    left -= following.length
  }
}

/** Lets the offers of one depth reach their targets; the best of those reached first are walked on from. */
const reach = (
  input: WalkInput,
  reached: Map<NodeNumber, Reached>,
  offers: ReadonlyArray<Offer>,
  depth: number,
  cues: ReadonlySet<NodeNumber>,
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
  cues: ReadonlySet<NodeNumber>,
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
    fate === 'inhibited' ? [inhibitionOf(input, candidate, depth, best, cues.has(candidate.source), reached)] : [],
  )
  return { fired: fired.sort((a, b) => b.energy - a.energy || a.node - b.node), steps, inhibitions }
}

const outcomeOf = (fate: Offer | SkipReason, counted: ReadonlySet<Offer>, visited: (node: NodeNumber) => boolean): StepOutcome => {
  if (typeof fate === 'string') return { _tag: 'Skipped', reason: fate }
  if (!visited(fate.candidate.target)) return { _tag: 'Skipped', reason: 'budget' }
  if (!counted.has(fate)) return { _tag: 'Skipped', reason: 'visited' }
  const { candidate, energy, residual, spread } = fate
  const parts = residual === undefined || spread === undefined ? {} : { residual, spread }
  return { _tag: 'Followed', channel: candidate.tier === 'reflex' ? 'reflex' : 'rule', energy, ...parts }
}

const stepsOf = (graph: GraphView, { edges }: Candidate, depth: number, outcome: StepOutcome): ReadonlyArray<WalkStep> =>
  edges.map((edge) => ({ edge, strength: graph.strengthOf(edge), depth, outcome }))

const inhibitionOf = (
  input: WalkInput,
  candidate: Candidate,
  depth: number,
  best: Nano,
  isCue: boolean,
  reached: ReadonlyMap<NodeNumber, Reached>,
): Inhibition => {
  const { graph, settings } = input
  const { edges, source, target, weight } = candidate
  const pull = Math.min(best, reached.get(source)?.score ?? 0)
  const energy = isCue ? -taughtBy(input, candidate, best) : roundHalfAway(-weight * settings.walk.inhibition * pull)
  const worst = edges.reduce((a, b) => (graph.strengthOf(b) < graph.strengthOf(a) ? b : a))
  return { node: target, depth, energy, edge: worst }
}
