/** Explains why a walk did not recall a memory: from the record of the walk, on the graph just before it. */

import type { ContextBundle } from '../context/context-bundle.ts'
import { dropReasons, type SkipReason } from '../events/turn-events.ts'
import { type GraphView, isItem, isLive, isUnapproved } from '../graph.ts'
import type { EdgeNumber, NodeNumber } from '../identity.ts'
import type { Nano } from '../strength.ts'
import type { RankedNode } from '../walk/ranking.ts'
import type { ScoredNode } from '../walk/text-evidence.ts'
import type { Walk } from '../walk/walk-record.ts'

/** The reasons in the order in which they are checked; the first that fits is given. */
export const notRecalledReasons = [
  /** The memory was read in later. */
  'unborn',
  'retired',
  'merged',
  /** The node is a cue, which is never recalled itself. */
  'cue',
  /** The memory was in the ranking, behind those that a turn keeps. */
  'behind',
  'suppressed',
  'useless',
  /** The memory holds words of the question, and is not among the best texts that are looked at. */
  'outscored',
  /** Edges to the memory were looked at, and none was followed. */
  'passed-over',
  /** Edges lead to the memory, from memories that the walk did not go on from or that have stronger edges. */
  'unreached',
  /** The memory holds no word of the question, and no edge leads to it. */
  'unrelated',
] as const
export type NotRecalledReason = (typeof notRecalledReasons)[number]

/** Reasons that a walk does not record: other edges of the source were stronger, or the walk did not go on from the source. */
export const missedReasons = ['outweighed', 'not-walked'] as const

export interface MissedWay {
  readonly edge: EdgeNumber
  readonly strength: Nano
  readonly reason: SkipReason | (typeof missedReasons)[number]
}

export interface NotRecalled {
  readonly reason: NotRecalledReason
  /** The place in the whole ranking, from 1. Undefined where it is not in it. */
  readonly place: number | undefined
  readonly score: Nano
  readonly ways: ReadonlyArray<MissedWay>
}

export interface LookedAt {
  readonly graph: GraphView
  readonly walk: Walk
  readonly ranking: ReadonlyArray<RankedNode>
  /** The best texts, from which the ranking is made. */
  readonly pool: ReadonlyArray<ScoredNode>
  readonly own: (node: NodeNumber) => Nano
}

export const notRecalled = (looked: LookedAt, node: NodeNumber): NotRecalled => {
  const { graph, own, ranking } = looked
  const state = graph.stateOf(node)
  const never = (reason: NotRecalledReason): NotRecalled => ({ reason, place: undefined, score: 0, ways: [] })
  if (state === undefined) return never('unborn')
  if (!isItem(graph.typeOf(node))) return never('cue')
  if (!isLive(state)) return never(state === 'merged' ? 'merged' : 'retired')
  const ways = missedWays(looked, node)
  const at = ranking.findIndex((ranked) => ranked.node === node)
  if (at >= 0) return { reason: 'behind', place: at + 1, score: ranking[at]?.score ?? 0, ways }
  return { reason: lostBy(looked, node) ?? unfound(own(node), ways), place: undefined, score: 0, ways }
}

const lostBy = ({ pool, walk }: LookedAt, node: NodeNumber): NotRecalledReason | undefined => {
  const isFound = walk.fired.some((fired) => fired.node === node) || pool.some((one) => one.node === node)
  if (!isFound) return undefined
  return walk.inhibitions.some((inhibition) => inhibition.node === node) ? 'suppressed' : 'useless'
}

const unfound = (own: Nano, ways: ReadonlyArray<MissedWay>): NotRecalledReason => {
  if (own > 0) return 'outscored'
  if (ways.length === 0) return 'unrelated'
  return ways.some(({ reason }) => reason !== 'outweighed' && reason !== 'not-walked') ? 'passed-over' : 'unreached'
}

/** Returns every linked edge into a node that the walk did not follow, by number. */
const missedWays = ({ graph, walk }: LookedAt, node: NodeNumber): ReadonlyArray<MissedWay> => {
  const steps = new Map(walk.steps.map((step) => [step.edge, step]))
  const walkedFrom = new Set(walk.steps.map(({ edge }) => graph.sourceOf(edge)))
  const ways: Array<MissedWay> = []
  for (let edge = 1; edge <= graph.edges; edge++) {
    if (graph.targetOf(edge) !== node) continue
    const step = steps.get(edge)
    if (step !== undefined) {
      if (step.outcome._tag === 'Skipped') ways.push({ edge, strength: step.strength, reason: step.outcome.reason })
    } else if (graph.edge(edge)?.linked === true) {
      const reason = walkedFrom.has(graph.sourceOf(edge)) ? 'outweighed' : 'not-walked'
      ways.push({ edge, strength: graph.strengthOf(edge), reason })
    }
  }
  return ways
}

/* Explains why a question does not give a memory to a model: why it is not recalled, or why the context leaves it out. */

/** `given`: the memory is in the context. `erased`: its text was erased. The others are those of a ranking and of a context. */
export const notGivenReasons = ['given', ...notRecalledReasons, ...dropReasons] as const
export type NotGivenReason = (typeof notGivenReasons)[number]

export interface NotGiven extends Omit<NotRecalled, 'reason'> {
  readonly reason: NotGivenReason
}

export interface LookedAtContext extends LookedAt {
  readonly bundle: Pick<ContextBundle, 'included' | 'dropped'>
  readonly isErased: (node: NodeNumber) => boolean
}

export const notGiven = (looked: LookedAtContext, node: NodeNumber): NotGiven => {
  const found = notRecalled(looked, node)
  if (found.reason !== 'unborn' && looked.isErased(node)) return { ...found, reason: 'erased' }
  // Whatever it scores, no model is given it before the owner says yes.
  if (isLive(looked.graph.stateOf(node)) && isUnapproved(looked.graph.reviewOf(node))) return { ...found, reason: 'review' }
  if (found.reason !== 'behind') return found
  if (looked.bundle.included.includes(node)) return { ...found, reason: 'given' }
  const dropped = looked.bundle.dropped.find((one) => one.node === node)
  return dropped === undefined ? found : { ...found, reason: dropped.reason }
}
