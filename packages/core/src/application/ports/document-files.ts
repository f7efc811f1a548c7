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
