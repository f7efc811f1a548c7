/**
 * The strength that a walk reads between two nodes: the sum of all linked edges from the one to the other, within the bounds of the
 * profile. A grown edge is a guess: it adds to praise of a cue and takes nothing from blame.
 */
import { type GraphView, type Kernel, kindSet, kindTraits, noKinds, plainKernel, structuralKinds } from '../graph.ts'
import type { EdgeNumber, NodeNumber } from '../identity.ts'
import type { Profile } from '../profiles/profile.ts'
import { type Bounds, boundsOf, clamp, type Nano, roundHalfAway } from '../strength.ts'

export interface PairSum {
  /** The sum of the strengths of all edges but grown ones, and that of the grown ones. */
  readonly sum: Nano
  readonly guessed: Nano
}

/** A cue stands for a kind of question; its grown edges are a head start for praise. */
export type PairRole = 'node' | 'cue'

/** Returns the strength of a pair without the bounds of the profile. */
export const flowIn = ({ guessed, sum }: PairSum, role: PairRole): Nano => (role === 'cue' && sum < 0 ? sum : sum + guessed)

export const strengthIn = (pair: PairSum, role: PairRole, bounds: Bounds): Nano => clamp(flowIn(pair, role), bounds)

/**
 * Returns the strength of an edge, weighed by its kind and the kernel of the question. A negative edge keeps its strength for every question, but
 * for one that the profile does not look at.
 */
export const pullOf = (
  graph: Pick<GraphView, 'kindOf' | 'strengthOf'>,
  edge: EdgeNumber,
  { walk }: Pick<Profile, 'walk'>,
  kernel: Kernel,
): Nano => {
  const strength = graph.strengthOf(edge)
  const kind = graph.kindOf(edge) ?? 'learned'
  const weight = (kindSet(kind) & structuralKinds) === noKinds ? 1 : walk.structure
  if (weight === 0) return 0
  if (strength <= 0) return strength
  const factor = kernel[kindTraits[kind].family] * weight
  return factor === 1 ? strength : roundHalfAway(strength * factor)
}

type Pairs = Pick<GraphView, 'between' | 'isLinked' | 'kindOf' | 'strengthOf'>

/** Returns the sums of what the linked edges from one node to another pull. `without` is an edge that is left out. */
export const pairSum = (
  graph: Pairs,
  source: NodeNumber,
  target: NodeNumber,
  settings: Pick<Profile, 'walk'>,
  without: EdgeNumber = 0,
): PairSum => {
  let [sum, guessed] = [0, 0]
  for (const edge of graph.between(source, target)) {
    if (edge === without || !graph.isLinked(edge)) continue
    const pull = pullOf(graph, edge, settings, plainKernel)
    if (graph.kindOf(edge) === 'grown') guessed += pull
    else sum += pull
  }
  return { sum, guessed }
}

export const roleOf = (graph: Pick<GraphView, 'typeOf'>, source: NodeNumber): PairRole => (graph.typeOf(source) === 'cue' ? 'cue' : 'node')

/** Returns the strength that a walk reads from one node to another, for a question whose kernel weighs all edges alike. */
export const strengthBetween = (
  graph: Pairs & Pick<GraphView, 'typeOf'>,
  source: NodeNumber,
  target: NodeNumber,
  settings: Pick<Profile, 'strength' | 'walk'>,
): Nano => strengthIn(pairSum(graph, source, target, settings), roleOf(graph, source), boundsOf(settings.strength))

/**
 * Returns the strength that an edge must have beside others so that a walk reads `wanted`; undefined where no strength does: a cue's guess
 * adds to all that is not below zero.
 */
export const strengthFor = (wanted: Nano, beside: PairSum, role: PairRole): Nano | undefined => {
  const sum = wanted - beside.guessed
  if (role === 'node' || sum >= 0) return sum - beside.sum + 0
  return wanted < 0 ? wanted - beside.sum + 0 : undefined
}
