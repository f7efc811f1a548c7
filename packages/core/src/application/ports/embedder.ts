/**
 * Turns texts into vectors, so that texts of similar meaning have similar vectors even if they share no word.
 *
 * Guarantees: one vector for each text, in the order of the texts, each of unit length and of `dimension` finite numbers. The same text of
 * the same kind has the same vector from every embedder of this id, as far as the model behind it is deterministic. A call gives all
 * vectors or none. The vectors are the caller's own. A failure contains no embedded text and no key.
 */
import * as Context from 'effect/Context'
import type * as Effect from 'effect/Effect'
import * as Schema from 'effect/Schema'
import { serverFailures } from './language-model.ts'

/** Side of a comparison that a text is on; some models need to know it. */
export type EmbeddedKind = 'document' | 'question'

/** Limits of one call, for every embedder. A single embedder may have lower limits, and says so. */
export const embedderLimits = {
  texts: 4_096,
  /** UTF-16 code units of one text. */
  textCharacters: 32_000,
  /** Numbers of one vector. */
  dimension: 8_192,
  idCharacters: 256,
} as const

const failures = [
  ...serverFailures,
  /** A request that the server does not take as it is: a text of it may be the cause. */
  'unfit',
  /** A vector of another length than was agreed. */
  'wrongDimension',
  /** A vector with a value that is no finite number. */
  'notFinite',
  /** A vector without a direction. */
  'zero',
  /** A text of nothing but space. */
  'empty',
] as const

export type EmbedderFailure = (typeof failures)[number]

/** There are no vectors. `detail` says what is wrong and what to do. */
export class EmbedderFailed extends Schema.TaggedError<EmbedderFailed>()('EmbedderFailed', {
  embedder: Schema.String,
  reason: Schema.Literals(failures),
  detail: Schema.String,
  /** True if the same call may succeed later without any change. */
  retryable: Schema.Boolean,
  /** Places of the texts, from 0, whose vectors alone cannot be used; absent where it is not known which, or none can. */
  spoilt: Schema.optionalKey(Schema.Array(Schema.Int)),
}) {
  override get message() {
    return `${this.embedder}: ${this.detail}`
  }
}

export class Embedder extends Context.Service<
  Embedder,
  {
    /** Provider, model and all else that a vector depends on, printable: vectors are compared only with those of the same id. */
    readonly id: string
    /** Number of dimensions of a vector: 1 to {@link embedderLimits.dimension}. */
    readonly dimension: number
    /** What its vectors have in common: absent, the meaning of texts; `spelling`: their words and letters alone, so that thresholds of meaning do not fit. */
    readonly likeness?: 'spelling'
    /** Embeds texts. Without texts it returns no vectors and makes no request. */
    readonly embed: (texts: ReadonlyArray<string>, kind: EmbeddedKind) => Effect.Effect<ReadonlyArray<Float32Array>, EmbedderFailed>
  }
>()('@crabtrail/core/Embedder') {}

/**
 * Returns the failure of texts that every embedder refuses before it does anything; undefined if there is nothing to refuse. A text is
 * named by its place, from 1.
 */
export const refusedTexts = (embedder: string, texts: ReadonlyArray<string>): EmbedderFailed | undefined => {
  const refuse = (reason: EmbedderFailure, detail: string) => new EmbedderFailed({ embedder, reason, detail, retryable: false })
  if (texts.length > embedderLimits.texts)
    return refuse('tooLong', `${texts.length} texts at once, at most ${embedderLimits.texts}: ask for them in parts`)
  const long = texts.findIndex((text) => text.length > embedderLimits.textCharacters)
  if (long !== -1)
    return refuse(
      'tooLong',
      `text ${long + 1} of ${texts.length} has ${texts[long]?.length} characters, at most ${embedderLimits.textCharacters}: split it`,
    )
  const empty = texts.findIndex((text) => text.trim() === '')
  return empty === -1 ? undefined : refuse('empty', `text ${empty + 1} of ${texts.length} is empty: leave it out`)
}
