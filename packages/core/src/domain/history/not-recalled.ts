/** Why a memory was not among those that a walk recalled: read from the record of the walk, on the graph as it was just before. */
import type { SkipReason } from '../events/turn-events.ts'
import { type GraphView, isItem, isLive } from '../graph.ts'
import type { EdgeNumber, NodeNumber } from '../identity.ts'
import type { RankedNode } from '../recall/ranking.ts'
import type { ScoredNode } from '../recall/text-evidence.ts'
import type { Walk } from '../recall/walk-record.ts'
import type { Nano } from '../strength.ts'

/** Reasons in the order in which they are looked for; the first that fits is given. */
export const notRecalledReasons = [
  /** It was read in later. */
  'unborn',
  'retired',
  'merged',
  /** It stands for a kind of question, and is never recalled itself. */
  'cue',
  /** It was in the ranking, behind what a turn keeps. */
  'behind',
  /** Negative edges took all that it scored. */
  'suppressed',
  /** Its utility left nothing of its score. */
  'useless',
  /** It holds words of the question, and is not among the best texts that are looked at. */
  'outscored',
  /** Edges to it were looked at, and none was followed. */
  'passed-over',
  /** Edges lead to it, from memories that the walk did not go on from or that have stronger ones. */
  'unreached',
  /** It holds no word of the question, and no edge leads to it. */
  'unrelated',
] as const
export type NotRecalledReason = (typeof notRecalledReasons)[number]

/** Reasons that a walk does not record: other edges of the source were stronger, or the walk did not go on from the source. */
export const missedReasons = ['outweighed', 'not-walked'] as const

/** An edge that leads to the memory and did not bring it. */
export interface MissedWay {
  readonly edge: EdgeNumber
  readonly strength: Nano
  readonly reason: SkipReason | (typeof missedReasons)[number]
}

export interface NotRecalled {
  readonly reason: NotRecalledReason
  /** In the whole ranking, from 1. */
  readonly place: number | undefined
  readonly score: Nano
  readonly ways: ReadonlyArray<MissedWay>
}

export interface LookedAt {
  /** Just before the turn. */
  readonly graph: GraphView
  readonly walk: Walk
  /** Whole. */
  readonly ranking: ReadonlyArray<RankedNode>
  /** The best texts, which could be in it. */
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

/** What brought a memory that was found down to nothing. */
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

/** Every linked edge into a node that the walk did not follow, by number. */
const missedWays = ({ graph, walk }: LookedAt, node: NodeNumber): ReadonlyArray<MissedWay> => {
  const steps = new Map(walk.steps.map((step) => [step.edge, step]))
  const walkedFrom = new Set(walk.steps.map(({ edge }) => graph.sourceOf(edge)))
  const ways: Array<MissedWay> = []
  for (let edge = 1; edge <= graph.edges; edge++) {
    if (graph.targetOf(edge) !== node) continue
    const step = steps.get(edge)
    if (step !== undefined) {
      if ('skipped' in step.outcome) ways.push({ edge, strength: step.strength, reason: step.outcome.skipped })
    } else if (graph.edge(edge)?.linked === true) {
      const reason = walkedFrom.has(graph.sourceOf(edge)) ? 'outweighed' : 'not-walked'
      ways.push({ edge, strength: graph.strengthOf(edge), reason })
    }
  }
  return ways
}
