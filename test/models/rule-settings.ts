/** The settings that the rule of learning needs, as a log has them. */
import type { MostSaid, SharingSettings } from './sharing-rule.ts'

/** As `BrainCreated` and `ProfileChanged` record them. */
export interface RuleSettings {
  readonly strength: { readonly min: number; readonly max: number }
  readonly utility: { readonly min: number; readonly max: number }
  readonly learning: {
    readonly agent: Rates
    readonly conscious: Rates
    readonly depth: number
    readonly windowTurns: number
    /** Absent in logs from before it. */
    readonly delayed?: SharingSettings
    readonly muteSessions: ReadonlyArray<string>
    readonly muteOrigins: ReadonlyArray<string>
  }
}
interface Rates {
  readonly cue: number
  readonly path: number
  readonly utility: number
  /** Absent in logs from before it: there is no end. */
  readonly most?: MostSaid
}
