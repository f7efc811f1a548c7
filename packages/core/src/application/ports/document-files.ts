/**
 * Reads the files that a request names instead of bringing their texts, so that a run holds only the texts that it is at work on.
 *
 * Guarantee: the text is the whole of the file at one moment. Unless a reader is provided, nothing is read: a request that came from
 * elsewhere opens no file.
 */

import * as Context from 'effect/Context'
import * as Effect from 'effect/Effect'
import * as Result from 'effect/Result'

export interface DocumentFiles {
  /** Returns the text, or the reason why there is none. */
  readonly read: (file: string, maxBytes: number) => Effect.Effect<Result.Result<string, string>>
}

export const DocumentFiles = Context.Reference<DocumentFiles>('@crabtrail/core/DocumentFiles', {
  defaultValue: () => ({ read: () => Effect.succeed(Result.fail('no file can be read here')) }),
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
