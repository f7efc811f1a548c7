/**
 * Walks from the seeds of a question hop by hop along the edges of the graph.
 *
 * By tiers: reflex edges are followed, dormant ones are not, between them an edge counts for what its target adds. {@link hops} is the walk
 * itself; another engine gives it other rules for what an edge carries. The walk depends on graph, seeds, cues and settings alone: it is equal
 * under any order of insertion, and ties are broken by number. Every candidate edge of every visited node is in `steps` exactly once, followed
 * or skipped with its reason.
 */
import type { SkipReason } from '../events/turn-events.ts'
import type { NodeNumber } from '../identity.ts'
import type { Nano } from '../strength.ts'
import type { Candidate, WalkSettings } from './candidate-edges.ts'
import { type Arrivals, arrive, type From, fateOf, type Offer, type Reached } from './offers.ts'
import { isHeard, taughtBy } from './taught.ts'
import { byScore } from './text-evidence.ts'
import { bestScore, type Walk, type WalkInput } from './walk.ts'
import { bring, type Going, keep, record } from './walk-record.ts'

export const tieredTraversal = (input: WalkInput): Walk => hops(input, { fateOf, expansions: ({ walk }) => walk.expansions })

/** What tells one way of walking from another. */
export interface Engine {
  /** Why a candidate is skipped outright, or what it offers. `best` is what the best seed scores. */
  readonly fateOf: (
    input: WalkInput,
    reached: ReadonlyMap<NodeNumber, Reached>,
    candidate: Candidate,
    from: From,
    best: Nano,
  ) => Offer | SkipReason
  /** Of the nodes reached by one hop, how many are walked on from. */
  readonly expansions: (settings: WalkSettings) => number
}

export const hops = (input: WalkInput, engine: Engine): Walk => {
  const best = bestScore(input)
  const going: Going = {
    input,
    best,
    cues: new Set(input.cues.map(({ cue }) => cue)),
    taught: taughtBy(input, best),
    reached: new Map(input.seeds.map(({ node, score }) => [node, { node, depth: 0, free: true, parent: 0, score }])),
    expanded: [],
  }
  let frontier: ReadonlyArray<NodeNumber> = [...input.cues.map(({ cue }) => cue), ...input.seeds.map(({ node }) => node)]
  for (let depth = 0; depth < input.settings.budget.hops && frontier.length > 0; depth++) {
    const arrivals: Arrivals = new Map()
    for (const source of frontier) expand(going, engine, source, depth, arrivals)
    frontier = reach(going, arrivals, depth).slice(0, engine.expansions(input.settings))
  }
  return record(going, keep(going.reached, input.settings))
}

/** What all candidates of a node would carry. */
const expand = (going: Going, { fateOf }: Engine, source: NodeNumber, depth: number, arrivals: Arrivals): void => {
  const { best, cues, expanded, input, reached } = going
  const taught = cues.has(source) ? going.taught : undefined
  const known = reached.get(source)
  const parent = known?.parent ?? 0
  const from: From = { depth, parent, grandparent: reached.get(parent)?.parent ?? 0, scored: known?.score ?? 0, taught }
  const role = taught === undefined ? 'node' : 'cue'
  for (const candidate of input.candidates(input.graph, source, input.settings, input.kernel, role, input.isLive)) {
    if (taught !== undefined && !isHeard(taught, candidate)) continue
    const fate = fateOf(input, reached, candidate, from, best)
    if (typeof fate !== 'string') arrive(arrivals, fate)
    expanded.push({ candidate, depth, fate })
  }
}

/** Lets the offers of one depth reach their targets; those reached for the first time, best first. */
const reach = (going: Going, arrivals: Arrivals, depth: number): ReadonlyArray<NodeNumber> => {
  const fresh: Array<Reached> = []
  for (const [target, { energy, isTaught, winner }] of arrivals) {
    const node = bring(going, target, depth, { energy, isTaught, source: winner.candidate.source })
    if (node !== undefined) fresh.push(node)
  }
  return fresh.sort(byScore).map(({ node }) => node)
}
