/** Which edges of a node a walk looks at. Parallel edges (same ends) are one candidate: their strengths add up, and they share one fate. */

import type { BrainEvent } from '../events/brain-event.ts'
import { ignore } from '../events/readers.ts'
import { type GraphView, type Kernel, type KindSet, kindSet, kindTraits, noKinds, plainKernel } from '../graph.ts'
import type { EdgeNumber, NodeNumber } from '../identity.ts'
import type { Profile } from '../profiles/profile.ts'
import { type Bounds, clamp, type Nano, nano, one, roundHalfAway } from '../strength.ts'

export type Tier = 'reflex' | 'habitual' | 'dormant' | 'negative'

export interface Candidate {
  readonly source: NodeNumber
  readonly target: NodeNumber
  /** By rising number. */
  readonly edges: ReadonlyArray<EdgeNumber>
  /** Of the edges that pull. An edge at 0 must not make of the others what they are not, or undoing what it learned would leave a trace. */
  readonly kinds: KindSet
  readonly strength: Nano
  readonly tier: Tier
  /** What the strength carries: (s − habitual) / slope from habitual up, 0 between, s below zero. In units. */
  readonly weight: number
}

/** A cue never brings more, however often it was taught: the strongest stay. */
const edgesOfCue = 256

export type WalkSettings = Pick<Profile, 'strength' | 'tiers' | 'walk' | 'budget'>

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
  const carrying: Array<Candidate> = []
  const negative: Array<Candidate> = []
  for (const pair of pairsOf(graph, source, kernel, isLive)) {
    const found = candidateOf(pair, source, settings)
    if (found.tier === 'negative') negative.push(found)
    else carrying.push(found)
  }
  const limit = role === 'cue' ? edgesOfCue : settings.budget.candidates
  return first(carrying, limit).concat(first(negative, edgesOfCue))
}

const candidateOf = ({ edges, kinds, sum, target }: Pair, source: NodeNumber, settings: WalkSettings): Candidate => {
  const strength = clamp(sum, boundsOf(settings))
  const tier = tierOf(strength, settings)
  return { source, target, edges, kinds, strength, tier, weight: weightIn(tier, strength, settings) }
}

/** A node and a target of it, with what joins them. */
interface Pair {
  readonly target: NodeNumber
  readonly edges: Array<EdgeNumber>
  kinds: KindSet
  sum: number
}

/** Up to here going through the pairs is quicker than a map of them. */
const pairsSearched = 24

const pairsOf = (graph: GraphView, source: NodeNumber, kernel: Kernel, isLive: (node: NodeNumber) => boolean): ReadonlyArray<Pair> => {
  const pairs: Array<Pair> = []
  let byTarget: Map<NodeNumber, Pair> | undefined
  for (const edge of graph.out(source)) {
    const target = graph.targetOf(edge)
    const strength = pullOf(graph, edge, kernel)
    const kinds = strength === 0 ? noKinds : kindSet(graph.kindOf(edge) ?? 'learned')
    const known = byTarget === undefined ? searched(pairs, target) : byTarget.get(target)
    if (known !== undefined) {
      known.edges.push(edge)
      known.kinds |= kinds
      known.sum += strength
      continue
    }
    if (!isLive(target)) continue
    const pair = { target, edges: [edge], kinds, sum: strength }
    pairs.push(pair)
    if (byTarget !== undefined) byTarget.set(target, pair)
    else if (pairs.length > pairsSearched) byTarget = new Map(pairs.map((one) => [one.target, one]))
  }
  return pairs
}

/** What an edge counts for a question of this kind. One that holds back does so whatever is asked. */
export const pullOf = (graph: GraphView, edge: EdgeNumber, kernel: Kernel): Nano => {
  const strength = graph.strengthOf(edge)
  if (strength <= 0) return strength
  const factor = kernel[kindTraits[graph.kindOf(edge) ?? 'learned'].family]
  return factor === 1 ? strength : roundHalfAway(strength * factor)
}

const searched = (pairs: ReadonlyArray<Pair>, target: NodeNumber): Pair | undefined => {
  for (const pair of pairs) if (pair.target === target) return pair
  return undefined
}

const boundsOf = ({ strength }: Pick<Profile, 'strength'>): Bounds => ({ min: nano(strength.min), max: nano(strength.max) })

const tierOf = (strength: Nano, { tiers }: Pick<Profile, 'tiers'>): Tier => {
  const units = strength / one
  if (units < 0) return 'negative'
  if (units < tiers.habitual) return 'dormant'
  return units >= tiers.reflex ? 'reflex' : 'habitual'
}

const weightIn = (tier: Tier, strength: Nano, { tiers, walk }: WalkSettings): number => {
  if (tier === 'negative') return strength / one
  return tier === 'dormant' ? 0 : (strength / one - tiers.habitual) / walk.slope
}

/** The heaviest of them, in order. */
const first = (candidates: Array<Candidate>, limit: number): Array<Candidate> => {
  if (candidates.length > 1) candidates.sort(byWeight)
  if (candidates.length > limit) candidates.length = limit
  return candidates
}

const byWeight = (a: Candidate, b: Candidate): number => Math.abs(b.weight) - Math.abs(a.weight) || firstEdge(a) - firstEdge(b)

const firstEdge = ({ edges }: Candidate): EdgeNumber => edges[0] ?? 0

/* Candidates of nodes, kept from one question to the next: they change with what is learned and read in, not with what is asked. */

/** Nodes whose candidates are kept: a kilobyte each or so. */
const rowsMost = 10_000

/** Of one graph that goes on. Whoever folds events into it says so, by {@link CandidateRows.heed} or {@link CandidateRows.clear}. */
export class CandidateRows {
  readonly #rows = new Map<NodeNumber, ReadonlyArray<Candidate>>()
  #settings: WalkSettings | undefined

  /** As {@link candidatesOf} says now. A kernel that weighs kinds, and a cue, are not kept. */
  of(...asked: Parameters<typeof candidatesOf>): ReadonlyArray<Candidate> {
    const [, source, settings, kernel, role] = asked
    if (role === 'cue' || !isPlain(kernel)) return candidatesOf(...asked)
    if (this.#settings === undefined || !areSame(this.#settings, settings)) this.clear()
    this.#settings = settings
    const known = this.#rows.get(source)
    if (known !== undefined) return known
    const row = candidatesOf(...asked)
    if (this.#rows.size >= rowsMost) this.#rows.clear()
    this.#rows.set(source, row)
    return row
  }

  /** Forgets what these events, which were folded into the graph, have changed. */
  heed(graph: GraphView, events: ReadonlyArray<BrainEvent>): void {
    for (const event of events) {
      switch (event.type) {
        case 'EdgeLinked':
          this.#rows.delete(event.data.source)
          break
        case 'EdgePruned':
        case 'EdgeRestored':
        case 'StrengthAdjusted':
          this.#rows.delete(graph.sourceOf(event.data.edge))
          break
        case 'NodeRetired':
        case 'NodeRestored':
        case 'NodeMerged':
        case 'NodeProtected':
        case 'NodePromoted':
        case 'StrengthsRestored':
        case 'StrengthsDecayed':
          this.clear()
          break
        default:
          ignore<'candidate cache'>(event.type)
      }
    }
  }

  clear(): void {
    this.#rows.clear()
  }
}

const isPlain = (kernel: Kernel): boolean =>
  kernel.SEQ === plainKernel.SEQ && kernel.SIM === plainKernel.SIM && kernel.CAUSE === plainKernel.CAUSE

/** Settings that candidates depend on. */
const areSame = (one: WalkSettings, other: WalkSettings): boolean =>
  one === other ||
  (one.strength === other.strength &&
    one.tiers === other.tiers &&
    one.walk === other.walk &&
    one.budget.candidates === other.budget.candidates)
