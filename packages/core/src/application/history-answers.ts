/** What a memory answers about its past: events, strengths and recalls, and why. */
import type { AbsenceReason, DropReason, FollowChannel, SkipReason } from '../domain/events/turn-events.ts'
import type { MissedWay, NotRecalledReason } from '../domain/history/not-recalled.ts'

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
  /** Present where the request asks for names: the fields of `data` that hold nodes or edges, by their names of now. */
  readonly names?: Readonly<Record<string, ReadonlyArray<string>>>
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
  /** The message or note that came with the verdict; absent where there was none, or it was erased. */
  readonly said?: string
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
  /** The doubts about its target, the newest last. Absent where there are none. */
  readonly doubts?: ReadonlyArray<Doubt>
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
  /** The edge that took most. */
  readonly inhibitedBy: (PathStep & { readonly history: ReadonlyArray<BlameStep> }) | null
  /** Of that moment: what its score was multiplied by. */
  readonly utility: number
  /** The events behind it; empty while it is 1, as at birth. */
  readonly utilityHistory: ReadonlyArray<BlameStep>
  /** The doubts about it at the position of the answer, the newest last. Absent where there are none. */
  readonly doubts?: ReadonlyArray<Doubt>
}

/** A correction that was said in a conversation and that no memory holds. */
export interface Doubt {
  readonly feedback: string
  /** A day of UTC: 2026-11-23. */
  readonly day: string
  readonly said: string
}

/** Why a memory that was asked for was not recalled. */
export interface WhyNot {
  readonly node: string
  readonly title: string
  /** `no-memory`: the turn went on without. */
  readonly reason: NotRecalledReason | 'no-memory'
  /** Words of the question that it had, as they stand there; `null` when the question was erased. */
  readonly words: ReadonlyArray<string> | null
  /** In the whole ranking, of which a turn keeps the beginning; `null` when it was not in it. */
  readonly place: number | null
  readonly score: number
  readonly utility: number
  readonly utilityHistory: ReadonlyArray<BlameStep>
  /** The edges that lead to it, none of which brought it. */
  readonly ways: ReadonlyArray<Omit<PathStep, 'channel'> & { readonly reason: MissedWay['reason'] }>
  /** The newest verdict that weakened what keeps it back; absent where none does. */
  readonly against?: BlameStep
}

export interface WhyAnswer {
  readonly brain: string
  readonly turn: string
  readonly question: string
  readonly at: string
  readonly position: number
  readonly engine: string
  /** What edges counted for a question of its kind, by family: in sequence, alike, of cause. */
  readonly kernel: { readonly SEQ: number; readonly SIM: number; readonly CAUSE: number }
  readonly cues: ReadonlyArray<{ readonly node: string; readonly question: string; readonly alike: number }>
  /** With a node asked for: that one, and of what follows only what is about it. */
  readonly items: ReadonlyArray<WhyItem>
  /** Set when the node asked for was not recalled. */
  readonly not?: WhyNot
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
