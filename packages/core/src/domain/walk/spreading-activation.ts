/**
 * The second engine: energy flows from the seeds over the edges and adds up at the nodes it reaches (S1.3, S1.33, S1.34).
 *
 * Each hop passes on energy × strength × kernel × fade. The words of a target play no part: this engine finds what is connected, where the
 * walk by tiers finds what completes the question.
 */
import type { SkipReason } from '../events/turn-events.ts'
import type { EdgeNumber, NodeNumber } from '../identity.ts'
import { type Nano, one, roundHalfAway } from '../strength.ts'
import type { Candidate } from './candidate-edges.ts'
import {
  barrierTo,
  bestScore,
  chosen,
  type From,
  isFirm,
  isHeard,
  isMention,
  mentionFactor,
  type Offer,
  plainly,
  type Reached,
  routedOffer,
} from './offers.ts'
import { byScore } from './text-evidence.ts'
import {
  assertExpansions,
  type Brought,
  begun,
  bring,
  type Engine,
  firstFrontier,
  fromOf,
  type Going,
  keep,
  leastOfBest,
  record,
} from './walk.ts'
import type { Walk, WalkInput } from './walk-record.ts'

/** The most nodes, of those reached by one hop, that pass energy on: more would cost time and change only the last digits. */
const spreading = 256

export const spreadingActivation = (input: WalkInput): Walk => {
  const flow: Flow = { ...begun(input), sources: new Map() }
  const inflows = new Inflows(input.graph.nodes)
  let frontier = firstFrontier(input)
  for (let depth = 0; depth < input.settings.budget.hops && frontier.length > 0; depth++) {
    for (const source of frontier) pour(flow, source, depth, inflows)
    frontier = fill(flow, inflows, depth)
    assertExpansions(frontier.length, spreading)
  }
  return told(flow)
}

interface Flow extends Going {
  /** Each node’s state when it passed its energy on. */
  readonly sources: Map<NodeNumber, From>
}

const candidatesFrom = ({ cues, input, taught }: Flow, source: NodeNumber): ReadonlyArray<Candidate> => {
  const { candidates, graph, isLive, kernel, settings } = input
  if (!cues.has(source)) return candidates(graph, source, settings, kernel, 'node', isLive)
  return candidates(graph, source, settings, kernel, 'cue', isLive).filter((candidate) => isHeard(taught, candidate))
}

const pour = (flow: Flow, source: NodeNumber, depth: number, inflows: Inflows): void => {
  const { input } = flow
  const from = fromOf(flow, source, depth)
  flow.sources.set(source, from)
  for (const candidate of candidatesFrom(flow, source)) {
    const energy = energyOf(input, candidate, from)
    if (typeof energy === 'string') continue
    const isTaught = from.taught !== undefined
    inflows.add(candidate.target, energy, candidate.edges[0] ?? 0, source, isTaught)
    if (input.routed !== undefined && isFirm(input, { candidate, energy, isTaught })) flow.firm.add(candidate.target)
  }
}

/** Adds the energy of one hop to its nodes. Returns the fullest of those reached for the first time: they pass energy on. */
const fill = (flow: Flow, inflows: Inflows, depth: number): ReadonlyArray<NodeNumber> => {
  const fresh: Array<Reached> = []
  inflows.drain((target, brought) => {
    const node = bring(flow, target, depth, brought)
    if (node !== undefined) fresh.push(node)
  })
  return first(fresh)
}

/** Returns the fullest nodes, best first. Thousands may be reached and most pass nothing on, so only the fullest are sorted. */
const first = (fresh: ReadonlyArray<Reached>): ReadonlyArray<NodeNumber> => {
  const least = leastOfBest(fresh, spreading)
  return fresh
    .filter(({ score }) => score >= least)
    .sort(byScore)
    .slice(0, spreading)
    .map(({ node }) => node)
}

/** Records the walk. Only edges of nodes that fire, and of seeds and cues, are recorded, so their candidates are computed a second time. */
const told = (flow: Flow): Walk => {
  const { cues, expanded, firm, input, reached, sources } = flow
  const kept = keep(reached, input, firm)
  for (const [source, from] of sources) {
    if (!cues.has(source) && !kept.has(source) && from.depth > 0) continue
    for (const candidate of candidatesFrom(flow, source)) {
      expanded.push({ candidate, depth: from.depth, fate: fateOf(input, candidate, from) })
    }
  }
  return record(flow, kept)
}

/** The same engine with one offer per edge, on the hops of the other walk: slower, with the same result to the bit. */
export const plainSpreading: Engine = {
  fateOf: (input, _, candidate, from) => fateOf(input, candidate, from),
  expansions: () => spreading,
}

const fateOf = (input: WalkInput, candidate: Candidate, from: From): Offer | SkipReason => {
  const energy = energyOf(input, candidate, from)
  if (typeof energy === 'string') return energy
  const isRouted = from.taught === undefined && chosen(input, candidate) === 'followed'
  const offer = { candidate, adds: true, isTaught: from.taught !== undefined, ...plainly(energy) }
  return isRouted ? { ...offer, isRouted } : offer
}

/** Returns the energy that a candidate brings, or the reason why it brings none. */
const energyOf = (input: WalkInput, candidate: Candidate, from: From): Nano | SkipReason => {
  const { kinds, strength } = candidate
  const { scored, taught } = from
  const barrier = barrierTo(candidate, from)
  if (barrier !== undefined) return barrier
  if (taught !== undefined) return taught.get(candidate.edges[0] ?? 0) ?? 0
  const choice = chosen(input, candidate)
  if (choice === 'dropped') return 'routed-away'
  const trusted = isMention(kinds) ? mentionFactor(input, candidate.edges, input.gate / one) : 1
  const energy = roundHalfAway(scored * (strength / one) * input.settings.walk.fade * trusted)
  if (choice === 'followed') return routedOffer(input, candidate, energy, bestScore(input), 0).energy
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
    } else this.#energy[target] = (this.#energy[target] ?? 0) + energy
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
      take(target, { energy: this.#energy[target] ?? 0, isTaught, source: this.#source[target] ?? 0 })
    }
  }
}
