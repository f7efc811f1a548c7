/** The choice of a router for a process, and the router that it names. */
import type { Router, RouterFailed } from '@crabtrail/core'
import * as Effect from 'effect/Effect'
import type * as Redacted from 'effect/Redacted'
import * as Result from 'effect/Result'
import { addressFault, modelFault } from './server-options.ts'

export interface ChosenRouterServer {
  readonly baseUrl: string
  readonly model: string
  readonly key: Redacted.Redacted<string> | undefined
}

export type RouterChoice = 'none' | ChosenRouterServer

const written = 'an OpenAI-compatible server as URL#MODEL: http://127.0.0.1:11434/v1#qwen3:4b'

/**
 * Reads `none` or `URL#MODEL`. Fails with what is wrong and what to do. The problem never repeats the text, because the text may contain a
 * key.
 */
export const routerChoice = (text: string, key: Redacted.Redacted<string> | undefined): Result.Result<RouterChoice, string> => {
  if (text === 'none') return Result.succeed('none')
  if (!/^https?:\/\//i.test(text)) return Result.fail(`it is none, or ${written}`)
  const [baseUrl = '', model = '', ...rest] = text.split('#')
  if (model === '') return Result.fail(`the model is missing: give ${written}`)
  if (rest.length > 0) return Result.fail(`it has more than one #: give ${written}`)
  const wrong = addressFault(URL.parse(baseUrl)) ?? modelFault(model)
  return wrong === undefined ? Result.succeed({ baseUrl, model, key }) : Result.fail(wrong)
}

/** Loads the router without making any request (S1.48). Fails only with `misconfigured`. */
export const routerOf = (choice: RouterChoice): Effect.Effect<Router['Service'] | undefined, RouterFailed> =>
  choice === 'none'
    ? Effect.undefined
    : Effect.flatMap(
        Effect.promise(() => import('./open-ai-router.ts')),
        ({ openAiRouter }) => Effect.fromResult(openAiRouter(choice)),
      )
