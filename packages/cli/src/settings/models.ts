/** Reads the choice of an embedder and of a language model, and loads what they name. */

import { type Embedder, InvalidRequest, type LanguageModel } from '@crabtrail/core'
import { type EmbedderChoice as Embedding, embedderOf as embedderChosen, knownDimensions } from '@crabtrail/models/embedder-choice'
import { type ModelChoice, modelOf as modelChosen, modelKey, modelChoice as modelWritten } from '@crabtrail/models/model-choice'
import * as Effect from 'effect/Effect'
import * as Redacted from 'effect/Redacted'
import * as Result from 'effect/Result'

export interface EmbedderChoice {
  readonly which: Embedding
  readonly field: string
}

/** The text of a setting as it was given. */
export interface Written {
  readonly text: string
  readonly field: string
  /** The folder that a relative path begins in, where it is not that of the process. */
  readonly folder?: string
}

const secretOf = (key: string | undefined) => (key === undefined || key === '' ? undefined : Redacted.make(key))

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
  return Result.succeed({ which: { baseUrl, model, dimension, key: secretOf(key) }, field })
}

/** Loads the embedder without making any request. */
export const embedderOf = ({ field, which }: EmbedderChoice): Effect.Effect<Embedder['Service'] | undefined, InvalidRequest> =>
  Effect.mapError(embedderChosen(which), ({ detail }) => new InvalidRequest({ field, problem: detail }))

/** Reads `none`, a name or `URL#MODEL`. A complaint never repeats the text, because it may contain a key. A key is read from the environment alone. */
export const modelChoice = (
  { field, text }: Written,
  environment: Readonly<Record<string, string | undefined>>,
): Result.Result<ModelChoice, InvalidRequest> =>
  Result.mapError(
    modelWritten(text, (variable) => secretOf(environment[variable])),
    (problem) => new InvalidRequest({ field, problem }),
  )

/** Longest time, in milliseconds, that a question may wait: a large model that is loaded first takes minutes. */
const modelMsMax = 600_000

export const modelTime = ({ field, text }: Written): Result.Result<number, InvalidRequest> => {
  const ms = /^\d{1,6}$/.test(text) ? Number(text) : 0
  const problem = `it is no whole number of milliseconds from 1 to ${modelMsMax}`
  return ms >= 1 && ms <= modelMsMax ? Result.succeed(ms) : Result.fail(new InvalidRequest({ field, problem }))
}

/** Loads the model without making any request. Address and model were checked before, so only the key can be refused here. */
export const modelOf = (choice: ModelChoice): Effect.Effect<LanguageModel['Service'] | undefined, InvalidRequest> =>
  Effect.mapError(modelChosen(choice), ({ detail }) => {
    const { keyVariable = modelKey } = choice === 'none' ? {} : choice
    return new InvalidRequest({ field: `$${keyVariable}`, problem: detail })
  })
