/** Explains why a question does not give a memory to a model: why it is not recalled, or why the context leaves it out. */

import type { ContextBundle } from '../context/context-bundle.ts'
import { dropReasons } from '../events/turn-events.ts'
import type { NodeNumber } from '../identity.ts'
import { type LookedAt, type NotRecalled, notRecalled, notRecalledReasons } from './not-recalled.ts'

/** `given`: the memory is in the context. `erased`: its text was erased. The others are those of a ranking and of a context. */
export const notGivenReasons = ['given', ...notRecalledReasons, ...dropReasons] as const
export type NotGivenReason = (typeof notGivenReasons)[number]

export interface NotGiven extends Omit<NotRecalled, 'reason'> {
  readonly reason: NotGivenReason
}

export interface LookedAtContext extends LookedAt {
  readonly bundle: Pick<ContextBundle, 'included' | 'dropped'>
  /** True for a node whose text was erased. */
  readonly isErased: (node: NodeNumber) => boolean
}

export const notGiven = (looked: LookedAtContext, node: NodeNumber): NotGiven => {
  const found = notRecalled(looked, node)
  if (found.reason !== 'unborn' && looked.isErased(node)) return { ...found, reason: 'erased' }
  if (found.reason !== 'behind') return found
  if (looked.bundle.included.includes(node)) return { ...found, reason: 'given' }
  const dropped = looked.bundle.dropped.find((one) => one.node === node)
  return dropped === undefined ? found : { ...found, reason: dropped.reason }
}
