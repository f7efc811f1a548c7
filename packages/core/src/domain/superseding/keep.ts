/** Keeps what the owner states in a conversation, where it supersedes memories: as a memory of its own, with the words that it was said in. */
import type { Decided } from '../decision.ts'
import type { NewEvent } from '../events/brain-event.ts'
import type { ContentRef, FeedbackNumber, NodeNumber } from '../identity.ts'
import { decideUnattributed } from '../learning/outcome.ts'
import type { BrainState } from '../projections/brain-fold.ts'
import { type Contrasts, type KnownPassage, supersededAgain, supersededBy } from './supersede.ts'
import { mayGiveWay, supersededEvent, withOlder } from './superseded-event.ts'

/** What a message states, and what is known beside it. */
export interface HeardStatement {
  readonly contrasts: Contrasts
  /** All passages that were found. */
  readonly nearby: ReadonlyArray<KnownPassage>
  /** The contents of the memory that would keep it. `title` is the question that a value alone answers. */
  readonly id: ContentRef
  readonly text: ContentRef
  readonly title: ContentRef | undefined
}

export interface KeptStatement {
  readonly feedback: FeedbackNumber
  readonly kept: NodeNumber
  readonly superseded: ReadonlyArray<NodeNumber>
}

/** Decides what a message supersedes; undefined where it supersedes nothing. `said` is the content of the message as a feedback has it. */
export const decideKept = (statement: HeardStatement, said: ContentRef, state: BrainState): Decided<KeptStatement> | undefined => {
  const { contrasts, id, nearby, text, title } = statement
  const found = [...supersededAgain(contrasts, nearby), ...supersededBy(contrasts, nearby)]
  const superseded = [...new Map(found.map((one) => [one.node, one])).values()].filter(({ node }) => mayGiveWay(state.graph, node))
  if (superseded.length === 0) return undefined
  const { answer: feedback, events } = decideUnattributed({ outcome: 0, reason: 'kept', text: said }, state)
  const kept = state.graph.nodes + 1
  const contents = { id, text, ...(title === undefined ? {} : { title }) }
  const added: NewEvent = { type: 'NodeAdded', origin: 'owner', data: { node: kept, ...contents, nodeType: 'correction', state: 'normal' } }
  const all = superseded.map((one) => supersededEvent(one, { by: kept, reason: 'said', feedback }))
  return {
    events: [...events, added, ...withOlder(state.graph, all)],
    answer: { feedback, kept, superseded: superseded.map(({ node }) => node) },
  }
}
