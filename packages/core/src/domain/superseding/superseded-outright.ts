/** Decides which of the pairs that passages name outright are recorded, and which records end because nothing says so any more. */

import type { OutrightPair } from '@crabtrail/text/evidence/outright-pairs'
import type { NewEvent } from '../events/brain-event.ts'
import { type GraphView, isRecallable } from '../graph.ts'
import type { NodeNumber } from '../identity.ts'
import { mayGiveWay, mayTake, supersededEvent } from './superseded-event.ts'

/**
 * Returns the events for the pairs with a memory that changed. A pair that the owner lifted is not set again while nothing changes. What a note
 * of an agent says supersedes nothing of the owner's.
 */
export const supersededOutright = (
  pairs: ReadonlyArray<OutrightPair>,
  isChanged: (node: NodeNumber) => boolean,
  graph: GraphView,
): ReadonlyArray<NewEvent> => {
  const isNew = ({ by, older, said }: OutrightPair) =>
    [by, older, said].some(isChanged) && !graph.supersededBy(older).some((one) => one.by === by && one.gone === undefined)
  const isMeant = ({ by, older, said }: OutrightPair) =>
    graph.isTrusted(said) && graph.isTrusted(by) && isRecallable(graph, by) && mayGiveWay(graph, older) && mayTake(graph, said, older)
  return pairs
    .filter((pair) => isNew(pair) && isMeant(pair))
    .map(({ by, older, rule }) => supersededEvent({ node: older, rule }, { by, reason: 'outright' }))
}

/** Returns the ends of the records that no text says any more. One whose newer memory is gone stays: its deletion says nothing about the older. */
export const noLongerSaid = (pairs: ReadonlyArray<OutrightPair>, graph: GraphView): ReadonlyArray<NewEvent> => {
  const said = new Set(pairs.map(({ by, older }) => `${older} ${by}`))
  return graph.superseded().flatMap((node) =>
    graph
      .supersededBy(node)
      .filter(
        ({ by, reason }) => reason === 'outright' && !said.has(`${node} ${by}`) && isRecallable(graph, node) && isRecallable(graph, by),
      )
      .map(({ by }): NewEvent => ({ type: 'SupersessionLifted', data: { node, by, reason: 'withdrawn' } })),
  )
}
