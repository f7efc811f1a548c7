/** Finds what of the graph a judged message is about: the words that are over, what took the place of words and holds, and how that ends. */
import { overlaps, type Stretch } from '@crabtrail/text/statements/quoted-words'
import type { NewEvent } from '../events/brain-event.ts'
import type { GraphView, Supersession } from '../graph.ts'
import type { NodeNumber } from '../identity.ts'
import { supersessionsLifted } from '../superseding/superseded-event.ts'
import type { JudgedMessage } from './judge-prompt.ts'

/** Why a judgement counts: somebody said so, or a note was read later. */
export const saying = ({ note }: JudgedMessage) => ({ reason: note === undefined ? 'said' : 'later' }) as const

/** The words of a memory that are over. A kept message is superseded as a whole, so that no search finds it any more. */
export const over = (graph: GraphView, node: NodeNumber, part: Stretch | undefined) => ({
  node,
  ...(part === undefined || graph.typeOf(node) === 'correction' ? {} : { part }),
})

/** Returns the end of whatever took the place of a stretch of a memory by a message, and of the doubts of it. */
export const lifted = (graph: GraphView, node: NodeNumber, stretch: Stretch | undefined, feedback: number): ReadonlyArray<NewEvent> => [
  ...supersessionsLifted(graph, node, { reason: 'reasserted', feedback }, (one) => isJudged(one, stretch)),
  ...doubtsLifted(graph, node, stretch, feedback),
]

const isJudged = ({ part, rule }: Supersession, stretch: Stretch | undefined): boolean => rule === 'judged' && overlaps(part, stretch)

export const doubtsLifted = (graph: GraphView, node: NodeNumber, stretch: Stretch | undefined, by: number): ReadonlyArray<NewEvent> =>
  graph
    .doubtsOf(node)
    .filter(({ part }) => overlaps(part, stretch))
    .map(({ feedback }): NewEvent => ({ type: 'DoubtLifted', data: { node, feedback, reason: 'reasserted', by } }))

/** Returns the other memories whose words were taken for the same as these when they were first said otherwise. */
export const copiesOf = (graph: GraphView, node: NodeNumber, stretch: Stretch | undefined) => {
  const first = graph.supersededBy(node).find((one) => isJudged(one, stretch))
  if (first === undefined) return []
  return graph.superseded().flatMap((other) => {
    if (other === node || graph.typeOf(other) === 'correction') return []
    const record = graph
      .supersededBy(other)
      .find(({ by, feedback, rule }) => rule === 'judged' && by === first.by && feedback === first.feedback)
    return record === undefined ? [] : [{ node: other, part: record.part }]
  })
}

/** Returns the words of older memories in whose place these words of a memory stand: a kept message as a whole, of a note what says so. */
export const heldWith = (graph: GraphView, holder: NodeNumber, stretch: Stretch | undefined) =>
  graph.superseded().flatMap((node) =>
    graph
      .supersededBy(node)
      .filter(({ by, gone, rule, says }) => by === holder && gone === undefined && rule === 'judged' && overlaps(says, stretch))
      .map(({ part }) => over(graph, node, part)),
  )

/**
 * Returns what took the place of a stretch of a memory and holds: kept messages, and the words of notes. Those that were changed since are over
 * already.
 */
export const keptAgainst = (graph: GraphView, node: NodeNumber, stretch: Stretch | undefined) => {
  const isOver = ({ by, says }: Supersession) => graph.supersededBy(by).some(({ part }) => overlaps(part, says))
  return graph
    .supersededBy(node)
    .filter((one) => isJudged(one, stretch) && one.gone === undefined && !isOver(one))
    .map(({ by, says }) => over(graph, by, says))
}
