/** Lets a memory of others' text be put before a model, or no longer. */
import * as Result from 'effect/Result'
import type { NewEvent } from '../events/brain-event.ts'
import type { NodeNumber } from '../identity.ts'
import { isItem, isLive, mayBeInjected, type Origin } from '../node.ts'
import type { BrainState } from '../projections/brain-fold.ts'
import type { Rejection } from '../rejection.ts'

/** What is trusted already is not trusted again, and what is the owner's or the agent's needs no trust. */
export const decideTrust = (
  { graph }: Pick<BrainState, 'graph'>,
  node: NodeNumber,
  on: boolean,
): Result.Result<ReadonlyArray<NewEvent>, Rejection> => {
  const view = graph.node(node)
  if (view === undefined || !isLive(view.state) || !isItem(view.type)) return Result.fail({ _tag: 'NodeNotLive', node })
  if (view.trusted === on || (on && mayBeInjected(view.origin))) return Result.succeed([])
  return Result.succeed([{ type: 'NodeTrusted', data: { node, trust: on ? 'on' : 'off' } }])
}

/** What a model is given unasked is for the owner to say. */
export const mayTrust = (origin: Origin): boolean => origin === 'owner'
