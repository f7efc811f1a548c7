/** The input and the record of a walk: all that it depends on, what fired, every edge it looked at, and what was held back. */

import type { FollowChannel, SkipReason } from '../events/turn-events.ts'
import type { GraphView, Kernel, LabelNumber } from '../graph.ts'
import type { EdgeNumber, NodeNumber } from '../identity.ts'
import { type Nano, one } from '../strength.ts'
import type { candidatesOf, WalkSettings } from './candidate-edges.ts'
import type { ScoredNode } from './text-evidence.ts'

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

export interface WalkCue {
  readonly cue: NodeNumber
  /** How alike its question is, in nano-units. */
  readonly alike: Nano
  /** Which words of the question it has, by their places. */
  readonly words: ReadonlyArray<number>
}

/** What a walk begins with: everything it depends on. */
export interface WalkInput {
  /** Where candidates are found: always as `candidatesOf` says. */
  readonly candidates: typeof candidatesOf
  readonly graph: GraphView
  readonly settings: WalkSettings
  /** Best first. */
  readonly seeds: ReadonlyArray<ScoredNode>
  /** Seeds that may be given, best first: only by these the walk measures what it brings. Absent: all seeds. */
  readonly counted?: ReadonlyArray<ScoredNode> | undefined
  readonly cues: ReadonlyArray<WalkCue>
  /** What each word of the question weighs. */
  readonly weights: ReadonlyArray<Nano>
  /** The share of that weight that the best text holds, from 0 to 1. */
  readonly covered: number
  /** What a document's own text scores. */
  readonly own: (node: NodeNumber) => Nano
  /** What `b` says of the question that `a` does not. */
  readonly residual: (b: NodeNumber, a: NodeNumber) => Nano
  /** What positive edges count for a question of this kind, by family. */
  readonly kernel: Kernel
  /** How far the seeds open the mentions, from 0 to one. */
  readonly gate: Nano
  /** Whether the question itself has the name that a mention is labelled with: then it leads to nothing new. */
  readonly isAsked: (label: LabelNumber) => boolean
  /** 1, or more for a passage that somebody says whom the question names. */
  readonly favour: (node: NodeNumber) => number
  readonly isLive: (node: NodeNumber) => boolean
}

/** What the best seed scores that the walk measures by; one unit where there is none. */
export const bestScore = ({ counted, seeds }: Pick<WalkInput, 'counted' | 'seeds'>): Nano => (counted ?? seeds)[0]?.score ?? one
