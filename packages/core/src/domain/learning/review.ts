/**
 * The review of what comes in: which texts wait for the owner's yes, and what the owner decides about them.
 *
 * A text that waits is not trusted, so it is given to no model, supersedes nothing and gains no strength; from a yes on it is. What was recorded
 * of it meanwhile holds from then on.
 */
import * as Result from 'effect/Result'
import type { Decision } from '../decision.ts'
import type { NewEvent } from '../events/brain-event.ts'
import { type GraphView, isItem, isLive, isRecallable, type Origin, type Review } from '../graph.ts'
import type { NodeNumber } from '../identity.ts'
import type { Profile } from '../profiles/profile.ts'
import type { BrainState } from '../projections/brain-fold.ts'

/** The origins whose texts wait: words of a model, and words of others. The owner's own words never do. */
const waiting: ReadonlySet<Origin> = new Set<Origin>(['agent', 'untrusted'])

/** Returns the events by which the texts that other events of a commit bring wait for a yes; none where the settings ask for none. */
export const inReview = (
  events: ReadonlyArray<NewEvent>,
  { graph }: Pick<BrainState, 'graph'>,
  { review }: Pick<Profile, 'review'>,
): ReadonlyArray<NewEvent> => {
  if (review === 'off') return []
  const decided = new Set(events.flatMap((event) => (event.type === 'NodeReviewed' ? [event.data.node] : [])))
  const brought = new Set(events.flatMap((event) => broughtBy(event, graph) ?? []))
  return [...brought].filter((node) => !decided.has(node)).map((node) => ({ type: 'NodeReviewed', data: { node, review: 'waits' } }))
}

const broughtBy = (event: NewEvent, graph: GraphView): NodeNumber | undefined => {
  // A model chose what of the owner's words is kept, and what it takes the place of.
  if (event.type === 'MessageJudged') return event.data.kept
  if (event.type === 'NodeAdded')
    return isItem(event.data.nodeType) && waiting.has(event.origin ?? 'untrusted') ? event.data.node : undefined
  if (event.type !== 'NodeRevised') return undefined
  const before = graph.node(event.data.node)
  if (before === undefined || !isItem(before.type) || !waiting.has(event.origin ?? before.origin)) return undefined
  // A model reads the heading of a memory as well as its text.
  const { text = before.text, title = before.title } = event.data
  return text !== before.text || title !== before.title ? event.data.node : undefined
}

/** Returns the memories that wait for a yes, in the order in which they came in. */
export const waitingNodes = (graph: GraphView): ReadonlyArray<NodeNumber> => {
  const found: Array<NodeNumber> = []
  for (let node = 1; node <= graph.nodes; node++) if (graph.reviewOf(node) === 'waits' && isRecallable(graph, node)) found.push(node)
  return found
}

export interface ReviewDecision {
  readonly nodes: ReadonlyArray<NodeNumber>
  readonly review: Exclude<Review, 'waits'>
}

/** Decides a yes or a no. The owner may change his mind; no event where the same was said before. */
export const decideReview = ({ nodes, review }: ReviewDecision, { graph }: Pick<BrainState, 'graph'>): Decision<void> => {
  for (const node of nodes) {
    if (!isLive(graph.stateOf(node))) return Result.fail({ _tag: 'NodeNotLive', node })
    if (graph.reviewOf(node) === undefined) return Result.fail({ _tag: 'NodeNotInReview', node })
  }
  const changed = [...new Set(nodes)].filter((node) => graph.reviewOf(node) !== review)
  return Result.succeed({ events: changed.map((node) => ({ type: 'NodeReviewed', data: { node, review } })), answer: undefined })
}
