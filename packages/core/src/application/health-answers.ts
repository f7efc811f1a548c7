/** What a memory answers about itself: how much there is, what is wrong, what was done. */
import type { Alarm } from '../domain/history/alarms.ts'
import type { LearningHealth } from '../domain/history/learning-health.ts'
import type { CountName } from './counters.ts'

export interface StatsAnswer {
  readonly brain: string
  readonly position: number
  readonly profile: string
  readonly counts: Readonly<Record<string, number>>
  readonly eventsByType: Readonly<Record<string, number>>
  readonly bytesPerEvent: number
  readonly learning: LearningAnswer
  readonly store: Readonly<Record<string, string | number>>
  readonly backlog: number
  /** Absent where this process has no embedder. */
  readonly vectors?: VectorsAnswer
  /** Of the process that answers, from its start on. */
  readonly counters: CountersAnswer
}

/** How learning fares, and what about it is wrong. */
export interface LearningAnswer extends Omit<LearningHealth, 'oscillating' | 'halfLife'> {
  /** How many edges are pulled both ways, and which, some of them. */
  readonly oscillating: { readonly edges: number; readonly some: ReadonlyArray<string> }
  readonly halfLife: { readonly turns: number | null; readonly halved: number; readonly standing: number }
  /** In the middle of the log and at its end; null where too few memories are joined. */
  readonly spectralGap: { readonly before: number | null; readonly now: number | null }
  readonly alarms: ReadonlyArray<Alarm>
}

export interface VectorsAnswer {
  readonly embedder: string
  /** Numbers of a vector. */
  readonly dimension: number
  /** Memories that have one. */
  readonly vectors: number
  /** Memories that are recalled and lack one. */
  readonly missing: number
  /** Of these, those of whose text the embedder made nothing in this process. */
  readonly refused: number
  /** The position at which none was missing last, as this process knows; 0 for never. */
  readonly followedTo: number
  /** Whether questions are compared with them: the log says so once none was missing. */
  readonly inForce: boolean
  /** Calls of this process one after the other that gave nothing, and why the last did not. */
  readonly failure?: { readonly reason: string; readonly times: number }
}

/** Numbers by name; see `counters.ts`. */
export type CountersAnswer = Readonly<Record<CountName, number>>

export interface WorkAnswer extends CountersAnswer {
  /** Absent where this process has no embedder. */
  readonly embedder?: EmbedderAnswer
}

/** How the embedder of this process fares, as far as it knows without reading anything. */
export interface EmbedderAnswer {
  readonly id: string
  /** Those that are open, and whose vectors were needed or made. */
  readonly brains: ReadonlyArray<{
    readonly brain: string
    /** Memories that have a vector. */
    readonly vectors: number
    /** Memories that still lack one, without those of whose text the embedder makes nothing. Under a new embedder none is compared until it is 0. */
    readonly missing: number
  }>
  /** Calls one after the other that gave nothing; why the last did not, and what to do. */
  readonly failure?: { readonly reason: string; readonly detail: string; readonly times: number }
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

export interface UpkeepAnswer {
  /** How many were written. */
  readonly snapshots: number
  /** How many texts; absent where there is no embedder. */
  readonly embedded?: number
}

export interface VerifyCheck {
  readonly name: string
  readonly ok: boolean
  readonly detail: string
  /** The position of the first broken commit. */
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
