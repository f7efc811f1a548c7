/** The choice of a model for a process, and the model that it names. */
import type { LanguageModel, ModelFailed } from '@crabtrail/core'
import * as Effect from 'effect/Effect'
import type * as Redacted from 'effect/Redacted'
import * as Result from 'effect/Result'
import type { OpenAiModelOptions } from './open-ai-model.ts'
import { addressFault, modelFault } from './server-options.ts'

export type ChosenModelServer = Pick<OpenAiModelOptions, 'baseUrl' | 'key' | 'model'>

export type ModelChoice = 'none' | ChosenModelServer

const written = 'an OpenAI-compatible server as URL#MODEL: http://127.0.0.1:11434/v1#qwen3:4b'

/**
 * Reads `none` or `URL#MODEL`. Fails with what is wrong and what to do. The problem never repeats the text, because the text may contain a
 * key.
 */
export const modelChoice = (text: string, key: Redacted.Redacted<string> | undefined): Result.Result<ModelChoice, string> => {
  if (text === 'none') return Result.succeed('none')
  if (!/^https?:\/\//i.test(text)) return Result.fail(`it is none, or ${written}`)
  const [baseUrl = '', model = '', ...rest] = text.split('#')
  if (model === '') return Result.fail(`the model is missing: give ${written}`)
  if (rest.length > 0) return Result.fail(`it has more than one #: give ${written}`)
  const wrong = addressFault(URL.parse(baseUrl)) ?? modelFault(model)
  return wrong === undefined ? Result.succeed({ baseUrl, model, key }) : Result.fail(wrong)
}

/** Loads the model without making any request (S1.48). Fails only with `misconfigured`. */
export const modelOf = (choice: ModelChoice): Effect.Effect<LanguageModel['Service'] | undefined, ModelFailed> =>
  choice === 'none'
    ? Effect.undefined
    : Effect.flatMap(
        Effect.promise(() => import('./open-ai-model.ts')),
        ({ openAiModel }) => Effect.fromResult(openAiModel(choice)),
      )
