/** Computes what an edge carries to its target, by its kind, and which of the offers into a node count. */
import type { SkipReason } from '../../../packages/core/src/domain/events/turn-events.ts'
import type { EdgeNumber, NodeNumber } from '../../../packages/core/src/domain/identity.ts'
import { type Nano, one, roundHalfAway } from '../../../packages/core/src/domain/strength.ts'
import type { WalkInput } from '../../../packages/core/src/domain/walk/walk-record.ts'
import { type Candidate, pull } from './candidate-edges.ts'
import { taughtBy } from './taught.ts'

/**
 * Score that is carried, and its parts where they are told apart: what the target adds to the question's words, and what its source passes
 * on.
 */
export interface Carried {
  readonly energy: Nano
  readonly residual?: Nano
  readonly spread?: Nano
}

/**
 * Offer of a candidate to its target. Offers of cues and of neighbours in a sequence add up; of other edges into a node the best one
 * counts.
 */
export interface Offer extends Carried {
  readonly candidate: Candidate
  readonly depth: number
  readonly adds: boolean
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

/** Why a candidate is skipped outright, or what it offers. */
export const fateOf = (
  input: WalkInput,
  reached: ReadonlyMap<NodeNumber, Reached>,
  candidate: Candidate,
  depth: number,
  best: Nano,
  isCue: boolean,
): Offer | SkipReason => {
  const { source, target, tier } = candidate
  if (tier === 'negative') return 'inhibited'
  const parent = reached.get(source)?.parent ?? 0
  if (target === source || target === parent || (parent !== 0 && target === reached.get(parent)?.parent)) return 'cycle'
  if (tier === 'dormant') return 'dormant'
  if (depth > 0 && reached.has(target)) return 'visited'
  if (isCue) return { candidate, depth, adds: true, energy: taughtBy(input, candidate, best) }
  const isSequence = candidate.kinds.includes('sequential')
  const scored = reached.get(source)?.score ?? 0
  const carried = isSequence ? both(input, candidate, depth, best, scored) : passedOn(input, candidate, depth, best, scored)
  if (carried.energy <= 0 && tier !== 'reflex') return isMention(candidate) && carried.energy === 0 ? 'gated' : 'routed-away'
  return { candidate, depth, adds: isSequence, ...carried }
}

/** Neighbours in a sequence, of which one may be the heading of the other too, or lead to it by a link. */
const both = (input: WalkInput, candidate: Candidate, depth: number, best: Nano, scored: Nano): Carried => {
  const { graph } = input
  const inSequence = candidate.edges.filter((edge) => graph.kindOf(edge) === 'sequential')
  const others = candidate.edges.filter((edge) => !inSequence.includes(edge))
  const isMore = others.some((edge) => !grown.has(graph.kindOf(edge) ?? ''))
  // What was learned beside them goes with whatever else joins the two, or else with the sequence.
  const lends = lent(input, candidate, weightOf(input, isMore ? inSequence : candidate.edges), depth)
  if (!isMore) return { energy: lends }
  const kinds = candidate.kinds.filter((kind) => kind !== 'sequential')
  const passed = passedOn(input, { ...candidate, kinds, edges: others, weight: weightOf(input, others) }, depth, best, scored)
  return { energy: lends + passed.energy }
}

/** Returns the score that a seed lends its neighbour for words of the question that only the seed has: together they are one answer. */
const lent = ({ favour, residual }: WalkInput, { source, target }: Candidate, weight: number, depth: number): Nano =>
  depth > 0 ? 0 : roundHalfAway(weight * favour(target) * residual(source, target))

const weightOf = ({ graph, kernel, settings }: WalkInput, edges: ReadonlyArray<EdgeNumber>): number => {
  const { tiers, walk } = settings
  let sum = 0
  for (const edge of edges) sum += pull(graph, edge, settings, kernel)
  return Math.max(0, (sum / one - tiers.habitual) / walk.slope)
}

/**
 * Returns the gain of the target by the question's words, and a share of its source's score. Edges that documents made are held to the gate
 * of their kind; learned edges beside them are not. Learned suppression takes from the first part, so blame never brings more.
 */
const passedOn = (input: WalkInput, candidate: Candidate, depth: number, best: Nano, scored: Nano): Carried => {
  const { graph, settings } = input
  const score = Math.min(best, scored)
  const laid = candidate.edges.filter((edge) => !grown.has(graph.kindOf(edge) ?? ''))
  const laidWeight = Math.min(candidate.weight, laid.length === candidate.edges.length ? candidate.weight : weightOf(input, laid))
  const mention = isMention(candidate)
  const gate = mention ? input.gate / one : 0
  const through = laidWeight * (mention ? mentionFactor(input, laid, gate) : 1)
  const taught = candidate.weight - laidWeight
  let fade = 1
  for (let step = 0; step < depth; step++) fade *= settings.walk.fade
  const added = input.residual(candidate.target, candidate.source) * (score / best)
  const residual = roundHalfAway((through + taught) * fade * settings.walk.residual * added)
  const spread = roundHalfAway((through * gate + taught) * fade * settings.walk.spread * score)
  return { energy: residual + spread, residual, spread }
}

/** Tells whether the edges between the two, learned ones aside, are mentions only. */
const isMention = ({ kinds }: Candidate): boolean => {
  const laid = kinds.filter((kind) => !grown.has(kind))
  return laid.length > 0 && laid.every((kind) => kind === 'mention')
}

/** Trusted as far as the seeds open the gate; a name that the question has already leads to nothing new. */
const mentionFactor = ({ graph, isAsked, settings }: WalkInput, laid: ReadonlyArray<EdgeNumber>, gate: number): number =>
  gate * (laid.every((edge) => isAsked(graph.labelOf(edge))) ? settings.walk.asked : 1)

/** Kinds whose edges grew from use pass activation on by themselves; the others only what they add to the question's words. */
const grown: ReadonlySet<string> = new Set(['learned', 'cooccurrence', 'support', 'follow_up', 'tool_link', 'causal', 'grown'])

export const byTarget = (offers: ReadonlyArray<Offer>): ReadonlyMap<NodeNumber, ReadonlyArray<Offer>> => {
  const groups = new Map<NodeNumber, Array<Offer>>()
  for (const offer of offers) {
    const group = groups.get(offer.candidate.target)
    if (group === undefined) groups.set(offer.candidate.target, [offer])
    else group.push(offer)
  }
  return groups
}

export interface Total {
  readonly energy: Nano
  /** The greatest of those that count. */
  readonly winner: Offer
  readonly counted: ReadonlySet<Offer>
}

/** The offers into one node that count, and what they bring together. */
export const total = (group: ReadonlyArray<Offer>): Total => {
  const [first] = group
  if (first === undefined) throw new Error('a group of offers is never empty')
  const counted = new Set(group.filter(({ adds }) => adds))
  const rivals = group.filter(({ adds }) => !adds)
  if (rivals.length > 0) counted.add(rivals.reduce(better))
  let energy = 0
  for (const offer of counted) energy += offer.energy
  return { energy, winner: [...counted].reduce(better), counted }
}

const better = (a: Offer, b: Offer): Offer => (b.energy > a.energy || (b.energy === a.energy && edgeOf(b) < edgeOf(a)) ? b : a)

const edgeOf = ({ candidate }: Offer): EdgeNumber => candidate.edges[0] ?? 0
