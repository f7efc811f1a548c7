/** What forgetting and its brakes answer. */
import type { MaintenanceCounts } from '../domain/decay/maintenance.ts'

export interface MaintainAnswer extends MaintenanceCounts {
  readonly brain: string
  /** Why nothing was done; absent: it was. */
  readonly waits?: 'early' | 'little-changed'
  /** Turns since the run before. */
  readonly turns: number
  /** The first hundred edges that went, with what was left of them. */
  readonly edges: ReadonlyArray<{
    readonly edge: string
    readonly source: string
    readonly target: string
    readonly strength: number
    readonly reason: string
  }>
  /** The first hundred memories that changed, and what became of them. */
  readonly nodes: ReadonlyArray<{ readonly node: string; readonly became: 'dead' | 'merged' | 'normal'; readonly into?: string }>
  readonly position: number
}

export interface TrustAnswer {
  readonly brain: string
  readonly node: string
  /** The origin of its text. */
  readonly origin: string
  /** True where the owner lets it be put before a model all the same. */
  readonly trusted: boolean
  readonly position: number
}

export interface ProtectAnswer {
  readonly brain: string
  readonly node: string
  readonly state: string
  readonly position: number
}
