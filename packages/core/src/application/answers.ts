/** What a memory answers. Plain JSON values; strengths, utilities and scores are decimals here, exact to nine places. */

import type { UnattributedReason, Verdict } from '../domain/events/feedback-events.ts'
import type { AbsenceReason, DropReason } from '../domain/events/turn-events.ts'
import type { SettingValue } from '../domain/profiles/own-settings.ts'
import type { Signs } from '../domain/recall/confidence.ts'
import type { BehindReason } from '../domain/recall/ranking.ts'
import type { Doubt, PathStep } from './history-answers.ts'

export type { MaintainAnswer, ProtectAnswer, TrustAnswer } from './forgetting-answers.ts'
export type {
  CountersAnswer,
  DoctorAnswer,
  DoctorFinding,
  EmbedderAnswer,
  LearningAnswer,
  StatsAnswer,
  UpkeepAnswer,
  VectorsAnswer,
  VerifyAnswer,
  VerifyCheck,
  WorkAnswer,
} from './health-answers.ts'
export type { BlameAnswer, BlameStep, Doubt, LogAnswer, LoggedEvent, PathStep, WhyAnswer, WhyItem, WhyNot } from './history-answers.ts'

export interface InitAnswer {
  readonly brain: string
  readonly position: number
  readonly profile: string
}

export interface ProfileAnswer {
  readonly brain: string
  readonly profile: string
  /** Every setting that is another one now. */
  readonly changed: ReadonlyArray<{ readonly setting: string; readonly from: SettingValue; readonly to: SettingValue }>
  readonly position: number
}

export interface BrainsAnswer {
  readonly brains: ReadonlyArray<{
    readonly key: string
    readonly position: number
    /** `unknown` of one that cannot be opened. */
    readonly profile: string
    readonly at: string
    /** Why it cannot be opened. */
    readonly problem?: string
  }>
}

export interface IngestAnswer {
  readonly brain: string
  readonly documents: number
  readonly nodes: { readonly added: number; readonly revised: number; readonly unchanged: number; readonly retired: number }
  readonly edges: { readonly linked: number; readonly pruned: number }
  /** Sources that say what they said under another key. */
  readonly renamed: ReadonlyArray<{ readonly from: string; readonly to: string }>
  /** Keys of sources that are not in their folder any more. */
  readonly retired: ReadonlyArray<string>
  readonly skipped: ReadonlyArray<{ readonly path: string; readonly reason: string }>
  /** Characters that were put right in what says something new: dropped, or replaced. */
  readonly repaired: number
  /** Keys of notes with a background in which others' text stands that nobody trusts; absent where no document has a background. */
  readonly others?: ReadonlyArray<string>
  /** Secrets taken out of what says something new, by kind. */
  readonly redacted: Readonly<Record<string, number>>
  readonly position: number
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
  /** Why it stands behind a memory that scores less. Absent where none above scores less. */
  readonly behind?: { readonly node: string; readonly because: BehindReason }
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
  /** Given only for a look without a trace: the confidence in the best memory (given from 0 on) and the signs it is summed from. */
  readonly confidence?: { readonly score: number; readonly signs: Signs }
}

export interface SessionAnswer {
  readonly brain: string
  /** `s3`; `null` when there was none to end. */
  readonly session: string | null
  readonly position: number
}

export interface HeartbeatAnswer {
  readonly brain: string
  readonly session: string
  readonly position: number
}

export interface CompleteAnswer {
  readonly brain: string
  readonly turn: string
  /** Memories that the reply or a tool call used, by id. */
  readonly used: ReadonlyArray<string>
  readonly position: number
}

export interface HearAnswer {
  readonly brain: string
  /** The correction that was heard and is about memories; `null` where it is about none, or nothing was sure. */
  readonly feedback: string | null
  readonly turn: string | null
  /** Why a correction that was heard is about no memory. */
  readonly reason: UnattributedReason | null
  /** Memories that are given with what was said beside them from now on. */
  readonly doubted: ReadonlyArray<string>
  readonly position: number
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
  /** Null: it named none and was shared. */
  readonly turn: string | null
  /** Of a shared one: which turns got how much of it, in units, newest first. */
  readonly shares?: ReadonlyArray<{ readonly turn: string; readonly share: number }>
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

export interface ShownNode {
  readonly node: string
  readonly number: number
  readonly title: string
  readonly type: string
  readonly state: string
  readonly origin: string
  /** The owner lets it be put before a model, though others wrote it. */
  readonly trusted: boolean
  readonly utility: number
  readonly source: string | null
  readonly content: string
  /** Corrections of the memory in conversations since its text changed or was confirmed, each with its day; the newest last. */
  readonly doubts: ReadonlyArray<Doubt>
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
    /** Verdicts that people gave in their sessions. The others were inferred from use or given by programs. */
    readonly said: number
    readonly sessions: number
  }
  readonly nodes: ReadonlyArray<ShownNode>
  readonly edges: ReadonlyArray<ShownEdge>
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

/** Something whose contents an erasure takes. A rehearsal calls it as it is called; after the erasure it has its number alone. */
export interface ForgottenThing {
  readonly what: 'node' | 'source' | 'session' | 'turn' | 'feedback' | 'actor' | 'edge' | 'brain'
  readonly name: string
  readonly contents: number
}

export interface ForgetAnswer {
  readonly brain: string
  readonly scope: 'node' | 'source' | 'session' | 'turn' | 'subject'
  /** How many were erased, or would be. */
  readonly contents: number
  readonly forgotten: ReadonlyArray<ForgottenThing>
  /** Where something was erased, or would be, and how much of it. */
  readonly places: ReadonlyArray<{ readonly place: string; readonly rows: number; readonly bytes: number }>
  /** What of it the memory cannot erase. */
  readonly unreachable: ReadonlyArray<{ readonly place: string; readonly why: string }>
  /** Why the store's files may still hold bytes of it; they are taken out as soon as that is over. Absent: they hold none. */
  readonly unfinished?: string
  readonly position: number
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
