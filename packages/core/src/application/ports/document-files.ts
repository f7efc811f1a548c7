/**
 * Reads the files that a request names instead of bringing their texts, so that a run holds only the texts that it is at work on.
 *
 * Guarantee: the text is the whole of the file at one moment. Unless a reader is provided, nothing is read: a request that came from
 * elsewhere opens no file.
 */

import * as Context from 'effect/Context'
import * as Effect from 'effect/Effect'
import * as Result from 'effect/Result'
import type { IngestAnswer } from '../answers.ts'

export interface DocumentFiles {
  /** Returns the text, or the reason why there is none. */
  readonly read: (file: string, maxBytes: number) => Effect.Effect<Result.Result<string, string>>
}

export const DocumentFiles = Context.Reference<DocumentFiles>('@crabtrail/core/DocumentFiles', {
  defaultValue: () => ({ read: () => Effect.succeed(Result.fail('no file can be read here')) }),
})

/* Listener to the progress of a long run of ingest. By default nobody listens. */

export interface IngestStep {
  /**
   * Stage of the run: documents are compared with known sources, changed documents are stored, passages are joined by the names in them, a
   * model is asked for causes.
   */
  readonly stage: 'compared' | 'stored' | 'joined' | 'asked'
  readonly done: number
  readonly of: number
  /** Given with the first step of `asked`, before any call: what the calls will take. */
  readonly estimate?: CallsEstimate
}

/** The expected calls of a model: their money is by the prices in the settings, with as many tokens out as a call may have. */
export interface CallsEstimate {
  readonly calls: number
  /** Estimated tokens of all messages. */
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

/*
 * Looks for folders and documents on the machine that a memory runs on.
 *
 * Guarantee: `gone` means that the place was looked at and surely does not exist. A service that cannot look answers `unknown`, and so does
 * the default.
 */

export type Sight = 'there' | 'gone' | 'unknown'

export interface SourcePlaces {
  readonly folder: (root: string) => Effect.Effect<Sight>
  /** Looks for the document of this key in a folder that exists. */
  readonly document: (root: string, key: string) => Effect.Effect<Sight>
}

const unseen = Effect.succeed<Sight>('unknown')

export const SourcePlaces = Context.Reference<SourcePlaces>('@crabtrail/core/SourcePlaces', {
  defaultValue: () => ({ folder: () => unseen, document: () => unseen }),
})
