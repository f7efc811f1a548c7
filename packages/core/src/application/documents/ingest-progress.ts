/** Listeners to a long run of ingest. By default nobody listens. */
import * as Context from 'effect/Context'
import * as Effect from 'effect/Effect'
import type { IngestAnswer } from '../answers.ts'

export interface IngestStep {
  /** Documents are compared with known sources, changed ones are stored, passages are joined by names, a model is asked for causes or aliases. */
  readonly stage: 'compared' | 'stored' | 'joined' | 'asked'
  readonly done: number
  readonly of: number
  /** Given with `asked`: what the model is asked for. */
  readonly task?: 'causes' | 'aliases'
  /** Given with the first step of `asked`, before any call: what the calls will take. */
  readonly estimate?: CallsEstimate
}

/** The expected calls of a model: their money is by the prices in the settings, with as many tokens out as a call may have. */
export interface CallsEstimate {
  readonly calls: number
  readonly tokensIn: number
  readonly costUsd: number
  /** By the median of the brain's earlier calls; a second each before the first one. */
  readonly milliseconds: number
}

export type IngestProgress = (step: IngestStep) => Effect.Effect<void>

export const IngestProgress = Context.Reference<IngestProgress>('@crabtrail/core/IngestProgress', {
  defaultValue: () => () => Effect.void,
})

/** Is told what a run did before it was interrupted while a model was asked. By default nobody listens. */
export type IngestInterrupted = (done: IngestAnswer) => Effect.Effect<void>

export const IngestInterrupted = Context.Reference<IngestInterrupted>('@crabtrail/core/IngestInterrupted', {
  defaultValue: () => () => Effect.void,
})
