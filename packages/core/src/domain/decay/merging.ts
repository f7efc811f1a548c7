/** Finds and merges cues that became one kind of question: they lead to the same memories, and their words are nearly the same. */
import type { NewEvent } from '../events/brain-event.ts'
import type { GraphView } from '../graph.ts'
import type { EdgeNumber, NodeNumber, Position, TurnNumber } from '../identity.ts'
import { learnedEdge } from '../learning/credit-path.ts'
import type { ForgettingSettings } from '../profiles/profile.ts'
import { type Bounds, clamp, type Nano, nano } from '../strength.ts'
import { type Leads, sameLeads } from './decay-policy.ts'

/** Returns the targets that a cue leads to with an absolute strength of at least `least`. */
const leadsOf = (graph: GraphView, cue: NodeNumber, least: Nano): Leads =>
  new Map(
    graph.out(cue).flatMap((edge) => {
      const strength = graph.strengthOf(edge)
      return Math.abs(strength) < least || strength === 0 || graph.kindOf(edge) === 'grown'
        ? []
        : [[graph.targetOf(edge), strength] as const]
    }),
  )

export interface CuePair {
  /** The cue that stays: its strengths are greater, or it is the older one. */
  readonly keeper: NodeNumber
  readonly other: NodeNumber
}

/** The most pairs that one run compares. The rest is compared by later runs. */
const comparedMost = 5_000
/** The step between the first cues of two runs. A prime, so that runs start at different cues. */
const stride = 7_919

/**
 * Returns pairs of live cues that lead to the same memories. The caller compares their words. The comparison starts at another cue in every
 * turn, so that later runs reach the pairs that this run does not.
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
  readonly after: (edge: EdgeNumber) => Nano
}

export interface Merged {
  readonly events: ReadonlyArray<NewEvent>
  readonly merged: number
  /** The cues that took part: nothing else is decided about them in this run. */
  readonly touched: ReadonlySet<NodeNumber>
}

/**
 * Merges pairs, each cue at most once. The keeper gets an edge to every target of either, with the larger of the two strengths; the edges
 * of the other are pruned.
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
      if (graph.kindOf(given) === 'grown') {
        events.push({ type: 'EdgePruned', data: { edge: given, reason: 'death' } })
        continue
      }
      const asked = clamp(after(given), bounds)
      const known = learnedEdge(graph, keeper, target)
      const from = known === undefined ? 0 : after(known)
      if (known === undefined && asked !== 0)
        events.push({
          type: 'EdgeLinked',
          data: { edge: ++edge, source: keeper, target, kind: 'learned', strength: 0, reason: 'merge', evidence: given },
        })
      if (Math.abs(asked) > Math.abs(from)) events.push(mergedStrength(known ?? edge, from, asked, request))
      events.push({ type: 'EdgePruned', data: { edge: given, reason: 'merge' } })
    }
    events.push({ type: 'NodeMerged', data: { node: other, into: keeper } })
  }
  return { events, merged, touched }
}

/** The strength that an edge takes over from the edge of a merged cue. */
export const mergedStrength = (edge: EdgeNumber, from: Nano, to: Nano, cause: Position): NewEvent => ({
  type: 'StrengthAdjusted',
  cause,
  data: { edge, from, to, asked: to - from, tier: 'agent', rule: 'merge', reason: 'merged' },
})
