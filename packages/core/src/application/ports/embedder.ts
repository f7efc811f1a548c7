/**
 * Turns texts into vectors, so that texts which mean alike lie near each other where they share no word.
 *
 * Guarantees: one vector for each text, in the order of the texts, each of unit length and of `dimension` finite numbers; the same text of
 * the same kind has the same vector for whoever asks an embedder of this id, as far as the model behind it keeps its word. All or nothing.
 * The vectors are the caller's own. Nothing that was embedded, and no key, is in a failure.
 */
import * as Context from 'effect/Context'
import type * as Effect from 'effect/Effect'
import * as Schema from 'effect/Schema'

/** What a text is to be compared as: some models want to know which side of the comparison they read. */
export type EmbeddedKind = 'document' | 'question'

/** What one call may ask of any embedder. One embedder may take less, and says so. */
export const embedderLimits = {
  /** Texts of one call. */
  texts: 4_096,
  /** UTF-16 code units of one text. */
  textCharacters: 32_000,
  /** Numbers of one vector. */
  dimension: 8_192,
  /** Characters of an id. */
  idCharacters: 256,
} as const

const failures = [
  /** Nobody answers at the address. */
  'unreachable',
  /** It answers, and does not take the request: key, model, address or text. */
  'refused',
  /** It asks to be asked less. */
  'rateLimited',
  /** It answers that something is wrong on its own side. */
  'failing',
  /** No answer within the time allowed. */
  'slow',
  /** An answer that is none: cut short, too long, too few vectors, too many, or not in the agreed form. */
  'badAnswer',
  /** A vector of another length than was agreed. */
  'wrongDimension',
  /** A vector with something in it that is no number, or none that can be counted with. */
  'notFinite',
  /** A vector without a direction. */
  'zero',
  /** A text of nothing but space. */
  'empty',
  /** A text, or a call, above a limit. */
  'tooLong',
  /** The settings cannot work. */
  'misconfigured',
] as const

export type EmbedderFailure = (typeof failures)[number]

/** There are no vectors. `detail` says what is wrong and what to do. */
export class EmbedderFailed extends Schema.TaggedError<EmbedderFailed>()('EmbedderFailed', {
  /** Id of the embedder. */
  embedder: Schema.String,
  reason: Schema.Literals(failures),
  detail: Schema.String,
  /** Whether the same call may succeed later without anybody doing anything. */
  retryable: Schema.Boolean,
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
    /** How many numbers a vector has: 1 to {@link embedderLimits.dimension}. */
    readonly dimension: number
    /** No texts give no vectors, and nobody is asked. */
    readonly embed: (texts: ReadonlyArray<string>, kind: EmbeddedKind) => Effect.Effect<ReadonlyArray<Float32Array>, EmbedderFailed>
  }
>()('@crabtrail/core/Embedder') {}

/** What every embedder refuses before it does anything; undefined when there is nothing to refuse. A text is named by its place, from 1. */
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
