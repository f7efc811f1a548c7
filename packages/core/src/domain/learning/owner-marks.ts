/** The two marks that the owner alone puts on a memory and takes off again: protection and trust. */
import * as Result from 'effect/Result'
import type { NewEvent } from '../events/brain-event.ts'
import type { NodeNumber } from '../identity.ts'
import { isItem, isLive, mayBeInjected, type Origin } from '../node.ts'
import type { BrainState } from '../projections/brain-fold.ts'
import type { Rejection } from '../rejection.ts'

type Decided = Result.Result<ReadonlyArray<NewEvent>, Rejection>

/** A verdict of a model, or others’ text, must not decide which memories stay and which are given unasked. */
export const mayMark = (origin: Origin): boolean => origin === 'owner'

/**
 * A protected memory does not die, and edges into it do not fade away. No event where nothing changes. Taking a protection off also ends a
 * probation. A memory that was retired with its document keeps its protection: it can be taken off then, and not be put on.
 */
export const decideProtection = ({ graph, registers }: Pick<BrainState, 'graph' | 'registers'>, node: NodeNumber, on: boolean): Decided => {
  const isProtected = registers.protections.has(node)
  if (!isLive(graph.stateOf(node)) && (on || !isProtected)) return Result.fail({ _tag: 'NodeNotLive', node })
  if (isProtected === on) return Result.succeed([])
  return Result.succeed([{ type: 'NodeProtected', data: { node, protection: on ? 'on' : 'off' } }])
}

/** A trusted memory of others’ text may be put before a model. No event where nothing changes, and none for memories that need no trust. */
export const decideTrust = ({ graph }: Pick<BrainState, 'graph'>, node: NodeNumber, on: boolean): Decided => {
  const view = graph.node(node)
  if (view === undefined || !isLive(view.state) || !isItem(view.type)) return Result.fail({ _tag: 'NodeNotLive', node })
  if (view.trusted === on || (on && mayBeInjected(view.origin))) return Result.succeed([])
  return Result.succeed([{ type: 'NodeTrusted', data: { node, trust: on ? 'on' : 'off' } }])
}
