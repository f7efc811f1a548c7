/** Moves strengths and utilities by a verdict: what it asks of the edges that led to a memory, of the cue's own edge, and of the memory. */
import type { NewEvent } from '../events/brain-event.ts'
import type { Tier, Verdict } from '../events/feedback-events.ts'
import type { GraphView } from '../graph.ts'
import type { EdgeNumber, NodeNumber, Position } from '../identity.ts'
import { mayBeInjected } from '../node.ts'
import { cueDelta, pathDelta } from '../policies/credit-policy.ts'
import type { Profile } from '../profiles/profile.ts'
import type { BrainState } from '../projections/brain-fold.ts'
import type { TurnRecord } from '../projections/turn-record.ts'
import { adjust, type Bounds, nano } from '../strength.ts'
import { learnedEdge, movedEdge, pathTo } from './credit-path.ts'

/** A verdict as it counts for one turn. */
export interface Said {
  readonly turn: TurnRecord
  readonly tier: Exclude<Tier, 'manual'>
  readonly applied: Verdict
  readonly cue: NodeNumber | undefined
  /** In units; of a shared one the turn's share. */
  readonly outcome: number
}

export interface Ledger {
  readonly events: ReadonlyArray<NewEvent>
  /** Of the edges that led to the memory, and of the cue's. */
  readonly credit: (said: Said, node: NodeNumber) => void
  /** The memory would have been the right one: only the cue's edge leads to it. */
  readonly instead: (said: Said, node: NodeNumber) => void
  readonly useless: (said: Said, node: NodeNumber) => void
}

/** Collects the effects of one fact, each starting from where the one before it left the same edge or node. */
export const openLedger = (cause: Position, { graph }: BrainState, profile: Profile): Ledger => {
  const events: Array<NewEvent> = []
  const strengths = new Map<EdgeNumber, number>()
  const utilities = new Map<NodeNumber, number>()
  const move = ({ tier, turn: { turn } }: Said, edge: EdgeNumber, asked: number, rule: string, reason: string) => {
    if (asked === 0 || (asked > 0 && !mayGain(graph, edge))) return
    const from = strengths.get(edge) ?? graph.strengthOf(edge)
    const to = adjust(from, asked, strengthBounds(profile))
    strengths.set(edge, to)
    events.push({ type: 'StrengthAdjusted', cause, turn, data: { edge, from, to, asked, tier, rule, reason } })
  }
  const moveCue = (said: Said, node: NodeNumber, outcome: number, reason: string) => {
    const edge = said.cue === undefined ? undefined : learnedEdge(graph, said.cue, node)
    if (edge !== undefined) move(said, edge, nano(cueDelta(outcome, said.tier, profile)), 'cue', reason)
  }
  return {
    events,
    credit: (said, node) => {
      const { applied, cue, outcome, tier, turn } = said
      moveCue(said, node, outcome, applied)
      for (const pair of pathTo(graph, turn, node)) {
        if (pair.source === cue && pair.target === node) continue
        const edge = movedEdge(graph, pair)
        if (edge === undefined) continue
        const { skips, uses } = graph.edge(edge) ?? { skips: 0, uses: 0 }
        move(said, edge, nano(pathDelta(outcome, { ...pair, skips, uses }, tier, profile)), 'path', applied)
      }
    },
    instead: (said, node) => moveCue(said, node, Math.abs(said.outcome), 'instead'),
    useless: ({ applied, outcome, tier, turn: { turn } }, node) => {
      const from = utilities.get(node) ?? graph.utilityOf(node)
      const asked = nano(profile.learning[tier].utility * outcome)
      if (asked === 0) return
      const to = adjust(from, asked, { min: nano(profile.utility.min), max: nano(profile.utility.max) })
      utilities.set(node, to)
      events.push({ type: 'UtilityAdjusted', cause, turn, data: { node, from, to, asked, tier, rule: 'judged', reason: applied } })
    },
  }
}

/** What leads to an untrusted or system memory never gains strength, whoever praises it; blame counts as ever. */
const mayGain = (graph: GraphView, edge: EdgeNumber): boolean => mayBeInjected(graph.originOf(graph.targetOf(edge)) ?? 'untrusted')

const strengthBounds = ({ strength }: Profile): Bounds => ({ min: nano(strength.min), max: nano(strength.max) })
