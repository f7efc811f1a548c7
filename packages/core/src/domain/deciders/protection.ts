/** Protects a memory, or takes the protection away. */
import * as Result from 'effect/Result'
import type { NewEvent } from '../events/brain-event.ts'
import type { NodeNumber } from '../identity.ts'
import { isLive, type Origin } from '../node.ts'
import type { BrainState } from '../projections/brain-fold.ts'
import type { Rejection } from '../rejection.ts'

/**
 * What is protected already is not protected again; what is on probation passes it by losing a protection. What went with its document is
 * protected still, and may lose that.
 */
export const decideProtection = (
  { graph, registers }: Pick<BrainState, 'graph' | 'registers'>,
  node: NodeNumber,
  on: boolean,
): Result.Result<ReadonlyArray<NewEvent>, Rejection> => {
  const isProtected = registers.protections.has(node)
  if (!isLive(graph.stateOf(node)) && (on || !isProtected)) return Result.fail({ _tag: 'NodeNotLive', node })
  if (isProtected === on) return Result.succeed([])
  return Result.succeed([{ type: 'NodeProtected', data: { node, protection: on ? 'on' : 'off' } }])
}

/** What is kept from fading is for the owner to say. */
export const mayProtect = (origin: Origin): boolean => origin === 'owner'
