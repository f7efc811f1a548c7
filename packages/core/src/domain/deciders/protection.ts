/** Protects a memory, or takes the protection away. */
import * as Result from 'effect/Result'
import type { NewEvent } from '../events/brain-event.ts'
import type { GraphView } from '../graph.ts'
import type { NodeNumber } from '../identity.ts'
import { isLive, type Origin } from '../node.ts'
import type { Rejection } from '../rejection.ts'

/** What is protected already is not protected again; what is on probation passes it by losing a protection. */
export const decideProtection = (graph: GraphView, node: NodeNumber, on: boolean): Result.Result<ReadonlyArray<NewEvent>, Rejection> => {
  const state = graph.stateOf(node)
  if (!isLive(state)) return Result.fail({ _tag: 'NodeNotLive', node })
  if ((state === 'protected') === on) return Result.succeed([])
  return Result.succeed([{ type: 'NodeProtected', data: { node, protection: on ? 'on' : 'off' } }])
}

/** What is kept from fading is for the owner to say. */
export const mayProtect = (origin: Origin): boolean => origin === 'owner'
