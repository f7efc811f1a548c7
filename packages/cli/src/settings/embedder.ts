/** Reads the choice of an embedder, and loads the embedder that it names. */

import { type Embedder, InvalidRequest } from '@crabtrail/core'
import { type EmbedderChoice as Choice, embedderOf as embedderChosen, knownDimensions } from '@crabtrail/models/embedder-choice'
import * as Effect from 'effect/Effect'
import * as Redacted from 'effect/Redacted'
import * as Result from 'effect/Result'

export interface EmbedderChoice {
  readonly which: Choice
  /** Name of the setting in a complaint. */
  readonly field: string
}

interface Written {
  readonly text: string
  readonly field: string
}

/** Reads `none`, `hashed` or `URL#MODEL#DIMENSION`. A complaint never repeats the text, because it may contain a key. */
export const embedderChoice = ({ field, text }: Written, key: string | undefined): Result.Result<EmbedderChoice, InvalidRequest> => {
  if (text === 'none' || text === 'hashed') return Result.succeed({ which: text, field })
  const refuse = (problem: string) => Result.fail(new InvalidRequest({ field, problem }))
  const [baseUrl = '', model = '', numbers, ...rest] = text.split('#')
  if (!/^https?:\/\//i.test(baseUrl) || model === '' || rest.length > 0)
    return refuse(
      'it is none, hashed, or an OpenAI-compatible server as URL#MODEL#DIMENSION: http://localhost:11434/v1#nomic-embed-text#768',
    )
  const dimension = numbers === undefined ? knownDimensions.get(model) : Number(numbers)
  if (dimension === undefined)
    return refuse('how many numbers a vector of this model has is not known here: write it behind, as URL#MODEL#DIMENSION')
  const secret = key === undefined || key === '' ? undefined : Redacted.make(key)
  return Result.succeed({ which: { baseUrl, model, dimension, key: secret }, field })
}

/** Loads the embedder without making any request. */
export const embedderOf = ({ field, which }: EmbedderChoice): Effect.Effect<Embedder['Service'] | undefined, InvalidRequest> =>
  Effect.mapError(embedderChosen(which), ({ detail }) => new InvalidRequest({ field, problem: detail }))
