/** What a walk leaves behind: what fired, every edge it looked at, and what was held back. */
import type { FollowChannel, SkipReason } from '../events/turn-events.ts'
import type { EdgeNumber, NodeNumber } from '../identity.ts'
import type { Nano } from '../strength.ts'

export type StepOutcome =
  | {
      readonly followed: FollowChannel
      readonly energy: Nano
      /** Of the energy, what the target adds to the question's words, and what its source passes on; where they are told apart. */
      readonly residual?: Nano
      readonly spread?: Nano
    }
  | { readonly skipped: SkipReason }

export interface WalkStep {
  readonly edge: EdgeNumber
  readonly strength: Nano
  readonly depth: number
  readonly outcome: StepOutcome
}

export interface FiredNode {
  readonly node: NodeNumber
  readonly depth: number
  readonly energy: Nano
  /** The edge that brought most; 0 for a seed. */
  readonly edge: EdgeNumber
  /** Of the energy, what shared names alone suggest; absent for nothing. */
  readonly presumed?: Nano
}

export interface Inhibition {
  readonly node: NodeNumber
  readonly depth: number
  /** What was taken, positive. */
  readonly energy: Nano
  readonly edge: EdgeNumber
}

export interface Walk {
  /** Best first. */
  readonly fired: ReadonlyArray<FiredNode>
  readonly steps: ReadonlyArray<WalkStep>
  readonly inhibitions: ReadonlyArray<Inhibition>
}
