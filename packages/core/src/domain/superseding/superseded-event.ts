/** The event that one memory supersedes another, and which memories it may be about. */

import { isHeld } from '../context/outdated.ts'
import type { EventData, NewEvent } from '../events/brain-event.ts'
import { type GraphView, isRecallable } from '../graph.ts'
import type { NodeNumber } from '../identity.ts'

/** True for a memory that may be recalled, that is the owner's or the agent's, and in whose place as a whole no other one stands. */
export const mayGiveWay = (graph: GraphView, node: NodeNumber): boolean =>
  isRecallable(graph, node) && graph.isTrusted(node) && !isHeld(graph, node)

/** True where a note may take the place of an older memory. What an agent wrote, perhaps of a page that it read, takes nothing of the owner's. */
export const mayTake = (graph: GraphView, note: NodeNumber, older: NodeNumber): boolean =>
  graph.originOf(note) !== 'agent' || graph.originOf(older) === 'agent'

type SupersededData = EventData<'NodeSuperseded'>

export const supersededEvent = (
  { node, part, rule }: Pick<SupersededData, 'node' | 'part' | 'rule'>,
  { by, feedback, gone, reason, says }: Pick<SupersededData, 'by' | 'feedback' | 'reason' | 'says'> & { readonly gone?: true | undefined },
): NewEvent => ({
  type: 'NodeSuperseded',
  data: {
    ...{ node, by, reason, rule },
    ...(feedback === undefined ? {} : { feedback }),
    ...(part === undefined ? {} : { part }),
    ...(says === undefined ? {} : { says }),
    ...(gone === undefined ? {} : { gone }),
  },
})

/**
 * Returns the events, and behind each the same for what the superseded memory had superseded itself: if the words in between are taken back
 * or erased, the older text stays superseded by the newest.
 */
export const withOlder = (graph: GraphView, events: ReadonlyArray<NewEvent>): ReadonlyArray<NewEvent> => {
  const older = events.flatMap((event): ReadonlyArray<NewEvent> => {
    if (event.type !== 'NodeSuperseded' || event.data.part !== undefined) return []
    const { by, feedback, node, reason } = event.data
    // A record supersedes nothing but the message that it records.
    if (reason === 'copy') return []
    const since = { by, reason, ...(feedback === undefined ? {} : { feedback }) }
    return graph.superseded().flatMap((one) => {
      const known = one === by ? undefined : graph.supersededBy(one).find((record) => record.by === node && record.gone === undefined)
      return known === undefined ? [] : [supersededEvent({ node: one, ...known }, since)]
    })
  })
  const isNew = ({ data, type }: NewEvent) =>
    type !== 'NodeSuperseded' || !events.some((event) => event.type === type && event.data.node === data.node && event.data.by === data.by)
  return [...events, ...older.filter(isNew)]
}
