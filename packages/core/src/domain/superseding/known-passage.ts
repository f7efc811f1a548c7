/** A memory with its words, as the rules of superseding compare it. */
import type { NodeNumber } from '../identity.ts'

export interface Worded {
  /** Headings joined by ` › `; empty for none. */
  readonly title: string
  readonly text: string
}

export interface KnownPassage extends Worded {
  readonly node: NodeNumber
}
