/** Folds the doubts about memories: somebody contradicted a memory in a conversation, and it was neither changed nor confirmed since. */

import type { BrainEvent } from '../events/brain-event.ts'
import { ignore } from '../events/readers.ts'
import type { ContentRef, FeedbackNumber, NodeNumber } from '../identity.ts'
import { type GraphColumns, hasNode } from './graph/graph-columns.ts'
import { isRefAt } from './graph/ref-table.ts'

/** Maximum doubts of one memory. The newest are kept. */
const doubtsKept = 3

/** Folds one event into the doubts of `columns`. Call it before the event changes other columns, because it compares with the old text. */
export const foldDoubts = (columns: GraphColumns, event: BrainEvent): void => {
  switch (event.type) {
    case 'NodeDoubted': {
      const { feedback, node, said, saidAt: at } = event.data
      if (!hasNode(columns, node)) return
      const others = (columns.doubts.get(node) ?? []).filter((doubt) => doubt.feedback !== feedback)
      columns.doubts.set(node, [...others, { feedback, said, at }].slice(-doubtsKept))
      return
    }
    case 'DoubtLifted':
      return lift(columns, event.data.node, event.data.feedback)
    case 'NodeRevised': {
      const { node, text } = event.data
      if (text !== undefined && columns.doubts.has(node) && !isRefAt(columns.text, node, text)) columns.doubts.delete(node)
      return
    }
    case 'FeedbackGiven': {
      const { applied, instead = [], nodes, tier } = event.data
      if (columns.doubts.size === 0 || tier !== 'conscious' || event.origin !== 'owner') return
      for (const node of applied === 'used' ? [...nodes, ...instead] : instead) columns.doubts.delete(node)
      return
    }
    case 'ContentErased':
      return forget(columns, new Set(event.data.contents))
    default:
      ignore<'doubts'>(event.type)
  }
}

const lift = ({ doubts }: GraphColumns, node: NodeNumber, feedback: FeedbackNumber): void => {
  const left = (doubts.get(node) ?? []).filter((doubt) => doubt.feedback !== feedback)
  if (left.length > 0) doubts.set(node, left)
  else doubts.delete(node)
}

/** Removes the doubts whose words were erased. */
const forget = ({ doubts }: GraphColumns, gone: ReadonlySet<ContentRef>): void => {
  for (const [node, known] of doubts) {
    const left = known.filter(({ said }) => !gone.has(said))
    if (left.length === 0) doubts.delete(node)
    else if (left.length < known.length) doubts.set(node, left)
  }
}
