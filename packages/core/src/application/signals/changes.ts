/** Effects as people and programs read them: which edge or node, from what to what. */
import * as Effect from 'effect/Effect'
import type { BrainEvent } from '../../domain/events/brain-event.ts'
import type { EdgeNumber, NodeNumber } from '../../domain/identity.ts'
import { units } from '../../domain/strength.ts'
import type { EdgeChange, UtilityChange } from '../answers.ts'
import type { OpenBrain } from '../brain/brain.ts'
import { nodeNames, printedEdge } from '../naming/names.ts'

type Change = readonly [number: number, from: number, to: number]

/** Edge changes that effects tell of, in their order. */
export const edgeChanges = (brain: OpenBrain, effects: ReadonlyArray<BrainEvent>) =>
  describeEdges(
    brain,
    effects.flatMap((event): ReadonlyArray<Change> => {
      if (event.type === 'StrengthAdjusted') return [[event.data.edge, event.data.from, event.data.to]]
      if (event.type !== 'StrengthsRestored') return []
      const { edges, from, to } = event.data
      return edges.map((edge, i) => [edge, from[i] ?? 0, to[i] ?? 0])
    }),
  )

export const utilityChanges = (brain: OpenBrain, effects: ReadonlyArray<BrainEvent>) =>
  describeUtilities(
    brain,
    effects.flatMap((event): ReadonlyArray<Change> => {
      if (event.type === 'UtilityAdjusted') return [[event.data.node, event.data.from, event.data.to]]
      if (event.type !== 'StrengthsRestored') return []
      const { nodes, utilityFrom, utilityTo } = event.data
      return nodes.map((node, i) => [node, utilityFrom[i] ?? 0, utilityTo[i] ?? 0])
    }),
  )

const describeEdges = Effect.fnUntraced(function* (brain: OpenBrain, changes: ReadonlyArray<readonly [EdgeNumber, number, number]>) {
  const { graph } = brain.state
  const names = yield* nodeNames(
    brain,
    graph,
    changes.flatMap(([edge]) => [graph.sourceOf(edge), graph.targetOf(edge)]),
    'names',
  )
  return changes.map(
    ([edge, from, to]): EdgeChange => ({
      edge: printedEdge(edge),
      source: names.id(graph.sourceOf(edge)),
      target: names.id(graph.targetOf(edge)),
      kind: graph.kindOf(edge) ?? 'learned',
      from: units(from),
      to: units(to),
    }),
  )
})

const describeUtilities = Effect.fnUntraced(function* (brain: OpenBrain, changes: ReadonlyArray<readonly [NodeNumber, number, number]>) {
  const names = yield* nodeNames(
    brain,
    brain.state.graph,
    changes.map(([node]) => node),
    'names',
  )
  return changes.map(([node, from, to]): UtilityChange => ({ node: names.id(node), from: units(from), to: units(to) }))
})
