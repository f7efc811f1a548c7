/** Which kinds of question are one kind by now: they lead to the same memories, and their words are nearly the same. */
import type { NewEvent } from '../events/brain-event.ts'
import type { GraphView } from '../graph.ts'
import type { EdgeNumber, NodeNumber, Position, TurnNumber } from '../identity.ts'
import { learnedEdge } from '../learning/credit-path.ts'
import type { ForgettingSettings } from '../profiles/profile.ts'
import { type Bounds, clamp, type Nano, nano } from '../strength.ts'
import { type Leads, sameLeads } from './decay-policy.ts'

/** The memories that a cue leads to by a strength of at least `least`, as they stand now. */
const leadsOf = (graph: GraphView, cue: NodeNumber, least: Nano): Leads =>
  new Map(
    graph.out(cue).flatMap((edge) => {
      const strength = graph.strengthOf(edge)
      return Math.abs(strength) < least || strength === 0 ? [] : [[graph.targetOf(edge), strength] as const]
    }),
  )

export interface CuePair {
  /** The one that stays: it leads by more, or is the older one. */
  readonly keeper: NodeNumber
  readonly other: NodeNumber
}

/** So many pairs are compared; those of more cues come with a later run. */
const comparedMost = 5_000
/** A prime, so that runs begin all over. */
const stride = 7_919

/**
 * Pairs of live cues that lead to the same. Whether their words are alike is for who can read them. Looks from another cue on in every turn,
 * so that what one run does not come to, another does.
 */
export const sameLeading = (graph: GraphView, { merge, prune }: ForgettingSettings, turn: TurnNumber = 0): ReadonlyArray<CuePair> => {
  if (merge.most === 0) return []
  const least = nano(prune.below)
  const leads = new Map<NodeNumber, Leads>()
  const byTarget = new Map<NodeNumber, Array<NodeNumber>>()
  const pairs: Array<CuePair> = []
  let compared = 0
  for (let place = 0; place < graph.nodes && compared < comparedMost; place++) {
    const cue = 1 + ((place + turn * stride) % graph.nodes)
    if (graph.typeOf(cue) !== 'cue' || graph.stateOf(cue) !== 'normal') continue
    const own = leadsOf(graph, cue, least)
    leads.set(cue, own)
    const others = new Set([...own.keys()].flatMap((target) => byTarget.get(target) ?? []))
    for (const other of others) {
      compared++
      const theirs = leads.get(other)
      if (theirs !== undefined && sameLeads(own, theirs) >= merge.neighbours)
        pairs.push(other < cue ? kept(other, theirs, cue, own) : kept(cue, own, other, theirs))
    }
    for (const target of own.keys()) byTarget.set(target, [...(byTarget.get(target) ?? []), cue])
  }
  return pairs
}

const kept = (older: NodeNumber, olderLeads: Leads, younger: NodeNumber, youngerLeads: Leads): CuePair =>
  weight(youngerLeads) > weight(olderLeads) ? { keeper: younger, other: older } : { keeper: older, other: younger }

const weight = (leads: Leads): number => [...leads.values()].reduce((sum, strength) => sum + Math.abs(strength), 0)

export interface Merging {
  readonly request: Position
  readonly bounds: Bounds
  /** What a strength is worth by then. */
  readonly after: (edge: EdgeNumber) => Nano
}

export interface Merged {
  readonly events: ReadonlyArray<NewEvent>
  readonly merged: number
  /** Cues that took part: nothing else is decided about them in this run. */
  readonly touched: ReadonlySet<NodeNumber>
}

/**
 * Merges pairs, each cue at most once: the keeper leads to whatever either led to, by the larger of their strengths; the edges of the other
 * go.
 */
export const merge = (graph: GraphView, pairs: ReadonlyArray<CuePair>, { after, bounds, request }: Merging): Merged => {
  const events: Array<NewEvent> = []
  const touched = new Set<NodeNumber>()
  let merged = 0
  let edge: EdgeNumber = graph.edges
  for (const { keeper, other } of pairs) {
    if (touched.has(keeper) || touched.has(other)) continue
    touched.add(keeper).add(other)
    merged++
    for (const given of graph.out(other)) {
      const target = graph.targetOf(given)
      const asked = clamp(after(given), bounds)
      const known = learnedEdge(graph, keeper, target)
      const from = known === undefined ? 0 : after(known)
      if (known === undefined && asked !== 0)
        events.push({
          type: 'EdgeLinked',
          data: { edge: ++edge, source: keeper, target, kind: 'learned', strength: 0, reason: 'merge', evidence: given },
        })
      if (Math.abs(asked) > Math.abs(from)) events.push(moved(known ?? edge, from, asked, request))
      events.push({ type: 'EdgePruned', data: { edge: given, reason: 'merge' } })
    }
    events.push({ type: 'NodeMerged', data: { node: other, into: keeper } })
  }
  return { events, merged, touched }
}

const moved = (edge: EdgeNumber, from: Nano, to: Nano, cause: Position): NewEvent => ({
  type: 'StrengthAdjusted',
  cause,
  data: { edge, from, to, asked: to - from, tier: 'agent', rule: 'merge', reason: 'merged' },
})
