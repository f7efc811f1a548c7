/** The choice of a model for a process, and the model that it names. */
import type { LanguageModel, ModelFailed } from '@crabtrail/core'
import * as Effect from 'effect/Effect'
import type * as Redacted from 'effect/Redacted'
import * as Result from 'effect/Result'
import type { OpenAiModelOptions } from './open-ai-model.ts'
import { addressFault, modelFault } from './server-options.ts'

export interface ChosenModelServer extends Pick<OpenAiModelOptions, 'baseUrl' | 'key' | 'model'> {
  /** The environment variable that the key was looked for in. Absent: {@link modelKey}. */
  readonly keyVariable?: string
}

export type ModelChoice = 'none' | ChosenModelServer

/** The environment variable of the key of a server that is named by its address. */
export const modelKey = 'OPENAI_API_KEY'

/** The services that are known by how the names of their models begin (S1.48). Both speak the protocol of OpenAI. */
const services = [
  { begins: 'gpt-', baseUrl: 'https://api.openai.com/v1', keyVariable: modelKey },
  { begins: 'claude-', baseUrl: 'https://api.anthropic.com/v1', keyVariable: 'ANTHROPIC_API_KEY' },
] as const

const written =
  'a model whose name begins with gpt- or claude-, or an OpenAI-compatible server as URL#MODEL: http://127.0.0.1:11434/v1#qwen3:4b'

/**
 * Reads `none`, the name of a model of a known service, or `URL#MODEL`. `keyOf` finds the key in an environment variable; the key of a service is looked for in
 * its own variable alone. Fails with what is wrong and what to do. The problem never repeats the text, because the text may contain a key.
 */
export const modelChoice = (
  text: string,
  keyOf: (variable: string) => Redacted.Redacted<string> | undefined,
): Result.Result<ModelChoice, string> => {
  if (text === 'none') return Result.succeed('none')
  const service = services.find(({ begins }) => text.startsWith(begins))
  if (service === undefined && !/^https?:\/\//i.test(text)) return Result.fail(`it is none, ${written}`)
  const { baseUrl: known, keyVariable } = service ?? { baseUrl: undefined, keyVariable: modelKey }
  const [baseUrl = '', model = '', ...rest] = known === undefined ? text.split('#') : [known, text]
  if (model === '') return Result.fail(`the model is missing: give ${written}`)
  if (rest.length > 0) return Result.fail(`it has more than one #: give ${written}`)
  const wrong = addressFault(URL.parse(baseUrl)) ?? modelFault(model)
  return wrong === undefined ? Result.succeed({ baseUrl, model, key: keyOf(keyVariable), keyVariable }) : Result.fail(wrong)
}

/** Loads the model without making any request (S1.48). Fails only with `misconfigured`. */
export const modelOf = (choice: ModelChoice): Effect.Effect<LanguageModel['Service'] | undefined, ModelFailed> =>
  choice === 'none'
    ? Effect.undefined
    : Effect.flatMap(
        Effect.promise(() => import('./open-ai-model.ts')),
        ({ openAiModel }) => Effect.fromResult(openAiModel({ baseUrl: choice.baseUrl, model: choice.model, key: choice.key })),
      )
