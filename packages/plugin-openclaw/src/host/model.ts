/**
 * Makes the model that the settings name, inside the worker that owns the brains: a server, or the host's own model.
 *
 * A setting that cannot work costs the model only: the rules decide, and the problem is reported. The worker reads the key from its
 * environment, so the key is in no setting, no message between threads and no error text.
 */
import { LanguageModel, ModelPace } from '@crabtrail/core'
import { type ModelChoice, modelOf } from '@crabtrail/models/model-choice'
import type { HostConnection, HostModel } from '@crabtrail/store/worker'
import * as Effect from 'effect/Effect'
import * as Layer from 'effect/Layer'
import * as Result from 'effect/Result'
import type { OpenClawPluginApi } from 'openclaw/plugin-sdk/plugin-entry'
import { type Environment, environmentKey } from './environment-key.ts'
import type { PluginConfig } from './settings.ts'

/** The part of the settings that is sent to the worker. */
export type ModelSettings = Pick<PluginConfig, 'model' | 'modelMs'>

/** Milliseconds beside its deadline that a turn may take; 0 where no model is asked. */
export const modelMsOf = ({ model, modelMs }: ModelSettings): number => (model === 'off' ? 0 : modelMs)

/** The id of the host's model in the log. The host may name another model at any time, so its name is no part of the id. */
const hostModelId = 'host/default'

/**
 * Returns the model of a server; undefined where the settings name no server. Fails with what is wrong and what to do. Calls no server.
 * Without an environment it does not look for the key, because a terminal may not have it.
 */
export const modelChosen = (
  { model: named }: Pick<ModelSettings, 'model'>,
  environment: Environment | undefined,
): Effect.Effect<LanguageModel['Service'] | undefined, string> =>
  Effect.fromResult(choiceOf(named, environment)).pipe(
    Effect.flatMap((choice) => Effect.mapError(modelOf(choice), ({ detail }) => detail)),
    Effect.mapError(unusable),
  )

const unusable = (problem: string): string =>
  `plugins.entries.crabtrail.config.model: ${problem}; until that is put right the rules decide without a model`

const choiceOf = (named: PluginConfig['model'], environment: Environment | undefined): Result.Result<ModelChoice, string> => {
  if (typeof named === 'string') return Result.succeed('none')
  const { baseUrl, keyVariable, model } = named
  return Result.map(environmentKey(keyVariable, 'CRABTRAIL_MODEL_KEY', environment), (key) => ({ baseUrl, model, key }))
}

/** The problem with the settings of the model, absent when they are in order. `hosts` is that of the host. Calls no model. */
export const modelProblem = (
  settings: ModelSettings,
  environment: Environment | undefined,
  hosts: HostModel | undefined,
): Promise<string | undefined> => {
  if (settings.model === 'host')
    return Promise.resolve(
      hosts === undefined ? unusable('this host offers no model to plugins: name a server, or update the host') : undefined,
    )
  return Effect.runPromise(
    Effect.match(modelChosen(settings, environment), { onFailure: (problem) => problem, onSuccess: () => undefined }),
  )
}

/** Layer for the worker; empty without a model. */
export const layerModel = (settings: ModelSettings, host: HostConnection): Layer.Layer<never> =>
  Layer.unwrap(
    Effect.gen(function* () {
      const modelMs = modelMsOf(settings)
      if (modelMs === 0) return Layer.empty
      const model = settings.model === 'host' ? host.model(hostModelId) : yield* serverModel(settings)
      if (model === undefined) return Layer.empty
      return Layer.merge(Layer.succeed(LanguageModel, model), Layer.succeed(ModelPace, { modelMs }))
    }),
  )

/** The SDK is loaded with the store: loading it takes 0.3 s, which a first question could not wait for. */
const serverModel = Effect.fnUntraced(function* (settings: ModelSettings) {
  const model = yield* Effect.orElseSucceed(modelChosen(settings, process.env), () => undefined)
  if (model !== undefined) yield* Effect.ignoreCause(Effect.promise(loadedSdk))
  return model
})

/** Loads the SDK of servers, of embedders and of models. */
export const loadedSdk = async (): Promise<void> => {
  const { loadSdk } = await import('@crabtrail/models/open-ai-model')
  await loadSdk()
}

/** The part of the host that completes a text. A host may lack it. */
type Completing = { readonly runtime: { readonly llm?: Pick<OpenClawPluginApi['runtime']['llm'], 'complete'> | undefined } }

/**
 * Returns the default model of the host; undefined where the settings do not name it, or the host has no such call. The call is no turn of
 * an agent, so no hook hears it.
 */
export const hostModel = (host: Completing, { model }: Pick<ModelSettings, 'model'>): HostModel | undefined => {
  if (model !== 'host') return undefined
  const { llm } = host.runtime
  if (typeof llm?.complete !== 'function') return undefined
  return async ({ form, messages, tokens }, deadlineMs) => {
    const signal = AbortSignal.timeout(deadlineMs)
    const asked = { messages: [...messages], maxTokens: tokens, purpose: `crabtrail ${form.name}`, signal }
    const answered = await llm.complete(asked)
    const { cacheReadTokens = 0, cacheWriteTokens = 0, inputTokens, outputTokens } = answered.usage
    return {
      text: answered.text,
      // The host counts tokens from a cache apart; all of them were sent.
      tokensIn: inputTokens === undefined ? undefined : inputTokens + cacheReadTokens + cacheWriteTokens,
      tokensOut: outputTokens,
    }
  }
}
