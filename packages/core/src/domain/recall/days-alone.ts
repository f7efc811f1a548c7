/**
 * Tells how far the days that a memory shares with a message are evidence by themselves. They answer a question for nothing else; beside another
 * subject a memory of that day says no more about it than any other.
 */
import type { NodeNumber } from '../identity.ts'
import type { TextEvidence } from '../walk/text-evidence.ts'

export interface DaysAlone {
  /** The places of days, which answer a sentence that asks for nothing else. */
  readonly answers: ReadonlySet<number>
  /** The places of days in a message with another subject. They are no evidence by themselves. */
  readonly tellsNothing: ReadonlySet<number>
  /** True for a memory that answers nevertheless, because it is of one of the days. */
  readonly isOfDay: (node: NodeNumber) => boolean
}

/** True for a memory that shares nothing but days with a message that has another subject. One that shares nothing at all was found otherwise. */
export const sharesDaysOnly = ({ parts }: TextEvidence, { isOfDay, tellsNothing }: DaysAlone, node: NodeNumber): boolean => {
  if (tellsNothing.size === 0 || isOfDay(node)) return false
  const shared = [...parts(node).entries()].filter(([, part]) => part > 0)
  return shared.length > 0 && shared.every(([word]) => tellsNothing.has(word))
}
