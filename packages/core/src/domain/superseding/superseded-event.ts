/** The event that one memory supersedes another, and which memories it may be about. */
import type { EventData, NewEvent } from '../events/brain-event.ts'
import { type GraphView, isRecallable } from '../graph.ts'
import type { NodeNumber } from '../identity.ts'

/** True for a memory that may be recalled, that is the owner's or the agent's, and that nothing supersedes as a whole. */
export const mayGiveWay = (graph: GraphView, node: NodeNumber): boolean =>
  isRecallable(graph, node) && graph.isTrusted(node) && !graph.supersededBy(node).some(({ part }) => part === undefined)

type SupersededData = EventData<'NodeSuperseded'>

export const supersededEvent = (
  { node, part, rule }: Pick<SupersededData, 'node' | 'part' | 'rule'>,
  by: Pick<SupersededData, 'by' | 'feedback' | 'reason'>,
): NewEvent => ({ type: 'NodeSuperseded', data: { node, ...by, rule, ...(part === undefined ? {} : { part }) } })
