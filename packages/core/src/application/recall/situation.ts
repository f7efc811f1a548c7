/** Looks up the situation of a question: what worked before for its memories and its kind. */

import * as Effect from 'effect/Effect'
import type { GraphView } from '../../domain/graph.ts'
import type { NodeNumber } from '../../domain/identity.ts'
import type { Worked } from '../../domain/recall/worked.ts'
import { units } from '../../domain/strength.ts'
import type { OpenBrain } from '../brain/brain.ts'
import { type NodeNames, nodeNames } from '../naming/names.ts'

/** Returns what worked before, in words: a list of tools, and each procedure. */
export const workedLines = Effect.fnUntraced(function* (brain: OpenBrain, graph: GraphView, { procedures, tools }: Worked) {
  if (tools.length + procedures.length === 0) return []
  const names = yield* nodeNames(brain, graph, [...tools.map(({ tool }) => tool), ...procedures], 'texts')
  const called = tools.flatMap(({ tool }) => names.text(tool) ?? [])
  return [...(called.length === 0 ? [] : [called.join(', ')]), ...procedures.flatMap((node) => names.text(node) ?? [])]
})

/** The nodes that {@link toldWorked} names. */
export const nodesOfWorked = ({ procedures, tools }: Worked): ReadonlyArray<NodeNumber> => [
  ...tools.flatMap(({ memory, tool }) => [tool, memory]),
  ...procedures,
]

export const toldWorked = ({ procedures, tools }: Worked, names: Pick<NodeNames, 'id' | 'title'>) => ({
  tools: tools.map(({ memory, strength, tool }) => ({ tool: names.id(tool), memory: names.id(memory), strength: units(strength) })),
  procedures: procedures.map((node) => ({ node: names.id(node), steps: names.title(node) })),
})
