/** Who watches a long run of reading in. Nobody, unless somebody says so. */
import * as Context from 'effect/Context'
import * as Effect from 'effect/Effect'

export interface IngestStep {
  /** Documents are compared with what is known, those that changed stored, passages joined by the names in them. */
  readonly stage: 'compared' | 'stored' | 'joined'
  readonly done: number
  readonly of: number
}

export type IngestProgress = (step: IngestStep) => Effect.Effect<void>

export const IngestProgress = Context.Reference<IngestProgress>('@crabtrail/core/IngestProgress', {
  defaultValue: () => () => Effect.void,
})
