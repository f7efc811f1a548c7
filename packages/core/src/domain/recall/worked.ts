/** Finds what worked before for the memories and the kind of a question: tools that memories are joined with, and procedures of its cues. */

import { type GraphView, isLive } from '../graph.ts'
import type { NodeNumber } from '../identity.ts'
import { type Nano, nano } from '../strength.ts'

/** A tool that was called with success where a memory was in the context. */
interface WorkedTool {
  readonly tool: NodeNumber
  readonly memory: NodeNumber
  readonly strength: Nano
}

export interface Worked {
  /** The strongest first, each tool once. */
  readonly tools: ReadonlyArray<WorkedTool>
  /** Those of the most similar questions first. */
  readonly procedures: ReadonlyArray<NodeNumber>
}

/** Most tools and procedures that are told: more is no hint any more. */
const [toolsMost, proceduresMost] = [5, 2]

type WorkedGraph = Pick<GraphView, 'isTrusted' | 'kindOf' | 'out' | 'stateOf' | 'strengthOf' | 'targetOf' | 'typeOf'>

/** `memories` and `cues` are those of the question. `family`: the likeness from which on a cue stands for questions of its kind. */
export const workedFor = (
  graph: WorkedGraph,
  memories: Iterable<NodeNumber>,
  cues: ReadonlyArray<{ readonly alike: Nano; readonly cue: NodeNumber }>,
  family: number,
): Worked => ({ tools: toolsOf(graph, memories), procedures: proceduresOf(graph, cues, nano(family)) })

const toolsOf = (graph: WorkedGraph, memories: Iterable<NodeNumber>): ReadonlyArray<WorkedTool> => {
  const best = new Map<NodeNumber, WorkedTool>()
  for (const memory of new Set(memories)) {
    if (!graph.isTrusted(memory)) continue
    for (const edge of graph.out(memory)) {
      const [tool, strength] = [graph.targetOf(edge), graph.strengthOf(edge)]
      const isTool = graph.kindOf(edge) === 'tool_link' && graph.typeOf(tool) === 'tool_call' && isLive(graph.stateOf(tool))
      if (isTool && strength > (best.get(tool)?.strength ?? 0)) best.set(tool, { tool, memory, strength })
    }
  }
  return [...best.values()].sort((a, b) => b.strength - a.strength || a.tool - b.tool).slice(0, toolsMost)
}

const proceduresOf = (
  graph: WorkedGraph,
  cues: ReadonlyArray<{ readonly alike: Nano; readonly cue: NodeNumber }>,
  least: Nano,
): ReadonlyArray<NodeNumber> => {
  const kin = cues.filter(({ alike, cue }) => alike >= least && isLive(graph.stateOf(cue)))
  const found = new Set<NodeNumber>()
  for (const { cue } of kin.toSorted((a, b) => b.alike - a.alike || a.cue - b.cue)) {
    const sums = new Map<NodeNumber, Nano>()
    for (const edge of graph.out(cue)) {
      const target = graph.targetOf(edge)
      if (graph.typeOf(target) === 'procedure') sums.set(target, (sums.get(target) ?? 0) + graph.strengthOf(edge))
    }
    for (const [node, strength] of sums) if (strength > 0 && isLive(graph.stateOf(node)) && graph.isTrusted(node)) found.add(node)
  }
  return [...found].slice(0, proceduresMost)
}
