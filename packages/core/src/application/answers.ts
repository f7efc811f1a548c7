/** What a memory answers. Plain JSON values; strengths, utilities and scores are decimals here, exact to nine places. */

import type { Verdict } from '../domain/events/feedback-events.ts'
import type { AbsenceReason, DropReason, FollowChannel, SkipReason } from '../domain/events/turn-events.ts'

export interface InitAnswer {
  readonly brain: string
  readonly position: number
  readonly profile: string
}

export interface BrainsAnswer {
  readonly brains: ReadonlyArray<{ readonly key: string; readonly position: number; readonly profile: string; readonly at: string }>
}

export interface IngestAnswer {
  readonly brain: string
  readonly documents: number
  readonly nodes: { readonly added: number; readonly revised: number; readonly unchanged: number; readonly retired: number }
  readonly edges: { readonly linked: number; readonly pruned: number }
  readonly skipped: ReadonlyArray<{ readonly path: string; readonly reason: string }>
  /** Characters that were put right: NUL dropped, lone surrogates replaced. */
  readonly repaired: number
  /** Secrets taken out, by kind. */
  readonly redacted: Readonly<Record<string, number>>
  readonly position: number
}

export interface PathStep {
  readonly edge: string
  readonly source: string
  readonly target: string
  readonly kind: string
  readonly strength: number
  readonly channel: FollowChannel
}

export interface RecalledItem {
  readonly node: string
  readonly title: string
  readonly content: string
  readonly score: number
  readonly source: string | null
  readonly why: string
  readonly path: ReadonlyArray<PathStep>
  readonly parts: { readonly seed: number; readonly path: number; readonly inhibition: number; readonly utility: number }
}

export interface RecallAnswer {
  readonly brain: string
  /** `null` when nothing was recorded. */
  readonly turn: string | null
  readonly position: number
  readonly items: ReadonlyArray<RecalledItem>
  readonly context: {
    readonly text: string
    readonly items: ReadonlyArray<string>
    readonly tokens: number
    readonly dropped: ReadonlyArray<{ readonly node: string; readonly reason: DropReason }>
  }
  readonly guardrails: ReadonlyArray<string>
  readonly novelty: { readonly verdict: string }
  readonly routing: { readonly calls: number; readonly outcome: string; readonly costUsd: number }
  readonly latencyMs: number
  readonly backlog: number
  /** Why the turn went on without memory. */
  readonly skipped?: AbsenceReason
  /** Why an as-of answer may differ from what was seen then. */
  readonly approximate?: string
}

export interface SkipAnswer {
  readonly brain: string
  readonly turn: string
  readonly position: number
}

export interface EdgeChange {
  readonly edge: string
  readonly source: string
  readonly target: string
  readonly kind: string
  readonly from: number
  readonly to: number
}

export interface UtilityChange {
  readonly node: string
  readonly from: number
  readonly to: number
}

export interface FeedbackAnswer {
  readonly brain: string
  readonly feedback: string
  readonly turn: string | null
  readonly verdict: Verdict
  readonly applied: Verdict
  readonly adjustments: ReadonlyArray<EdgeChange>
  readonly utility: ReadonlyArray<UtilityChange>
  /** Why it taught nothing, when it did not. */
  readonly refused?: string
  readonly position: number
}

export interface StrengthAnswer extends EdgeChange {
  readonly brain: string
  readonly position: number
}

export interface LearnAnswer {
  readonly brain: string
  readonly facts: number
  readonly adjustments: ReadonlyArray<EdgeChange>
  readonly utility: ReadonlyArray<UtilityChange>
  readonly position: number
  readonly backlog: number
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

export interface ShownNode {
  readonly node: string
  readonly number: number
  readonly title: string
  readonly type: string
  readonly state: string
  readonly origin: string
  readonly utility: number
  readonly source: string | null
  readonly content: string
}

export interface ShownEdge {
  readonly edge: string
  readonly source: string
  readonly target: string
  readonly kind: string
  readonly strength: number
  readonly first: number
  readonly linked: boolean
  readonly uses: number
  readonly skips: number
}

export interface ShowAnswer {
  readonly brain: string
  readonly position: number
  readonly digest: string
  readonly profile: string
  readonly backlog: number
  /** Of the brain: how many; of a node or edge: that one and its neighbours. */
  readonly counts: {
    readonly nodes: number
    readonly edges: number
    readonly turns: number
    readonly feedbacks: number
    readonly sessions: number
  }
  readonly nodes: ReadonlyArray<ShownNode>
  readonly edges: ReadonlyArray<ShownEdge>
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

export interface RollbackAnswer {
  readonly brain: string
  /** The commit end it went back to. */
  readonly to: number
  /** Set when the position asked for lay inside a commit. */
  readonly rounded?: string
  readonly restored: { readonly edges: ReadonlyArray<EdgeChange>; readonly utilities: ReadonlyArray<UtilityChange> }
  readonly position: number
}

export interface VerifyCheck {
  readonly name: string
  readonly ok: boolean
  readonly detail: string
  /** Where it is broken. */
  readonly position?: number
}

export interface VerifyAnswer {
  readonly brain: string
  readonly ok: boolean
  readonly commits: number
  readonly events: number
  readonly position: number
  readonly digest: string
  readonly checks: ReadonlyArray<VerifyCheck>
}

export interface ExportAnswer {
  readonly brain: string
  readonly position: number
  readonly lines: ReadonlyArray<string>
}

export interface ImportAnswer {
  readonly brain: string
  readonly position: number
  readonly commits: number
  readonly contents: number
  readonly digest: string
}

export interface StatsAnswer {
  readonly brain: string
  readonly position: number
  readonly profile: string
  readonly counts: Readonly<Record<string, number>>
  readonly eventsByType: Readonly<Record<string, number>>
  readonly bytesPerEvent: number
  readonly store: Readonly<Record<string, string | number>>
  readonly backlog: number
}

export interface DoctorFinding {
  readonly name: string
  readonly ok: boolean
  readonly detail: string
}

export interface DoctorAnswer {
  readonly place: string
  readonly ok: boolean
  readonly findings: ReadonlyArray<DoctorFinding>
}
