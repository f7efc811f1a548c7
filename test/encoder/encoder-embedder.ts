/** The sentence encoder as an embedder of a memory in the same process, without a server between. */

import type { Embedder } from '@crabtrail/core'
import { EmbedderFailed } from '@crabtrail/core'
import * as Effect from 'effect/Effect'
import { type SentenceEncoder, sentenceDimension, sentenceModel } from './sentence-encoder.ts'

const id = `${sentenceModel}/${sentenceDimension}`

export const encoderEmbedder = (encoder: SentenceEncoder): Embedder['Service'] => ({
  id,
  dimension: sentenceDimension,
  embed: (texts) =>
    Effect.flatMap(
      Effect.promise(() => encoder.embed(texts)),
      (made) => {
        const vectors = made.filter((vector) => vector !== undefined)
        if (vectors.length === texts.length) return Effect.succeed(vectors)
        return Effect.fail(
          new EmbedderFailed({ embedder: id, reason: 'empty', detail: 'a text has no visible character', retryable: false }),
        )
      },
    ),
})
