/** The graph as it will be once some events of the same commit are folded, as far as a decision within that commit needs it. */

import { bornEdge, bornUtility, isOutOfReach, prunedStanding, restoredStanding, strengthMoves, utilityMoves } from '../../edge-rules.ts'
import { ignore, type NewEvent, type NewEventOf } from '../../events/brain-event.ts'
import { type EdgeView, type GraphView, mayBeInjected, type NodeState, type Origin } from '../../graph.ts'
import type { EdgeNumber, NodeNumber, TurnNumber } from '../../identity.ts'
import type { Nano } from '../../strength.ts'

export interface GraphAhead {
  /**
   * The graph after the events so far. It knows their new and restored nodes, their new edges, and the standings, strengths and utilities that
   * they set. The turns of last use, the counts of praise and everything else are those of the graph before. Valid as long as that graph is.
   */
  readonly graph: GraphView
  readonly fold: (event: NewEvent) => void
}

interface Changes {
  readonly nodes: Map<NodeNumber, NewEventOf<'NodeAdded'>>
  readonly states: Map<NodeNumber, NodeState>
  readonly edges: Map<EdgeNumber, EdgeView>
  readonly utilities: Map<NodeNumber, Nano>
}

/** `now` is the newest turn before the commit; new edges need it. Copies nothing of the graph: its cost grows with the events alone. */
export const graphAhead = (before: GraphView, now: TurnNumber = 0): GraphAhead => {
  const changes: Changes = { nodes: new Map(), states: new Map(), edges: new Map(), utilities: new Map() }
  const graph = viewOf(before, changes)
  const change = (number: EdgeNumber, fields: Partial<EdgeView>) => {
    const edge = graph.edge(number)
    if (edge !== undefined) changes.edges.set(number, { ...edge, ...fields })
  }
  return {
    graph,
    fold: (event) => {
      switch (event.type) {
        case 'NodeAdded':
          if (!isOutOfReach(event.data.node, graph.nodes) && graph.stateOf(event.data.node) === undefined)
            changes.nodes.set(event.data.node, event)
          return
        case 'NodeRestored':
          if (graph.stateOf(event.data.node) !== undefined) changes.states.set(event.data.node, event.data.state)
          return
        case 'EdgeLinked': {
          const { edge, source, target } = event.data
          const isJoinable = graph.stateOf(source) !== undefined && graph.stateOf(target) !== undefined
          if (isJoinable && !isOutOfReach(edge, graph.edges) && graph.edge(edge) === undefined)
            changes.edges.set(edge, bornEdge(event.data, now))
          return
        }
        case 'EdgePruned':
          return change(event.data.edge, prunedStanding(event.data.reason))
        case 'EdgeRestored':
          return change(event.data.edge, restoredStanding)
        case 'StrengthAdjusted':
        case 'StrengthsRestored':
        case 'UtilityAdjusted':
          for (const { number, to } of strengthMoves(event)) change(number, { strength: to })
          for (const { number, to } of utilityMoves(event)) if (graph.stateOf(number) !== undefined) changes.utilities.set(number, to)
          return
        default:
          ignore<'graph ahead'>(event.type)
      }
    },
  }
}

const originOf = (added: NewEventOf<'NodeAdded'> | undefined): Origin | undefined => added && (added.origin ?? 'untrusted')

const viewOf = (before: GraphView, { edges, nodes, states, utilities }: Changes): GraphView => {
  const known = (number: EdgeNumber) => edges.get(number)
  const changed = (fits: (edge: EdgeView) => boolean) => [...edges.values()].filter(fits).map(({ edge }) => edge)
  const rising = (all: ReadonlyArray<EdgeNumber>) => [...new Set(all)].sort((a, b) => a - b)
  return {
    ...before,
    get nodes() {
      return Math.max(before.nodes, ...nodes.keys())
    },
    get edges() {
      return Math.max(before.edges, ...edges.keys())
    },
    edge: (number) => known(number) ?? before.edge(number),
    out: (node) =>
      edges.size === 0
        ? before.out(node)
        : rising([...before.out(node), ...changed(({ source }) => source === node)]).filter((number) => known(number)?.linked ?? true),
    joining: (node) =>
      edges.size === 0
        ? before.joining(node)
        : rising([...before.joining(node), ...changed(({ source, target }) => source === node || target === node)]),
    between: (source, target) =>
      edges.size === 0
        ? before.between(source, target)
        : rising([...before.between(source, target), ...changed((edge) => edge.source === source && edge.target === target)]),
    stateOf: (node) => states.get(node) ?? nodes.get(node)?.data.state ?? before.stateOf(node),
    typeOf: (node) => nodes.get(node)?.data.nodeType ?? before.typeOf(node),
    originOf: (node) => originOf(nodes.get(node)) ?? before.originOf(node),
    isTrusted: (node) => {
      const origin = originOf(nodes.get(node))
      return origin === undefined ? before.isTrusted(node) : mayBeInjected(origin)
    },
    dayOf: (node) => nodes.get(node)?.data.day ?? before.dayOf(node),
    utilityOf: (node) => utilities.get(node) ?? (nodes.has(node) ? bornUtility : before.utilityOf(node)),
    strengthOf: (number) => known(number)?.strength ?? before.strengthOf(number),
    kindOf: (number) => known(number)?.kind ?? before.kindOf(number),
    targetOf: (number) => known(number)?.target ?? before.targetOf(number),
    sourceOf: (number) => known(number)?.source ?? before.sourceOf(number),
    isLinked: (number) => known(number)?.linked ?? before.isLinked(number),
    firstOf: (number) => known(number)?.first ?? before.firstOf(number),
  }
}
