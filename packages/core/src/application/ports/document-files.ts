/**
 * Reads the files that a request names instead of bringing their texts, so that a run never holds more of them than it is at work on.
 *
 * Guarantee: the text is the whole of the file at one moment. Who gives no reader reads nothing: a request that came from elsewhere opens no file.
 */

import * as Context from 'effect/Context'
import * as Effect from 'effect/Effect'
import * as Result from 'effect/Result'

export interface DocumentFiles {
  /** The text, or why there is none. */
  readonly read: (file: string, maxBytes: number) => Effect.Effect<Result.Result<string, string>>
}

export const DocumentFiles = Context.Reference<DocumentFiles>('@crabtrail/core/DocumentFiles', {
  defaultValue: () => ({ read: () => Effect.succeed(Result.fail('no file can be read here')) }),
})

/* Who watches a long run of reading in. Nobody, unless somebody says so. */

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

/*
 * What the machine that a memory runs on can see of the places its documents were found in.
 *
 * Guarantee: `gone` is said only of what was looked for and surely is not there; who cannot look says `unknown`, as who gives none does.
 */

export type Sight = 'there' | 'gone' | 'unknown'

export interface SourcePlaces {
  readonly folder: (root: string) => Effect.Effect<Sight>
  /** The document of this key in a folder that is there. */
  readonly document: (root: string, key: string) => Effect.Effect<Sight>
}

const unseen = Effect.succeed<Sight>('unknown')

export const SourcePlaces = Context.Reference<SourcePlaces>('@crabtrail/core/SourcePlaces', {
  defaultValue: () => ({ folder: () => unseen, document: () => unseen }),
})
