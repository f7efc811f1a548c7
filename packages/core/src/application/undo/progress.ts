/** Listener to the progress of a replay. By default nobody listens. */
import * as Context from 'effect/Context'
import * as Effect from 'effect/Effect'

export interface ReplayStep {
  /** Stage of the replay: events are derived again, recorded questions are ranked, settings are tried. */
  readonly stage: 'derived' | 'ranked' | 'tried'
  readonly done: number
  readonly of: number
}

export type ReplayProgress = (step: ReplayStep) => Effect.Effect<void>

export const ReplayProgress = Context.Reference<ReplayProgress>('@crabtrail/core/ReplayProgress', {
  defaultValue: () => () => Effect.void,
})
