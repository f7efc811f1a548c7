/** The energy that an edge offers to its target, and the sum of the offers that reach one node. */

import type { SkipReason } from '../events/turn-events.ts'
import { type GraphView, type KindSet, kindSet, noKinds, usedKinds } from '../graph.ts'
import type { EdgeNumber, NodeNumber } from '../identity.ts'
import { type Nano, one, roundHalfAway } from '../strength.ts'
import type { Candidate } from './candidate-edges.ts'
import { pullOf } from './pair-strength.ts'
import type { Taught } from './taught.ts'
import type { WalkInput } from './walk-record.ts'

/**
 * An amount of energy, in its parts: `residual` for what the target adds to the question's words, `spread` for what the source passes on.
 * The two are undefined where they are not computed apart.
 */
export interface Carried {
  readonly energy: Nano
  readonly residual: Nano | undefined
  readonly spread: Nano | undefined
  /** The part of the energy that a shared name alone suggests: no word of the question and no verdict supports it. */
  readonly presumed: Nano
}

/**
 * The energy that a candidate would carry. Offers of cues and of neighbours in a sequence add up; of other edges into a node only the best
 * counts.
 */
export interface Offer extends Carried {
  readonly candidate: Candidate
  readonly adds: boolean
  readonly isTaught: boolean
  /** True for an offer of a pointer that a routing model chose. */
  readonly isRouted?: boolean
}

export interface Reached {
  readonly node: NodeNumber
  readonly depth: number
  /** True for seeds and for nodes that a cue leads to: they do not count towards the limit of follows. */
  readonly free: boolean
  readonly parent: NodeNumber
  score: Nano
  /** See {@link Carried.presumed}. */
  presumed: Nano
}

export interface From {
  readonly depth: number
  /** The last two nodes on the way to this one; 0 for none. */
  readonly parent: NodeNumber
  readonly grandparent: NodeNumber
  readonly scored: Nano
  /** The energy that each edge of a cue brings. Undefined for a node that is not a cue. */
  readonly taught: Taught | undefined
}

/** Returns the score of the best seed that counts; one unit where there is none. */
export const bestScore = ({ counted, seeds }: Pick<WalkInput, 'counted' | 'seeds'>): Nano => (counted ?? seeds)[0]?.score ?? one

/** Returns the reason why a candidate is skipped whatever the question, or undefined. */
export const barrierTo = ({ source, target, tier }: Candidate, { grandparent, parent }: From): SkipReason | undefined => {
  if (tier === 'negative') return 'inhibited'
  if (target === source || target === parent || (parent !== 0 && target === grandparent)) return 'cycle'
  return tier === 'dormant' ? 'dormant' : undefined
}

/**
 * Returns an energy within the most that a walk reckons with, 500,000 units. Strong edges multiply it at each hop: without a limit it would leave the
 * whole numbers that are exact, also once a utility, 10 at the most, multiplies it.
 */
export const bounded = (energy: Nano): Nano => Math.min(energy, 500_000 * one)

/** Returns an energy that is not computed in parts. */
export const plainly = (energy: Nano): Carried => ({ energy, residual: undefined, spread: undefined, presumed: 0 })

/** Returns the offer of a candidate, or the reason why it is skipped. `best` is the score of the best seed. */
export const fateOf = (
  input: WalkInput,
  reached: ReadonlyMap<NodeNumber, Reached>,
  candidate: Candidate,
  from: From,
  best: Nano,
): Offer | SkipReason => {
  const { kinds, target, tier } = candidate
  const { depth, scored, taught } = from
  const barrier = barrierTo(candidate, from)
  if (barrier !== undefined) return barrier
  const choice = taught === undefined ? chosen(input, candidate) : undefined
  if (choice === 'dropped') return 'routed-away'
  if (depth > 0 && choice === undefined && reached.has(target)) return 'visited'
  if (taught !== undefined) {
    return { candidate, adds: true, isTaught: true, ...plainly(taught.get(candidate.edges[0] ?? 0) ?? 0) }
  }
  const isSequence = (kinds & sequential) !== noKinds
  const { energy, presumed, residual, spread } = isSequence
    ? both(input, candidate, depth, best, scored)
    : passedOn(input, candidate, depth, best, scored)
  if (choice === 'followed') return routedOffer(input, candidate, energy, best, presumed)
  if (energy <= 0 && tier !== 'reflex') return isMention(kinds) && energy === 0 ? 'gated' : 'routed-away'
  return { candidate, adds: isSequence, isTaught: false, energy, residual, spread, presumed }
}

/**
 * Returns what a routing model chose for an edge that is habitual by its own strength, whatever the kernel makes of it; undefined where it
 * left the edge to the rule.
 */
export const chosen = (
  { graph, routed, settings }: Pick<WalkInput, 'graph' | 'routed' | 'settings'>,
  { edges, target, tier }: Candidate,
): 'followed' | 'dropped' | undefined => {
  if (routed === undefined || tier === 'negative') return undefined
  const pointer = routed.followed.get(target)
  const isFollowed = pointer !== undefined && edges.includes(pointer)
  if (!isFollowed && !routed.dropped.has(target)) return undefined
  if (ownStrength(graph, edges) >= settings.tiers.reflex * one) return undefined
  return isFollowed ? 'followed' : 'dropped'
}

/** Returns the strength of a pair before the kernel weighs it. */
const ownStrength = (graph: GraphView, edges: ReadonlyArray<EdgeNumber>): Nano => {
  let strength = 0
  for (const edge of edges) strength += graph.strengthOf(edge)
  return strength
}

/** A followed pointer adds a fixed energy to what the rule gives the edge (S3.47). A habitual edge is positive, so the sign is. */
export const routedOffer = (
  { routed }: Pick<WalkInput, 'routed'>,
  candidate: Candidate,
  byRule: Nano,
  best: Nano,
  presumed: Nano,
): Offer => {
  const energy = Math.max(0, byRule) + roundHalfAway((routed?.follow ?? 0) * best)
  return { candidate, adds: true, isTaught: false, isRouted: true, ...plainly(energy), presumed }
}

const sequential = kindSet('sequential')
const mention = kindSet('mention')

/**
 * The kinds whose edges grew from use. They pass activation on by themselves; other edges only carry what the target adds to the question's
 * words.
 */
const grown = kindSet(...usedKinds)
const hasGrown = (graph: GraphView, edge: EdgeNumber): boolean => (kindSet(graph.kindOf(edge) ?? 'learned') & grown) !== noKinds

/** Returns the energy between neighbours in a sequence. The two may also be joined by other edges, such as a heading's or a link's. */
const both = (input: WalkInput, candidate: Candidate, depth: number, best: Nano, scored: Nano): Carried => {
  const { graph } = input
  if (candidate.edges.length === 1) return plainly(lent(input, candidate, weightOf(input, candidate.edges), depth))
  const inSequence = candidate.edges.filter((edge) => graph.kindOf(edge) === 'sequential')
  const others = candidate.edges.filter((edge) => !inSequence.includes(edge))
  const isMore = others.some((edge) => !hasGrown(graph, edge))
  // Learned edges count with the other edges of the pair where there are any, else with the sequence.
  const lends = lent(input, candidate, weightOf(input, isMore ? inSequence : candidate.edges), depth)
  if (!isMore) return plainly(lends)
  const kinds = candidate.kinds & ~sequential
  const passed = passedOn(input, { ...candidate, kinds, edges: others, weight: weightOf(input, others) }, depth, best, scored)
  return { ...plainly(lends + passed.energy), presumed: passed.presumed }
}

/**
 * Returns the energy that a seed gives its neighbour in a sequence: for the words of the question that the seed has and the neighbour
 * lacks. The two passages together are then the answer.
 */
const lent = ({ favour, residual }: WalkInput, { source, target }: Candidate, weight: number, depth: number): Nano =>
  depth > 0 ? 0 : roundHalfAway(weight * favour(target) * residual(source, target))

const weightOf = ({ graph, kernel, settings }: WalkInput, edges: ReadonlyArray<EdgeNumber>): number => {
  const { tiers, walk } = settings
  let sum = 0
  for (const edge of edges) sum += pullOf(graph, edge, settings, kernel)
  return Math.max(0, (sum / one - tiers.habitual) / walk.slope)
}

/**
 * Returns what the target adds to the question's words, and a share of the score of its source. The gate of their kind applies to edges
 * made from documents, not to learned ones beside them. A negative learned weight lowers the first, so blame never brings more.
 */
const passedOn = (input: WalkInput, candidate: Candidate, depth: number, best: Nano, scored: Nano): Carried => {
  const { walk } = input.settings
  const score = Math.min(best, scored)
  const laid = laidOf(input.graph, candidate)
  const laidWeight = laid === candidate.edges ? candidate.weight : Math.min(candidate.weight, weightOf(input, laid))
  const isGated = isMention(candidate.kinds)
  const gate = isGated ? input.gate / one : 0
  const through = laidWeight * (isGated ? mentionFactor(input, laid, gate) : 1)
  const learned = candidate.weight - laidWeight
  let fade = 1
  for (let step = 0; step < depth; step++) fade *= walk.fade
  const added = input.residual(candidate.target, candidate.source) * (score / best)
  const residual = roundHalfAway((through + learned) * fade * walk.residual * added)
  const spread = roundHalfAway((through * gate + learned) * fade * walk.spread * score)
  const presumed = Math.min(spread, roundHalfAway(through * gate * fade * walk.spread * score))
  return { energy: residual + spread, residual, spread, presumed }
}

const laidOf = (graph: GraphView, { edges }: Candidate): ReadonlyArray<EdgeNumber> => {
  for (const edge of edges) if (hasGrown(graph, edge)) return edges.filter((one) => !hasGrown(graph, one))
  return edges
}

/** True where only edges of the kind `mention`, and perhaps edges that grew from use, join the two. */
export const isMention = (kinds: KindSet): boolean => (kinds & ~grown) === mention

/**
 * Returns the trust in mentions, 0 to 1: the gate, and less where the question itself holds all the names that the edges are labelled with.
 */
export const mentionFactor = ({ graph, isAsked, settings }: WalkInput, laid: ReadonlyArray<EdgeNumber>, gate: number): number => {
  for (const edge of laid) if (!isAsked(graph.labelOf(edge))) return gate
  return gate * settings.walk.asked
}

/** The sum of the offers to one node: those that add up, and the best of the others. The order of the calls does not matter. */
class Arrival {
  energy: Nano = 0
  presumed: Nano = 0
  /** The greatest offer that counts. */
  winner: Offer
  #rival: Offer | undefined
  #best: Offer | undefined
  isTaught = false

  constructor(offer: Offer) {
    this.winner = offer
    this.add(offer)
  }

  add(offer: Offer): void {
    if (offer.adds) {
      this.energy += offer.energy
      this.presumed += offer.presumed
      if (this.#best === undefined || isBetter(offer, this.#best)) this.#best = offer
    } else if (this.#rival === undefined || isBetter(offer, this.#rival)) {
      this.energy += offer.energy - (this.#rival?.energy ?? 0)
      this.presumed += offer.presumed - (this.#rival?.presumed ?? 0)
      this.#rival = offer
    }
    this.isTaught ||= offer.isTaught
    const [best, rival] = [this.#best, this.#rival]
    this.winner = best === undefined || (rival !== undefined && isBetter(rival, best)) ? (rival ?? offer) : best
  }

  counts(offer: Offer): boolean {
    return offer.adds || offer === this.#rival
  }
}

/** True for an offer that no routing model has a say in: that of a cue, or of an edge that is reflex by its own strength. */
export const isFirm = (
  { graph, settings }: Pick<WalkInput, 'graph' | 'settings'>,
  { candidate, energy, isTaught }: Pick<Offer, 'candidate' | 'energy' | 'isTaught'>,
): boolean => energy > 0 && (isTaught || ownStrength(graph, candidate.edges) >= settings.tiers.reflex * one)

export type Arrivals = Map<NodeNumber, Arrival>

export const arrive = (arrivals: Arrivals, offer: Offer): void => {
  const { target } = offer.candidate
  const known = arrivals.get(target)
  if (known === undefined) arrivals.set(target, new Arrival(offer))
  else known.add(offer)
}

const isBetter = (a: Offer, b: Offer): boolean => a.energy > b.energy || (a.energy === b.energy && edgeOf(a) < edgeOf(b))

const edgeOf = ({ candidate }: Offer): EdgeNumber => candidate.edges[0] ?? 0
