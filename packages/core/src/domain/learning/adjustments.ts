/** Collects the changes of one fact. Each effect starts from the value that the effect before it gave the same edge or node. */

import type { BrainEventOf, NewEvent } from '../events/brain-event.ts'
import type { Tier } from '../events/feedback-events.ts'
import type { EdgeView, GraphView } from '../graph.ts'
import type { EdgeNumber, NodeNumber, Position, TurnNumber } from '../identity.ts'
import type { Profile } from '../profiles/profile.ts'
import { adjust, type Nano, nano } from '../strength.ts'
import { moved, strengthBounds } from './movement-policy.ts'

/** The turn and the tier that a change counts for. */
export interface Counted {
  readonly turn: TurnNumber | undefined
  readonly tier: Tier
}

export interface Adjustments {
  readonly events: ReadonlyArray<NewEvent>
  /** Returns the strength of an edge after the changes so far. */
  readonly strength: (edge: EdgeNumber) => Nano
  readonly edge: (as: Counted, edge: EdgeNumber, asked: Nano, rule: string, reason: string) => void
  /** Takes back a gain, as far as the bounds allow. */
  readonly withdraw: (as: Counted, edge: EdgeNumber, gained: Nano, rule: string, reason: string) => void
  readonly utility: (as: Counted, node: NodeNumber, asked: Nano, rule: string, reason: string) => void
}

/** Opens a collection of changes. `cause` is the position of the fact that all of them follow from. */
export const adjustments = (cause: Position, graph: GraphView, profile: Profile): Adjustments => {
  const events: Array<NewEvent> = []
  const strengths = new Map<EdgeNumber, Nano>()
  const utilities = new Map<NodeNumber, Nano>()
  const envelope = ({ turn }: Counted) => ({ cause, ...(turn === undefined ? {} : { turn }) })
  return {
    events,
    strength: (edge) => strengths.get(edge) ?? graph.strengthOf(edge),
    edge: (as, edge, asked, rule, reason) => {
      if (asked > 0 && !mayGain(graph, edge)) return
      const from = strengths.get(edge) ?? graph.strengthOf(edge)
      const to = moved(from, asked, profile)
      if (to === undefined) return
      strengths.set(edge, to)
      events.push({ type: 'StrengthAdjusted', ...envelope(as), data: { edge, from, to, asked, tier: as.tier, rule, reason } })
    },
    withdraw: (as, edge, gained, rule, reason) => {
      if (gained === 0 || (gained < 0 && !mayGain(graph, edge))) return
      const from = strengths.get(edge) ?? graph.strengthOf(edge)
      const to = adjust(from, -gained, strengthBounds(profile))
      if (to === from) return
      strengths.set(edge, to)
      events.push({ type: 'StrengthAdjusted', ...envelope(as), data: { edge, from, to, asked: -gained + 0, tier: as.tier, rule, reason } })
    },
    utility: (as, node, asked, rule, reason) => {
      if (asked === 0) return
      const from = utilities.get(node) ?? graph.utilityOf(node)
      const to = adjust(from, asked, { min: nano(profile.utility.min), max: nano(profile.utility.max) })
      utilities.set(node, to)
      events.push({ type: 'UtilityAdjusted', ...envelope(as), data: { node, from, to, asked, tier: as.tier, rule, reason } })
    },
  }
}

/**
 * True where an edge may gain strength: its target is trusted, or is a tool. An edge into an untrusted or system memory never gains,
 * whoever praises it, unless the owner trusts the memory; blame always counts. Tools belong to the system, and are never put before a
 * model.
 */
const mayGain = (graph: GraphView, edge: EdgeNumber): boolean =>
  graph.isTrusted(graph.targetOf(edge)) || (graph.kindOf(edge) === 'tool_link' && graph.typeOf(graph.targetOf(edge)) === 'tool_call')

/* The graph as it will be once some facts of the same commit are folded, as far as a decision needs it. */

type Data<T extends NewEvent['type']> = BrainEventOf<T>['data']

/** Returns the graph with nodes added, and edges linked or restored; other facts are ignored. Valid as long as `graph` is. */
export const graphWith = (graph: GraphView, facts: ReadonlyArray<NewEvent>): GraphView => {
  const added = new Map<NodeNumber, Extract<NewEvent, { readonly type: 'NodeAdded' }>>()
  const linked = new Map<EdgeNumber, Data<'EdgeLinked'>>()
  const restored = new Set<EdgeNumber>()
  for (const fact of facts) {
    if (fact.type === 'NodeAdded') added.set(fact.data.node, fact)
    if (fact.type === 'EdgeLinked') linked.set(fact.data.edge, fact.data)
    if (fact.type === 'EdgeRestored') restored.add(fact.data.edge)
  }
  if (linked.size + restored.size === 0) return graph
  const edge = (number: EdgeNumber): EdgeView | undefined => {
    const data = linked.get(number)
    if (data !== undefined)
      return { ...data, first: data.strength, linked: true, withdrawn: false, uses: 0, skips: 0, lastUsed: 0, lastRenewed: 0 }
    const known = graph.edge(number)
    return known !== undefined && restored.has(number) ? { ...known, linked: true, withdrawn: false } : known
  }
  const also = (fits: (data: Data<'EdgeLinked'>) => boolean) => [...linked].flatMap(([number, data]) => (fits(data) ? [number] : []))
  return {
    ...graph,
    nodes: graph.nodes + added.size,
    edges: graph.edges + linked.size,
    edge,
    out: (node) => [
      ...new Set([
        ...graph.out(node),
        ...[...restored].filter((number) => graph.sourceOf(number) === node),
        ...also(({ source }) => source === node),
      ]),
    ],
    between: (source, target) => [...graph.between(source, target), ...also((data) => data.source === source && data.target === target)],
    stateOf: (node) => added.get(node)?.data.state ?? graph.stateOf(node),
    typeOf: (node) => added.get(node)?.data.nodeType ?? graph.typeOf(node),
    originOf: (node) => added.get(node)?.origin ?? graph.originOf(node),
    strengthOf: (number) => linked.get(number)?.strength ?? graph.strengthOf(number),
    kindOf: (number) => linked.get(number)?.kind ?? graph.kindOf(number),
    targetOf: (number) => linked.get(number)?.target ?? graph.targetOf(number),
    sourceOf: (number) => linked.get(number)?.source ?? graph.sourceOf(number),
    isLinked: (number) => linked.has(number) || restored.has(number) || graph.isLinked(number),
  }
}
