/**
 * Finds the edges of a node that a walk looks at. Parallel edges (same ends) are one candidate: their strengths add up, and they share one
 * fate.
 */

import { changedEdges } from '../edge-rules.ts'
import type { BrainEvent } from '../events/brain-event.ts'
import { ignore } from '../events/brain-event.ts'
import { type GraphView, type Kernel, type KindSet, kindSet, noKinds, plainKernel, structuralKinds } from '../graph.ts'
import type { EdgeNumber, NodeNumber } from '../identity.ts'
import type { Profile } from '../profiles/profile.ts'
import { boundsOf, clamp, type Nano, one } from '../strength.ts'
import { flowIn, type PairRole, pullOf } from './pair-strength.ts'

export type Tier = 'reflex' | 'habitual' | 'dormant' | 'negative'

export interface Candidate {
  readonly source: NodeNumber
  readonly target: NodeNumber
  /** The edges of the pair, by rising number. */
  readonly edges: ReadonlyArray<EdgeNumber>
  /**
   * The kinds of the edges that pull. An edge of strength 0 must not change the kinds of the others: undoing all it learned would leave a
   * trace.
   */
  readonly kinds: KindSet
  readonly strength: Nano
  /** The same sum without the bounds of strengths: energy flows by it, so that a kernel above 1 counts at every strength. */
  readonly flow: Nano
  readonly tier: Tier
  /** The weight of the strength, in units: (s − habitual) / slope from habitual up, 0 between 0 and habitual, s itself below zero. */
  readonly weight: number
}

export type WalkSettings = Pick<Profile, 'strength' | 'tiers' | 'walk' | 'budget'>

/**
 * Returns the candidates of a node: its `budget.candidates` strongest by |weight|, ties by edge number, and the negative ones beside them.
 * A cue has no such budget. Targets that are not live are left out.
 */
export const candidatesOf = (
  graph: GraphView,
  source: NodeNumber,
  settings: WalkSettings,
  kernel: Kernel,
  role: PairRole,
  isLive: (node: NodeNumber) => boolean,
): ReadonlyArray<Candidate> => {
  const carrying: Array<Candidate> = []
  const negative: Array<Candidate> = []
  for (const pair of pairsOf(graph, source, settings, kernel, isLive)) {
    const found = candidateOf(pair, source, settings, role)
    if (found.tier === 'negative') negative.push(found)
    else carrying.push(found)
  }
  const limit = role === 'cue' ? settings.walk.cueEdges : settings.budget.candidates
  return first(carrying, limit).concat(first(negative, settings.walk.cueEdges))
}

const candidateOf = (
  { edges, guessed, kinds, sum, target }: Pair,
  source: NodeNumber,
  settings: WalkSettings,
  role: PairRole,
): Candidate => {
  const flow = flowIn({ sum, guessed }, role)
  const strength = clamp(flow, boundsOf(settings.strength))
  const tier = tierOf(strength, settings)
  return { source, target, edges, kinds, strength, flow, tier, weight: weightIn(tier, strength, settings) }
}

/** A source node’s target, with all edges that join the two. */
interface Pair {
  readonly target: NodeNumber
  readonly edges: Array<EdgeNumber>
  kinds: KindSet
  /** The sum of the strengths of all edges but grown ones, and that of the grown ones. */
  sum: number
  guessed: number
}

/** The number of pairs up to which a linear search is quicker than a map. */
const pairsSearched = 24

const pairsOf = (
  graph: GraphView,
  source: NodeNumber,
  settings: WalkSettings,
  kernel: Kernel,
  isLive: (node: NodeNumber) => boolean,
): ReadonlyArray<Pair> => {
  const left = settings.walk.structure === 0 ? structuralKinds : noKinds
  const pairs: Array<Pair> = []
  let byTarget: Map<NodeNumber, Pair> | undefined
  for (const edge of graph.out(source)) {
    const target = graph.targetOf(edge)
    const kind = graph.kindOf(edge) ?? 'learned'
    if ((kindSet(kind) & left) !== noKinds) continue
    const strength = pullOf(graph, edge, settings, kernel)
    const kinds = strength === 0 ? noKinds : kindSet(kind)
    const [sum, guessed] = kind === 'grown' ? [0, strength] : [strength, 0]
    const known = byTarget === undefined ? searched(pairs, target) : byTarget.get(target)
    if (known !== undefined) {
      known.edges.push(edge)
      known.kinds |= kinds
      known.sum += sum
      known.guessed += guessed
      continue
    }
    if (!isLive(target)) continue
    const pair = { target, edges: [edge], kinds, sum, guessed }
    pairs.push(pair)
    if (byTarget !== undefined) byTarget.set(target, pair)
    else if (pairs.length > pairsSearched) byTarget = new Map(pairs.map((one) => [one.target, one]))
  }
  return pairs
}

const searched = (pairs: ReadonlyArray<Pair>, target: NodeNumber): Pair | undefined => {
  for (const pair of pairs) if (pair.target === target) return pair
  return undefined
}

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

const first = (candidates: Array<Candidate>, limit: number): Array<Candidate> => {
  if (candidates.length > 1) candidates.sort(byWeight)
  if (candidates.length > limit) candidates.length = limit
  return candidates
}

const byWeight = (a: Candidate, b: Candidate): number => Math.abs(b.weight) - Math.abs(a.weight) || firstEdge(a) - firstEdge(b)

const firstEdge = ({ edges }: Candidate): EdgeNumber => edges[0] ?? 0

/* A cache of the candidates of nodes, from one question to the next: candidates change with learning and ingest, not with the question. */

/** The most nodes whose candidates are cached, at about a kilobyte each. */
const rowsMost = 10_000

/** A cache for one graph. After every fold of events, the caller must call {@link CandidateRows.heed} or {@link CandidateRows.clear}. */
export class CandidateRows {
  readonly #rows = new Map<NodeNumber, ReadonlyArray<Candidate>>()
  #settings: WalkSettings | undefined

  /** Returns the same as {@link candidatesOf}. Candidates of a cue, or under a kernel that weighs kinds, are not cached. */
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

  /** Drops the cached candidates that these events changed. The events must have been folded into the graph. */
  heed(graph: GraphView, events: ReadonlyArray<BrainEvent>): void {
    for (const event of events) {
      switch (event.type) {
        case 'NodeRetired':
        case 'NodeRestored':
        case 'NodeMerged':
        case 'NodeProtected':
        case 'NodePromoted':
          this.clear()
          break
        default:
          ignore<'candidate cache'>(event.type)
          this.#drop(graph, changedEdges(event))
      }
    }
  }

  #drop(graph: GraphView, edges: ReturnType<typeof changedEdges>): void {
    if (edges === 'all') this.clear()
    else for (const edge of edges) this.#rows.delete(graph.sourceOf(edge))
  }

  clear(): void {
    this.#rows.clear()
  }
}

const isPlain = (kernel: Kernel): boolean =>
  kernel.SEQ === plainKernel.SEQ && kernel.SIM === plainKernel.SIM && kernel.CAUSE === plainKernel.CAUSE

/** True where the settings that candidates depend on are the same. */
const areSame = (one: WalkSettings, other: WalkSettings): boolean =>
  one === other ||
  (one.strength === other.strength &&
    one.tiers === other.tiers &&
    one.walk === other.walk &&
    one.budget.candidates === other.budget.candidates)
