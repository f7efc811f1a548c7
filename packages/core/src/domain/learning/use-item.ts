/** A memory that was put before a model, and what shows that the answer used it. */
import type { NodeNumber } from '../identity.ts'

export interface UseItem {
  readonly node: NodeNumber
  readonly id: string
  readonly title: string
  readonly text: string
}

/** From the surest: its id, file or path was named; its wording was taken over; identifiers were that only it has. */
export const evidences = ['id', 'text', 'identifier'] as const
export type Evidence = (typeof evidences)[number]

export interface UsedItem {
  readonly node: NodeNumber
  readonly evidence: Evidence
  /** Of what could have been found by this evidence, above 0 to 1. */
  readonly share: number
}
