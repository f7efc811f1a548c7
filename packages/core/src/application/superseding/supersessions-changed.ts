/** Tells which memories a commit lets hold again or sets aside. */

import type { NewEvent } from '../../domain/events/brain-event.ts'
import { type GraphView, isUnapproved, type Review, type Unapproved } from '../../domain/graph.ts'
import type { NodeNumber } from '../../domain/identity.ts'
import type { NodeNames } from '../naming/names.ts'
import type { SupersededChange } from '../operations/superseding.ts'

interface Change {
  readonly node: NodeNumber
  readonly by: NodeNumber
  readonly holds: boolean
  /** The memories that supersede it all the same, by rising number. Empty where it holds. */
  readonly still: ReadonlyArray<NodeNumber>
  /** How the text of `by` stands with the owner where it supersedes nothing: it takes the place only from his yes on. */
  readonly review: Unapproved | undefined
}

/**
 * Returns which memories a commit lets hold again or sets aside, without those it lifts and sets anew. The end of what never held, because its text
 * waited, is none. `graph`: before or after it.
 */
export const supersessionsChanged = (graph: GraphView, events: ReadonlyArray<NewEvent>): ReadonlyArray<Change> => {
  const changes = new Map<string, Pick<Change, 'node' | 'by' | 'holds'>>()
  for (const { data, type } of events) {
    if (type !== 'NodeSuperseded' && type !== 'SupersessionLifted') continue
    const [key, holds] = [`${data.node} ${data.by}`, type === 'SupersessionLifted']
    const known = changes.get(key)
    if (known !== undefined && known.holds !== holds) changes.delete(key)
    else if (!holds || !isUnapproved(graph.reviewOf(data.by))) changes.set(key, { node: data.node, by: data.by, holds })
  }
  const reviewed = reviewsAfter(graph, events)
  return [...changes.values()].map((change): Change => {
    if (!change.holds) return { ...change, still: [], review: reviewed(change.by) }
    const stands = new Set(graph.supersededBy(change.node).map(({ by }) => by))
    for (const { by, holds, node } of changes.values()) {
      if (node === change.node && (holds || reviewed(by) === undefined)) stands[holds ? 'delete' : 'add'](by)
    }
    return { ...change, still: [...stands].sort((a, b) => a - b), review: undefined }
  })
}

/** Returns how a text that is not approved stands after the events. */
const reviewsAfter = (graph: GraphView, events: ReadonlyArray<NewEvent>) => {
  const said = new Map<NodeNumber, Review | undefined>()
  for (const { data, type } of events) {
    if (type === 'NodeReviewed') said.set(data.node, data.review)
    else if (type === 'NodeTrusted') said.set(data.node, undefined)
  }
  return (node: NodeNumber): Unapproved | undefined => {
    const review = said.has(node) ? said.get(node) : graph.reviewOf(node)
    return isUnapproved(review) ? review : undefined
  }
}

export const namedInChanges = (changes: ReadonlyArray<Change>): ReadonlyArray<NodeNumber> =>
  changes.flatMap(({ by, node, still }) => [by, node, ...still])

export const toldChanges = (names: NodeNames, changes: ReadonlyArray<Change>): ReadonlyArray<SupersededChange> =>
  changes.map(({ by, holds, node, review, still }) => ({
    node: names.id(node),
    by: names.id(by),
    holds,
    ...(still.length === 0 ? {} : { still: still.map((one) => names.id(one)) }),
    ...(review === undefined ? {} : { review }),
  }))
