/** Listener to the progress of a replay. By default nobody listens. */
import * as Context from 'effect/Context'
import * as Effect from 'effect/Effect'

export interface ReplayStep {
  /**
   * Stage of the replay: events are derived again, recorded questions are ranked, a search is planned, its settings are tried, a model is asked about
   * recorded messages.
   */
  readonly stage: 'derived' | 'ranked' | 'planned' | 'tried' | 'asked'
  readonly done: number
  readonly of: number
  /** The estimated time of all trials in seconds, where they are planned. */
  readonly seconds?: number
}

export type ReplayProgress = (step: ReplayStep) => Effect.Effect<void>

export const ReplayProgress = Context.Reference<ReplayProgress>('@crabtrail/core/ReplayProgress', {
  defaultValue: () => () => Effect.void,
})
