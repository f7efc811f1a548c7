/** The input and the record of a walk: everything it depends on, the nodes that fired, every edge it looked at, and its inhibitions. */

import type { FollowChannel, SkipReason } from '../events/turn-events.ts'
import type { GraphView, Kernel, LabelNumber } from '../graph.ts'
import type { EdgeNumber, NodeNumber } from '../identity.ts'
import type { Nano } from '../strength.ts'
import type { candidatesOf, WalkSettings } from './candidate-edges.ts'
import type { ScoredNode } from './text-evidence.ts'

export type StepOutcome =
  | {
      readonly _tag: 'Followed'
      readonly channel: FollowChannel
      readonly energy: Nano
      /**
       * The part of the energy for what the target adds to the question's words, and the part that its source passes on. Absent where they
       * are not computed apart.
       */
      readonly residual?: Nano
      readonly spread?: Nano
      /** The attention that a routing model gave the target, from 0 to 1. Absent where it gave none. */
      readonly attention?: Nano
    }
  | { readonly _tag: 'Skipped'; readonly reason: SkipReason }

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
  /** The edge that brought the most energy; 0 for a seed. */
  readonly edge: EdgeNumber
  /** The part of the energy that shared names alone suggest. Absent where it is 0. */
  readonly presumed?: Nano
}

export interface Inhibition {
  readonly node: NodeNumber
  readonly depth: number
  /** The energy taken, positive. */
  readonly energy: Nano
  readonly edge: EdgeNumber
}

export interface Walk {
  /** Best first. */
  readonly fired: ReadonlyArray<FiredNode>
  readonly steps: ReadonlyArray<WalkStep>
  readonly inhibitions: ReadonlyArray<Inhibition>
}

/** A habitual edge of a walk that leads from one memory to another: following it is a matter of judgement. */
export interface Habit {
  readonly source: NodeNumber
  readonly target: NodeNumber
  readonly edge: EdgeNumber
  /** The weight of the pair in the walk, above 0. */
  readonly weight: number
}

/** The choice of a routing model among the habitual edges of an earlier walk for the same question. */
export interface Routed {
  /** The memories to follow, each with the pointer to it. A pointer that the walk does not look at is not followed. */
  readonly followed: ReadonlyMap<NodeNumber, EdgeNumber>
  readonly dropped: ReadonlySet<NodeNumber>
  readonly attention: ReadonlyMap<NodeNumber, Nano>
  /** The energy that a followed pointer adds, in units of the best seed's score. */
  readonly follow: number
  /**
   * `edges`: a dropped memory loses habitual edges, and goes where habitual edges alone reached it. `all`: it goes.
   */
  readonly drops: 'edges' | 'all'
}

export interface WalkCue {
  readonly cue: NodeNumber
  /** The likeness of its question, in nano-units. */
  readonly alike: Nano
  /** The words of the question that the cue's question has, by their places. */
  readonly words: ReadonlyArray<number>
  /** The share of the question that the cue's question has, by squared rarity, in nano-units; 1 for the cue of a kind of error. */
  readonly asked: Nano
  /** True where the question has all words of the cue's question. */
  readonly isContained: boolean
}

export interface WalkInput {
  readonly candidates: typeof candidatesOf
  readonly graph: GraphView
  readonly settings: WalkSettings
  readonly seeds: ReadonlyArray<ScoredNode>
  /** Seeds that may be given, best first: energy is measured by their scores alone. Absent: all seeds. */
  readonly counted?: ReadonlyArray<ScoredNode> | undefined
  readonly cues: ReadonlyArray<WalkCue>
  readonly weights: ReadonlyArray<Nano>
  /** The share of that weight in words that the best text holds, from 0 to 1. */
  readonly covered: number
  readonly own: (node: NodeNumber) => Nano
  /** Returns the score of the words of the question that `b` has and `a` lacks. */
  readonly residual: (b: NodeNumber, a: NodeNumber) => Nano
  /** The factor of positive edges for a question of this kind, by family. */
  readonly kernel: Kernel
  /** The trust in `mention` edges, in nano-units from 0 to 1. */
  readonly gate: Nano
  /** True where the question itself has the name that a mention is labelled with: the mention then leads to nothing new. */
  readonly isAsked: (label: LabelNumber) => boolean
  /** Returns the factor of a passage: 1, or more where its speaker is named in the question. */
  readonly favour: (node: NodeNumber) => number
  readonly isLive: (node: NodeNumber) => boolean
  /** Absent where no model chose: the rule decides every habitual edge. */
  readonly routed?: Routed | undefined
}
