/** A guardrail: a line of a context about a memory that somebody corrected, and what it comes from. */

import type { ContentRef, FeedbackNumber, NodeNumber, Position } from '../identity.ts'

/**
 * `replaced`: the owner named another memory instead. `superseded`: somebody said that another one holds what is true now. `denied`: a message
 * said that it is wrong. `blamed`: a verdict on a question like this one. `fixed`: what got over a kind of error.
 */
export const guardrailReasons = ['replaced', 'superseded', 'denied', 'blamed', 'fixed'] as const
export type GuardrailReason = (typeof guardrailReasons)[number]

/** Something that stands against a memory. */
export interface Against {
  readonly node: NodeNumber
  readonly because: GuardrailReason
  /** The memory in its place, or the one that got over an error. */
  readonly by?: NodeNumber
  /** The question or the kind of error that it was said for. */
  readonly cue?: NodeNumber
  /** The position of the verdict. */
  readonly position?: Position
  readonly feedback?: FeedbackNumber
  /** The owner's words. */
  readonly said?: ContentRef
  /** The stretch of the memory's text that is meant. Absent: the whole. */
  readonly part?: readonly [from: number, to: number]
}

export interface Guardrail extends Pick<Against, 'because' | 'feedback' | 'node' | 'position'> {
  /** One line, safe inside the fence. */
  readonly line: string
}
