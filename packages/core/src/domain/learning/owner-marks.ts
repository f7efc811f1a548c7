/** Puts on a memory, and takes off again, the two marks that are for the owner alone: protection and trust. */
import * as Result from 'effect/Result'
import type { Decision } from '../decision.ts'
import type { NodeNumber } from '../identity.ts'
import { isItem, isLive, mayBeInjected, type Origin } from '../node.ts'
import type { BrainState } from '../projections/brain-fold.ts'

export interface OwnerMark {
  readonly node: NodeNumber
  readonly mark: 'on' | 'off'
}

/** A verdict of a model, or others’ text, must not decide which memories stay and which are given unasked. */
export const mayMark = (origin: Origin): boolean => origin === 'owner'

const nothing: Decision<void> = Result.succeed({ events: [], answer: undefined })

/**
 * A protected memory does not die, and edges into it do not fade away. No event where nothing changes. Taking a protection off also ends a
 * probation. A memory that was retired with its document keeps its protection: it can be taken off then, and not be put on.
 */
export const decideProtection = ({ mark, node }: OwnerMark, { graph, owner }: BrainState): Decision<void> => {
  const isProtected = owner.protections.has(node)
  if (!isLive(graph.stateOf(node)) && (mark === 'on' || !isProtected)) return Result.fail({ _tag: 'NodeNotLive', node })
  if (isProtected === (mark === 'on')) return nothing
  return Result.succeed({ events: [{ type: 'NodeProtected', data: { node, protection: mark } }], answer: undefined })
}

/** A trusted memory of others’ text may be put before a model. No event where nothing changes, and none for memories that need no trust. */
export const decideTrust = ({ mark, node }: OwnerMark, { graph }: Pick<BrainState, 'graph'>): Decision<void> => {
  const view = graph.node(node)
  if (view === undefined || !isLive(view.state) || !isItem(view.type)) return Result.fail({ _tag: 'NodeNotLive', node })
  if (view.trusted === (mark === 'on') || (mark === 'on' && mayBeInjected(view.origin))) return nothing
  return Result.succeed({ events: [{ type: 'NodeTrusted', data: { node, trust: mark } }], answer: undefined })
}
