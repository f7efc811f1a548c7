/** Reads the choice of a model, and loads the model that it names. */

import { InvalidRequest, type LanguageModel } from '@crabtrail/core'
import { type ModelChoice as Choice, modelOf as modelChosen, modelChoice as modelWritten } from '@crabtrail/models/model-choice'
import * as Effect from 'effect/Effect'
import * as Redacted from 'effect/Redacted'
import * as Result from 'effect/Result'

/** The environment variable of the key. A key is read from nowhere else. */
export const modelKey = 'OPENAI_API_KEY'

interface Written {
  readonly text: string
  /** Name of the setting in a complaint. */
  readonly field: string
}

/** Reads `none` or `URL#MODEL`. A complaint never repeats the text, because it may contain a key. */
export const modelChoice = ({ field, text }: Written, key: string | undefined): Result.Result<Choice, InvalidRequest> =>
  Result.mapError(
    modelWritten(text, key === undefined || key === '' ? undefined : Redacted.make(key)),
    (problem) => new InvalidRequest({ field, problem }),
  )

/** Longest time, in milliseconds, that a question may wait: a large model that is loaded first takes minutes. */
const modelMsMax = 600_000

/** Reads how long a question waits for the model, in milliseconds. */
export const modelTime = ({ field, text }: Written): Result.Result<number, InvalidRequest> => {
  const ms = /^\d{1,6}$/.test(text) ? Number(text) : 0
  const problem = `it is no whole number of milliseconds from 1 to ${modelMsMax}`
  return ms >= 1 && ms <= modelMsMax ? Result.succeed(ms) : Result.fail(new InvalidRequest({ field, problem }))
}

/** Loads the model without making any request. Address and model were checked before, so only the key can be refused here. */
export const modelOf = (choice: Choice): Effect.Effect<LanguageModel['Service'] | undefined, InvalidRequest> =>
  Effect.mapError(modelChosen(choice), ({ detail }) => new InvalidRequest({ field: `$${modelKey}`, problem: detail }))
