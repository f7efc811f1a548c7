/** Settings that the model of the rule knows. */
import type { MostSaid, SharingSettings } from './sharing-rule.ts'

/** The settings the rule needs, as `BrainCreated` and `ProfileChanged` record them. */
export interface RuleSettings {
  readonly strength: { readonly min: number; readonly max: number }
  readonly utility: { readonly min: number; readonly max: number }
  /** Absent in the settings of older logs. */
  readonly walk?: { readonly structure?: number }
  readonly learning: {
    readonly agent: Rates
    readonly conscious: Rates
    readonly spoken: number
    readonly depth: number
    /** Absent in the settings of older logs. */
    readonly rule?: MeasuringRule
    readonly squash?: string
    readonly drift?: number
    readonly growth?: { readonly cooccurrence: number; readonly joins?: string; readonly tool: number; readonly most: number }
    readonly implicit?: { readonly rate: 'agent' | 'conscious' }
    readonly delayed?: SharingSettings
    readonly windowTurns: number
    readonly muteSessions: ReadonlyArray<string>
    readonly muteOrigins: ReadonlyArray<string>
  }
}
export interface MeasuringRule {
  readonly attention: string
  readonly followed: number
  readonly skipped: number
  readonly gate: number
  readonly timing: string
  readonly measures: string
}
interface Rates {
  readonly cue: number
  readonly path: number
  readonly utility: number
  /** Absent in logs from before it: there is no end. */
  readonly most?: MostSaid
}

/** The rule as it was before it was a setting. */
export const asEver: MeasuringRule = { attention: 'share', followed: 1, skipped: 0, gate: 0.5, timing: 'distance', measures: 'agent' }

/** The document's table for `depth`; where a depth is unknown, so is the difference, which counts as none. */
export const timingOf = (by: string, hop: number, deeper: number): number => {
  if (by === 'none') return 1
  if (by === 'distance') return Math.max(0.5, 1 / (1 + hop))
  if (Number.isNaN(deeper) || deeper === 0) return 0.5
  return deeper > 0 ? 1 / (1 + deeper) : -0.5 / (1 + Math.abs(deeper))
}
