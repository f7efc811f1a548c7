/** The energy that an edge offers to its target, by its kind, and the sum of the offers that reach one node. */

import type { SkipReason } from '../events/turn-events.ts'
import { type GraphView, type KindSet, kindSet, noKinds, usedKinds } from '../graph.ts'
import type { EdgeNumber, NodeNumber } from '../identity.ts'
import { type Nano, one, roundHalfAway } from '../strength.ts'
import { type Candidate, pullOf } from './candidate-edges.ts'
import type { Taught } from './taught.ts'
import type { WalkInput } from './walk-record.ts'

/** Of the energy, what the target adds to the question's words, and what its source passes on; where they are told apart. */
export interface Carried {
  readonly energy: Nano
  readonly residual: Nano | undefined
  readonly spread: Nano | undefined
  /** Of the energy, what a shared name alone suggests: neither a word of the question nor a verdict speaks for it. */
  readonly presumed: Nano
}

/** What a candidate would carry. Cues and neighbours in a sequence add up; of other edges into a node the best one counts. */
export interface Offer extends Carried {
  readonly candidate: Candidate
  readonly adds: boolean
  /** By a cue. */
  readonly isTaught: boolean
}

/** A node as the walk comes to know it. */
export interface Reached {
  readonly node: NodeNumber
  readonly depth: number
  /** Seeds and what a cue names count in no limit of follows. */
  readonly free: boolean
  readonly parent: NodeNumber
  score: Nano
}

/** A node that is walked on from. */
export interface From {
  readonly depth: number
  /** The two nodes it was reached through last; 0 for none. */
  readonly parent: NodeNumber
  readonly grandparent: NodeNumber
  readonly scored: Nano
  /** What is to be heard from it, of a cue. */
  readonly taught: Taught | undefined
}

/** Why a candidate is skipped outright, or what it offers. `best` is what the best seed scores. */
export const fateOf = (
  input: WalkInput,
  reached: ReadonlyMap<NodeNumber, Reached>,
  candidate: Candidate,
  from: From,
  best: Nano,
): Offer | SkipReason => {
  const { kinds, source, target, tier } = candidate
  const { depth, grandparent, parent, scored, taught } = from
  if (tier === 'negative') return 'inhibited'
  if (target === source || target === parent || (parent !== 0 && target === grandparent)) return 'cycle'
  if (tier === 'dormant') return 'dormant'
  if (depth > 0 && reached.has(target)) return 'visited'
  if (taught !== undefined) {
    const energy = taught.get(candidate.edges[0] ?? 0) ?? 0
    return { candidate, adds: true, isTaught: true, energy, residual: undefined, spread: undefined, presumed: 0 }
  }
  const isSequence = (kinds & sequential) !== noKinds
  const { energy, presumed, residual, spread } = isSequence
    ? both(input, candidate, depth, best, scored)
    : passedOn(input, candidate, depth, best, scored)
  if (energy <= 0 && tier !== 'reflex') return isMention(kinds) && energy === 0 ? 'gated' : 'routed-away'
  return { candidate, adds: isSequence, isTaught: false, energy, residual, spread, presumed }
}

const sequential = kindSet('sequential')
const mention = kindSet('mention')

/** Kinds whose edges grew from use pass activation on by themselves; the others only what they add to the question's words. */
const grown = kindSet(...usedKinds)
const hasGrown = (graph: GraphView, edge: EdgeNumber): boolean => (kindSet(graph.kindOf(edge) ?? 'learned') & grown) !== noKinds

/** Neighbours in a sequence, of which one may be the heading of the other too, or lead to it by a link. */
const both = (input: WalkInput, candidate: Candidate, depth: number, best: Nano, scored: Nano): Carried => {
  const { graph } = input
  if (candidate.edges.length === 1) {
    return { energy: lent(input, candidate, weightOf(input, candidate.edges), depth), residual: undefined, spread: undefined, presumed: 0 }
  }
  const inSequence = candidate.edges.filter((edge) => graph.kindOf(edge) === 'sequential')
  const others = candidate.edges.filter((edge) => !inSequence.includes(edge))
  const isMore = others.some((edge) => !hasGrown(graph, edge))
  // What was learned beside them goes with whatever else joins the two, or else with the sequence.
  const lends = lent(input, candidate, weightOf(input, isMore ? inSequence : candidate.edges), depth)
  if (!isMore) return { energy: lends, residual: undefined, spread: undefined, presumed: 0 }
  const kinds = candidate.kinds & ~sequential
  const passed = passedOn(input, { ...candidate, kinds, edges: others, weight: weightOf(input, others) }, depth, best, scored)
  return { energy: lends + passed.energy, residual: undefined, spread: undefined, presumed: passed.presumed }
}

/** What a seed says of the question that its neighbour does not is half an answer to it: the neighbour is the other half. */
const lent = ({ favour, residual }: WalkInput, { source, target }: Candidate, weight: number, depth: number): Nano =>
  depth > 0 ? 0 : roundHalfAway(weight * favour(target) * residual(source, target))

const weightOf = ({ graph, kernel, settings: { tiers, walk } }: WalkInput, edges: ReadonlyArray<EdgeNumber>): number => {
  let sum = 0
  for (const edge of edges) sum += pullOf(graph, edge, kernel)
  return Math.max(0, (sum / one - tiers.habitual) / walk.slope)
}

/**
 * What the target adds to the question's words, and a share of what its source scores. What documents say joins the two is held to the gate
 * of its kind; what use taught beside it is not. What was learned against it takes from the first, so blame never brings more.
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

/** Those that did not grow from use. */
const laidOf = (graph: GraphView, { edges }: Candidate): ReadonlyArray<EdgeNumber> => {
  for (const edge of edges) if (hasGrown(graph, edge)) return edges.filter((one) => !hasGrown(graph, one))
  return edges
}

/** Whether names alone, and perhaps what use taught, join the two. */
export const isMention = (kinds: KindSet): boolean => (kinds & ~grown) === mention

/** Trusted as far as the seeds open the gate; a name that the question has already leads to nothing new. */
export const mentionFactor = ({ graph, isAsked, settings }: WalkInput, laid: ReadonlyArray<EdgeNumber>, gate: number): number => {
  for (const edge of laid) if (!isAsked(graph.labelOf(edge))) return gate
  return gate * settings.walk.asked
}

/** Offers that add up, and the best of the others. Filled as offers come, in any order. */
export class Arrival {
  energy: Nano = 0
  presumed: Nano = 0
  /** The greatest of those that count. */
  winner: Offer
  /** The best of those of which one counts. */
  #rival: Offer | undefined
  #best: Offer | undefined
  /** Whether a cue leads there. */
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

export type Arrivals = Map<NodeNumber, Arrival>

export const arrive = (arrivals: Arrivals, offer: Offer): void => {
  const { target } = offer.candidate
  const known = arrivals.get(target)
  if (known === undefined) arrivals.set(target, new Arrival(offer))
  else known.add(offer)
}

const isBetter = (a: Offer, b: Offer): boolean => a.energy > b.energy || (a.energy === b.energy && edgeOf(a) < edgeOf(b))

const edgeOf = ({ candidate }: Offer): EdgeNumber => candidate.edges[0] ?? 0
