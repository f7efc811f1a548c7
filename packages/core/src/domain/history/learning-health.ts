/**
 * Measures the learning of a memory: whether strengths are stuck at their bounds, recalls repeat, verdicts oscillate, changes last, and
 * edges are unused.
 *
 * Computed from the newest recalls of the log and the graph at its end. A turn that went on without memory is no recall: it shows nothing and
 * follows no edge, so it tells nothing about the learning. The result is not stored, and nothing is decided by it.
 */

import { strengthMoves } from '../edge-rules.ts'
import { type BrainEvent, ignore } from '../events/brain-event.ts'
import { type GraphView, kindTraits } from '../graph.ts'
import type { EdgeNumber, NodeNumber, Position, TurnNumber } from '../identity.ts'
import type { Profile } from '../profiles/profile.ts'
import type { BrainState } from '../projections/brain-fold.ts'
import { type Nano, nano } from '../strength.ts'

export interface LearningHealth {
  /** The number of linked edges of kinds that learn, with a strength. */
  readonly edges: number
  /** The share of these edges in each tier, 0 to 1. */
  readonly tiers: { readonly reflex: number; readonly habitual: number; readonly dormant: number; readonly negative: number }
  readonly recalls: {
    readonly turns: number
    /** The number of memories put before the model, each time counted. */
    readonly shown: number
    /** The entropy of the shown memories as a share of its maximum: 1 where all differ, 0 where all are the same. */
    readonly entropy: number
    readonly mostShown: number
  }
  /** Edges whose last changes, made since the first of the newest recalls, alternated in sign repeatedly (S2.30). */
  readonly oscillating: ReadonlyArray<EdgeNumber>
  /** The time that changes by verdicts last, of those that were made since the first of the newest recalls. */
  readonly halfLife: {
    /** The median number of turns until half of a change was gone, of the changes of which it is. Undefined where there are none. */
    readonly turns: number | undefined
    readonly halved: number
    readonly standing: number
  }
  /** What negative edges took in the newest recalls: the mean score in nano-units a recall, and the number of recalls in which they took any. */
  readonly inhibition: { readonly mean: Nano; readonly recalls: number }
  /** The share of the edges with a strength that none of the newest recalls followed; 0 while there are fewer recalls than are examined. */
  readonly deadWeight: number
}

/** The number of last changes of an edge that are kept, and the number of sign changes among them that count as oscillation. */
const movementsKept = 8
const swings = 4

interface Movement {
  readonly turn: TurnNumber
  readonly by: Nano
  readonly from: Nano
  readonly to: Nano
}

/** One of the newest recalls: the memories put before the model, and the score that negative edges took in it. */
interface Recalled {
  readonly shown: ReadonlyArray<NodeNumber>
  readonly taken: Nano
}

/** The newest recalls of a brain, as many as are examined. */
export interface RecallWindow {
  readonly most: number
  /** The position at which the oldest of them begins; behind the end of the log where there is none. */
  readonly begin: Position
  /** The turn of the oldest of them; 0 where there are fewer than `most`. */
  readonly first: TurnNumber
  /** The newest turn of the brain, with or without a recall. */
  readonly lastTurn: TurnNumber
}

/** Returns the window of the newest recalls. `most` is at most the number of turns that the ledger keeps. */
export const newestRecalls = ({ lastTurn, position, recentTurns }: BrainState, most: number): RecallWindow => {
  let [begin, count, first] = [position + 1, 0, 0]
  for (const turn of recentTurns()) {
    begin = turn.position
    count++
    if (count < most) continue
    first = turn.turn
    break
  }
  return { most, begin, first, lastTurn }
}

export interface HealthReader {
  readonly read: (event: BrainEvent) => void
  readonly health: (graph: GraphView, profile: Profile) => LearningHealth
}

/** Reads the events from the beginning of the window on, oldest first. */
export const healthReader = ({ first, lastTurn, most }: Omit<RecallWindow, 'begin'>): HealthReader => {
  const movements = new Map<EdgeNumber, Array<Movement>>()
  const standing = new Map<EdgeNumber, Array<Movement>>()
  const lasted: Array<number> = []
  const recalls: Array<Recalled> = []
  let taken: Nano = 0
  let turn: TurnNumber = 0
  const moved = (edge: EdgeNumber, from: Nano, to: Nano) => {
    if (from === to) return
    const movement = { turn, by: to - from, from, to }
    keep(movements, edge, movement)
    const left = (standing.get(edge) ?? []).filter((one) => {
      const isGone = Math.abs(to - one.from) * 2 <= Math.abs(one.by) || Math.sign(to - one.from) !== Math.sign(one.by)
      if (isGone) lasted.push(turn - one.turn)
      return !isGone
    })
    standing.set(edge, left.concat(movement).slice(-movementsKept))
  }
  return {
    read: (event) => {
      switch (event.type) {
        case 'TurnStarted':
        case 'RecallSkipped':
          turn = Math.max(turn, event.turn ?? 0)
          taken = 0
          break
        case 'NodeInhibited':
          taken += event.data.energy
          break
        case 'ContextBundled':
          recalls.push({ shown: event.data.included, taken })
          if (recalls.length > most) recalls.shift()
          break
        default:
          ignore<'learning health'>(event.type)
      }
      for (const { from, number, to } of strengthMoves(event)) moved(number, from, to)
    },
    health: (graph, profile) => {
      const learned = learnedEdges(graph)
      const decayed = [...standing].flatMap(([edge, all]) =>
        all.filter((one) => hasFaded(one, graph.strengthOf(edge))).map((one) => lastTurn - one.turn),
      )
      const halved = [...lasted, ...decayed]
      const left = [...standing.values()].reduce((sum, all) => sum + all.length, 0) - decayed.length
      return {
        edges: learned.length,
        tiers: tierShares(graph, learned, profile),
        recalls: recallsOf(recalls.map(({ shown }) => shown)),
        oscillating: [...movements]
          .flatMap(([edge, all]) => (turnings(all) >= swings && graph.isLinked(edge) ? [edge] : []))
          .sort((a, b) => a - b),
        halfLife: { turns: medianOf(halved), halved: halved.length, standing: left },
        inhibition: inhibitionOf(recalls.map(({ taken }) => taken)),
        deadWeight: shareOf(learned, (edge) => (graph.edge(edge)?.lastUsed ?? 0) < first),
      }
    },
  }
}

const keep = (kept: Map<EdgeNumber, Array<Movement>>, edge: EdgeNumber, movement: Movement): void => {
  const known = kept.get(edge)
  if (known === undefined) kept.set(edge, [movement])
  else if (known.push(movement) > movementsKept) known.shift()
}

/** True where half of a change is gone. Compared by strength, because a decay moves edges without naming them. */
const hasFaded = ({ by, from }: Movement, strength: Nano): boolean => Math.abs(strength - from) * 2 <= Math.abs(by)

const turnings = (movements: ReadonlyArray<Movement>): number =>
  movements.filter(({ by }, i) => i > 0 && Math.sign(by) !== Math.sign(movements[i - 1]?.by ?? by)).length

const learnedEdges = (graph: GraphView): ReadonlyArray<EdgeNumber> => {
  const found: Array<EdgeNumber> = []
  for (let edge = 1; edge <= graph.edges; edge++) {
    const kind = graph.kindOf(edge)
    if (kind !== undefined && kindTraits[kind].learns && graph.strengthOf(edge) !== 0 && graph.isLinked(edge)) found.push(edge)
  }
  return found
}

const shareOf = <A>(all: ReadonlyArray<A>, is: (one: A) => boolean): number => (all.length === 0 ? 0 : all.filter(is).length / all.length)

const tierShares = (graph: GraphView, edges: ReadonlyArray<EdgeNumber>, { tiers }: Profile): LearningHealth['tiers'] => {
  const [habitual, reflex] = [nano(tiers.habitual), nano(tiers.reflex)]
  const counts = { reflex: 0, habitual: 0, dormant: 0, negative: 0 }
  for (const edge of edges) {
    const strength = graph.strengthOf(edge)
    if (strength >= reflex) counts.reflex++
    if (strength >= habitual && strength < reflex) counts.habitual++
    if (strength >= 0 && strength < habitual) counts.dormant++
    if (strength < 0) counts.negative++
  }
  const share = (count: number): number => (edges.length === 0 ? 0 : count / edges.length)
  return {
    reflex: share(counts.reflex),
    habitual: share(counts.habitual),
    dormant: share(counts.dormant),
    negative: share(counts.negative),
  }
}

const recallsOf = (shown: ReadonlyArray<ReadonlyArray<NodeNumber>>): LearningHealth['recalls'] => {
  const times = new Map<NodeNumber, number>()
  for (const node of shown.flat()) times.set(node, (times.get(node) ?? 0) + 1)
  const whole = shown.flat().length
  const shares = [...times.values()].map((count) => count / whole)
  const entropy = whole <= 1 ? 1 : -shares.reduce((sum, share) => sum + share * Math.log2(share), 0) / Math.log2(whole)
  return { turns: shown.length, shown: whole, entropy: Math.max(0, entropy), mostShown: Math.max(0, ...shares) }
}

const inhibitionOf = (taken: ReadonlyArray<Nano>): LearningHealth['inhibition'] => ({
  mean: taken.length === 0 ? 0 : Math.round(taken.reduce((sum, one) => sum + one, 0) / taken.length),
  recalls: taken.filter((one) => one !== 0).length,
})

const medianOf = (values: ReadonlyArray<number>): number | undefined => {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor((sorted.length - 1) / 2)]
}

/** The least strength of the learned edges, the nine that part them into ten groups of one size, and the greatest; none where no edge has learned. */
export const strengthDeciles = (graph: GraphView): { readonly edges: number; readonly deciles: ReadonlyArray<Nano> } => {
  const learned = learnedEdges(graph)
  // Numbers in an array of their own are sorted several times as fast.
  const sorted = new Float64Array(learned.length)
  for (const [i, edge] of learned.entries()) sorted[i] = graph.strengthOf(edge)
  sorted.sort()
  const deciles =
    sorted.length === 0 ? [] : decileRanks.flatMap((tenth) => sorted[Math.max(0, Math.ceil((tenth * sorted.length) / 10) - 1)] ?? [])
  return { edges: sorted.length, deciles }
}

const decileRanks = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]

/* Finds problems in the health of learning, by the bounds of the profile. */

export const alarms = ['sets-hard', 'always-the-same', 'pulled-both-ways', 'dead-weight'] as const
export type Alarm = (typeof alarms)[number]

/** Returns the alarms, in the order of {@link alarms}. */
export const alarmsOf = (health: LearningHealth, { health: bounds }: Pick<Profile, 'health'>): ReadonlyArray<Alarm> => {
  const { deadWeight, edges, oscillating, recalls, tiers } = health
  const enough = edges >= bounds.least
  const raised: Readonly<Record<Alarm, boolean>> = {
    'sets-hard': enough && tiers.reflex > bounds.reflexMost,
    'always-the-same': recalls.turns >= bounds.least && recalls.entropy < bounds.entropyLeast,
    'pulled-both-ways': enough && oscillating.length / edges > bounds.oscillatingMost,
    'dead-weight': enough && deadWeight > bounds.deadMost,
  }
  return alarms.filter((alarm) => raised[alarm])
}
