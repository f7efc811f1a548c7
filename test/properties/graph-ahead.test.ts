import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { BrainEvent, EventType } from '../../packages/core/src/domain/events/brain-event.ts'
import { placed } from '../../packages/core/src/domain/events/codec/event-codec.ts'
import type { EdgeView, GraphView } from '../../packages/core/src/domain/graph.ts'
import { brainState, emptyFold, foldEvent } from '../../packages/core/src/domain/projections/brain-fold.ts'
import { graphAhead } from '../../packages/core/src/domain/projections/graph/graph-ahead.ts'
import { eventOf } from '../arbitraries/event.ts'
import { nonsenseLog } from '../arbitraries/log.ts'
import { plausibleLog } from '../arbitraries/plausible-log.ts'
import { runs } from './runs.ts'

const types: ReadonlyArray<EventType> = [
  ...(['NodeAdded', 'NodeRestored', 'EdgeLinked', 'EdgePruned', 'EdgeRestored'] as const),
  ...(['StrengthAdjusted', 'StrengthsRestored', 'UtilityAdjusted'] as const),
]
const decided = fc.array(fc.oneof(...types.map(eventOf)), { maxLength: 12 })

/** All that a graph says of edges, and of nodes what a new node brings, number by number, and beyond the highest number. */
const saysOf = (graph: GraphView) => ({
  nodes: graph.nodes,
  edges: graph.edges,
  ofNodes: Array.from({ length: 12 }, (_, node) => ({
    ...{ state: graph.stateOf(node), type: graph.typeOf(node), origin: graph.originOf(node), trusted: graph.isTrusted(node) },
    ...{ utility: graph.utilityOf(node), out: graph.out(node), joining: graph.joining(node), between: graph.between(node, 1) },
  })),
  ofEdges: Array.from({ length: 12 }, (_, edge) => ({
    ...{ view: withoutTurns(graph.edge(edge)), strength: graph.strengthOf(edge), first: graph.firstOf(edge) },
    ...{ kind: graph.kindOf(edge), isLinked: graph.isLinked(edge), ends: [graph.sourceOf(edge), graph.targetOf(edge)] },
  })),
})

const withoutTurns = (edge: EdgeView | undefined) => edge && { ...edge, lastUsed: 0, lastRenewed: 0 }

const holds = (log: ReadonlyArray<BrainEvent>, events: ReadonlyArray<Parameters<typeof placed>[0]>): void => {
  const fold = emptyFold()
  for (const event of log) foldEvent(fold, event)
  const { graph, lastTurn } = brainState(fold)
  const ahead = graphAhead(graph, lastTurn)
  events.forEach(ahead.fold)
  const told = saysOf(ahead.graph)
  events.forEach((event, i) => {
    foldEvent(fold, placed(event, log.length + i + 1, { at: fold.at, actor: 1 }))
  })

  expect(told).toEqual(saysOf(graph))
}

describe('the graph that a decision sees ahead', () => {
  test('INV-09 is that of the fold once the events of the commit are folded', () => {
    fc.assert(fc.property(nonsenseLog, decided, holds), runs)
  })

  test('INV-09 is that of the fold behind a log of the application', () => {
    fc.assert(
      fc.property(plausibleLog, decided, ({ log }, events) => {
        holds(log, events)
      }),
      runs,
    )
  })
})
