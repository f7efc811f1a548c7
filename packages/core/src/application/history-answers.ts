/** What a memory answers about its past: events, strengths and recalls, and why. */
import type { AbsenceReason, DropReason, FollowChannel, SkipReason } from '../domain/events/turn-events.ts'

/** One edge on the way to a memory, as it was then. */
export interface PathStep {
  readonly edge: string
  readonly source: string
  readonly target: string
  readonly kind: string
  readonly strength: number
  readonly channel: FollowChannel
}

export interface LoggedEvent {
  readonly position: number
  readonly type: string
  readonly at: string
  readonly actor: string
  readonly session: string | null
  readonly cause: number | null
  readonly turn: string | null
  readonly origin: string | null
  /** As stored: numbers, closed words and references. */
  readonly data: Readonly<Record<string, unknown>>
}

export interface LogAnswer {
  readonly brain: string
  readonly position: number
  readonly events: ReadonlyArray<LoggedEvent>
  /** True when older matches were left out by `limit`. */
  readonly more: boolean
}

/** One event behind a strength, as `blame` tells it. */
export interface BlameStep {
  readonly position: number
  readonly type: string
  readonly at: string
  readonly from: number
  readonly to: number
  readonly delta: number
  readonly cause: number | null
  readonly verdict: string | null
  readonly feedback: string | null
  readonly turn: string | null
  readonly actor: string
  readonly reason: string
}

export interface BlameAnswer {
  readonly brain: string
  readonly edge: string
  readonly source: string
  readonly target: string
  readonly kind: string
  readonly first: number
  readonly strength: number
  readonly history: ReadonlyArray<BlameStep>
  readonly backlog: number
  readonly position: number
}

export interface WhyItem {
  readonly node: string
  readonly title: string
  readonly score: number
  readonly included: boolean
  readonly seed: { readonly score: number; readonly from: string } | null
  /** From the seed to the node, with the strengths of that moment and the events behind each. */
  readonly path: ReadonlyArray<PathStep & { readonly history: ReadonlyArray<BlameStep> }>
  readonly inhibitedBy: (PathStep & { readonly history: ReadonlyArray<BlameStep> }) | null
}

export interface WhyAnswer {
  readonly brain: string
  readonly turn: string
  readonly question: string
  readonly at: string
  readonly position: number
  readonly engine: string
  readonly cues: ReadonlyArray<{ readonly node: string; readonly question: string; readonly alike: number }>
  readonly items: ReadonlyArray<WhyItem>
  readonly skipped: ReadonlyArray<{
    readonly edge: string
    readonly source: string
    readonly target: string
    readonly kind: string
    readonly strength: number
    readonly reason: SkipReason
  }>
  readonly dropped: ReadonlyArray<{ readonly node: string; readonly reason: DropReason }>
  /** Set when the turn went on without memory. */
  readonly absent?: AbsenceReason
  readonly backlog: number
}
