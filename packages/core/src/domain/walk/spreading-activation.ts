/**
 * The second engine: energy flows from the seeds over the edges and adds up at the nodes it reaches (S1.3, S1.33, S1.34).
 *
 * Each hop passes on energy × strength × kernel × fade, and no bound of strengths holds for the product. The words of a target play no part: this
 * engine finds what is connected, where the walk by tiers finds what completes the question.
 */
import type { SkipReason } from '../events/turn-events.ts'
import type { EdgeNumber, NodeNumber } from '../identity.ts'
import { type Nano, one, roundHalfAway } from '../strength.ts'
import type { Candidate } from './candidate-edges.ts'
import {
  barrierTo,
  bestScore,
  bounded,
  chosen,
  type From,
  isFirm,
  isMention,
  mentionFactor,
  type Offer,
  plainly,
  routedOffer,
} from './offers.ts'
import { isHeard } from './taught.ts'
import { byScore, type ScoredNode } from './text-evidence.ts'
import { assertExpansions, type Brought, begun, bring, type Going, keep, leastOfBest, record } from './walk.ts'
import type { Walk, WalkInput } from './walk-record.ts'

/** The most nodes, of those that one hop brought energy, that pass it on: more would cost time and change only the last digits. */
const spreading = 256

/**
 * Lets the energy of the anchors flow for `budget.hops` rounds. In each round every node passes on what the round before brought it, over all its
 * edges, back as well as forth, and what arrives adds up. No energy is passed on twice, so of a matrix of flows F and anchors a the end is
 * a + F·a + F·F·a …. A node that is no anchor begins with nothing, whatever its text says.
 */
export const spreadingActivation = (input: WalkInput): Walk => {
  const flow: Flow = { ...begun(input), own: () => 0, passed: new Map() }
  const inflows = new Inflows(input.graph.nodes)
  let arrived: ReadonlyArray<Arrived> = [
    ...input.cues.map(({ cue }) => ({ node: cue, score: 0 })),
    ...input.seeds.map(({ node, score }) => ({ node, score })),
  ]
  for (let depth = 0; depth < input.settings.budget.hops && arrived.length > 0; depth++) {
    for (const one of arrived) pour(flow, one, depth, inflows)
    arrived = fill(flow, inflows, depth)
    assertExpansions(arrived.length, spreading)
  }
  return told(flow)
}

/** A node and the energy that the last round brought it. */
type Arrived = ScoredNode

interface Flow extends Going {
  /** What each node passed on, round by round. */
  readonly passed: Map<NodeNumber, Array<From>>
}

const candidatesFrom = ({ cues, input, taught }: Flow, source: NodeNumber): ReadonlyArray<Candidate> => {
  const { candidates, graph, isLive, kernel, settings } = input
  if (!cues.has(source)) return candidates(graph, source, settings, kernel, 'node', isLive)
  return candidates(graph, source, settings, kernel, 'cue', isLive).filter((candidate) => isHeard(taught, candidate))
}

const pour = (flow: Flow, { node: source, score }: Arrived, depth: number, inflows: Inflows): void => {
  const { cues, input, passed, taught } = flow
  const from: From = { depth, parent: 0, grandparent: 0, scored: score, taught: cues.has(source) ? taught : undefined }
  const before = passed.get(source)
  if (before === undefined) passed.set(source, [from])
  else before.push(from)
  for (const candidate of candidatesFrom(flow, source)) {
    const energy = energyOf(input, candidate, from, before === undefined)
    if (typeof energy === 'string') continue
    const isTaught = from.taught !== undefined
    inflows.add(candidate.target, energy, candidate.edges[0] ?? 0, source, isTaught)
    if (input.routed !== undefined && isFirm(input, { candidate, energy, isTaught })) flow.firm.add(candidate.target)
  }
}

/** Adds the energy of one round to its nodes. Returns the fullest of those that it reached: they pass it on. */
const fill = (flow: Flow, inflows: Inflows, depth: number): ReadonlyArray<Arrived> => {
  const arrived: Array<Arrived> = []
  inflows.drain((target, brought) => {
    bring(flow, target, depth, brought)
    if (brought.energy > 0) arrived.push({ node: target, score: brought.energy })
  })
  return first(arrived)
}

/** Returns the fullest nodes, best first. Thousands may be reached and most pass nothing on, so only the fullest are sorted. */
const first = (arrived: ReadonlyArray<Arrived>): ReadonlyArray<Arrived> => {
  const least = leastOfBest(arrived, spreading)
  return arrived
    .filter(({ score }) => score >= least)
    .sort(byScore)
    .slice(0, spreading)
}

/** Records the walk. Only edges of nodes that fire, and of seeds and cues, are recorded, so their candidates are computed a second time. */
const told = (flow: Flow): Walk => {
  const { cues, expanded, firm, input, passed, reached } = flow
  const kept = keep(reached, input, firm)
  for (const [source, rounds] of passed) {
    const depth = rounds[0]?.depth ?? 0
    if (!cues.has(source) && !kept.has(source) && depth > 0) continue
    for (const candidate of candidatesFrom(flow, source)) expanded.push({ candidate, depth, fate: fateOf(input, candidate, rounds) })
  }
  return record(flow, kept)
}

/** Returns what an edge brought in all rounds, or the reason why it brought nothing. */
const fateOf = (input: WalkInput, candidate: Candidate, rounds: ReadonlyArray<From>): Offer | SkipReason => {
  let [energy, isFollowed]: [Nano, boolean] = [0, false]
  let barrier: SkipReason = 'routed-away'
  for (const [round, from] of rounds.entries()) {
    const brought = energyOf(input, candidate, from, round === 0)
    if (typeof brought === 'string') {
      barrier = brought
      continue
    }
    energy = bounded(energy + brought)
    isFollowed = true
  }
  if (!isFollowed) return barrier
  const isTaught = rounds[0]?.taught !== undefined
  const isRouted = !isTaught && chosen(input, candidate) === 'followed'
  const offer = { candidate, adds: true, isTaught, ...plainly(energy) }
  return isRouted ? { ...offer, isRouted } : offer
}

/** Returns the energy that a candidate brings in one round, or the reason why it brings none. What a model or a cue adds, the first round brings. */
const energyOf = (input: WalkInput, candidate: Candidate, from: From, isFirst: boolean): Nano | SkipReason => {
  const { flow, kinds } = candidate
  const { scored, taught } = from
  const barrier = barrierTo(candidate, from)
  if (barrier !== undefined) return barrier
  if (taught !== undefined) return taught.get(candidate.edges[0] ?? 0) ?? 0
  const choice = chosen(input, candidate)
  if (choice === 'dropped') return 'routed-away'
  const trusted = isMention(kinds) ? mentionFactor(input, candidate.edges, input.gate / one) : 1
  const energy = bounded(roundHalfAway(scored * (flow / one) * input.settings.walk.fade * trusted))
  if (choice === 'followed' && isFirst) return routedOffer(input, candidate, energy, bestScore(input), 0).energy
  if (energy > 0) return energy
  return trusted === 0 ? 'gated' : 'routed-away'
}

/** The energy that one hop brings to each node. It is emptied after each hop; its arrays are as large as the graph. */
class Inflows {
  readonly #energy: Float64Array
  /** The greatest part that arrived, its edge and its source node. */
  readonly #most: Float64Array
  readonly #edge: Int32Array
  readonly #source: Int32Array
  /** 0 where nothing arrived, 1 where something did, 2 where a cue brought some of it. */
  readonly #state: Uint8Array
  #reached: Array<NodeNumber> = []

  constructor(nodes: NodeNumber) {
    this.#energy = new Float64Array(nodes + 1)
    this.#most = new Float64Array(nodes + 1)
    this.#edge = new Int32Array(nodes + 1)
    this.#source = new Int32Array(nodes + 1)
    this.#state = new Uint8Array(nodes + 1)
  }

  /** Adds energy to a target. Of equal parts the one by the lowest edge counts as the greatest, so the order of calls changes nothing. */
  add(target: NodeNumber, energy: Nano, edge: EdgeNumber, source: NodeNumber, isTaught: boolean): void {
    const state = this.#state[target] ?? 0
    if (state === 0) {
      this.#reached.push(target)
      this.#energy[target] = energy
    } else this.#energy[target] = bounded((this.#energy[target] ?? 0) + energy)
    this.#state[target] = isTaught || state === 2 ? 2 : 1
    const most = this.#most[target] ?? 0
    if (state === 0 || energy > most || (energy === most && edge < (this.#edge[target] ?? 0))) {
      this.#most[target] = energy
      this.#edge[target] = edge
      this.#source[target] = source
    }
  }

  /** Passes the energy that arrived at each node, once, and empties the inflows. */
  drain(take: (target: NodeNumber, brought: Brought) => void): void {
    const reached = this.#reached
    this.#reached = []
    for (const target of reached) {
      const isTaught = this.#state[target] === 2
      this.#state[target] = 0
      take(target, { energy: this.#energy[target] ?? 0, isFree: isTaught, source: this.#source[target] ?? 0 })
    }
  }
}
