/** Tells which memories that an unlearning holds out may come back. */
import type { NodeNumber } from '../identity.ts'
import type { BrainState } from './brain-fold.ts'

export type HeldState = Pick<BrainState, 'erased' | 'graph' | 'sources' | 'unlearnings'>

/** True for a memory that an unlearning holds out, whose text is kept and whose document is there. */
export const mayComeBack = ({ erased, graph, sources, unlearnings }: HeldState, node: NodeNumber): boolean => {
  const text = graph.node(node)?.text
  if (text === undefined || erased.has(text) || !unlearnings.held.has(node)) return false
  return sources.byNumber.get(graph.sourceNumberOf(node))?.retired !== true
}
