/**
 * Makes the model that the settings name, inside the worker that owns the brains: a server, or the host's own model.
 *
 * A setting that cannot work costs the model only: the rules decide, and the problem is reported. The worker reads the key from its
 * environment, so the key is in no setting, no message between threads and no error text.
 */
import { LanguageModel, ModelPace, modelLimits } from '@crabtrail/core'
import { type ModelChoice, modelOf } from '@crabtrail/models/model-choice'
import type { HostConnection, HostModel, HostReply } from '@crabtrail/store/worker'
import * as Effect from 'effect/Effect'
import * as Layer from 'effect/Layer'
import * as Result from 'effect/Result'
import type { OpenClawPluginApi } from 'openclaw/plugin-sdk/plugin-entry'
import { type Environment, environmentKey } from './environment-key.ts'
import type { PluginConfig } from './settings.ts'

/** The part of the settings that is sent to the worker. */
export type ModelSettings = Pick<PluginConfig, 'deadlineMs' | 'model' | 'modelMs' | 'modelDayUsd'>

/** Milliseconds beside its deadline that a turn may take; 0 where no model is asked. */
export const modelMsOf = ({ model, modelMs }: Pick<ModelSettings, 'model' | 'modelMs'>): number => (model === 'off' ? 0 : modelMs)

/** The id of the host’s default model in the log. The host chooses it by agent, and may choose another one at any time, so its name is no part of the id. */
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
  settings: Pick<ModelSettings, 'model'>,
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

/** Most milliseconds that a question waits for a judgement, however long its deadline is. */
const judgedMost = 1_000

/** Layer for the worker; empty without a model. */
export const layerModel = (settings: ModelSettings, host: HostConnection): Layer.Layer<never> =>
  Layer.unwrap(
    Effect.gen(function* () {
      const modelMs = modelMsOf(settings)
      if (modelMs === 0) return Layer.empty
      const model = settings.model === 'host' ? host.model(hostModelId) : yield* serverModel(settings)
      if (model === undefined) return Layer.empty
      const judgedMs = Math.min(judgedMost, Math.floor(settings.deadlineMs / 2))
      return Layer.merge(Layer.succeed(LanguageModel, model), Layer.succeed(ModelPace, { modelMs, judgedMs, dayUsd: settings.modelDayUsd }))
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

/* The model of the host. */

/** The part of the host's configuration that says which model this plugin may ask. */
export interface HostModelConfig {
  readonly agents?: { readonly defaults?: { readonly utilityModel?: string | undefined } | undefined } | undefined
  readonly plugins?:
    | { readonly entries?: Readonly<Record<string, { readonly llm?: ModelGrant | undefined } | undefined>> | undefined }
    | undefined
}

interface ModelGrant {
  readonly allowModelOverride?: boolean | undefined
  readonly allowedModels?: ReadonlyArray<string> | undefined
}

/** The part of the host that completes a text. A host may lack the call. */
interface Completing {
  readonly id: string
  readonly runtime: {
    readonly llm?: Pick<OpenClawPluginApi['runtime']['llm'], 'complete'> | undefined
    readonly config: { readonly current: () => HostModelConfig }
  }
}

/** The cheap model of the host, `agents.defaults.utilityModel`. */
export interface UtilityModel {
  /** `provider/model`, or an alias. */
  readonly name: string
  /** Whether the owner lets this plugin name a model to the host; undefined where the configuration does not say, which the host takes for no. */
  readonly grant: boolean | undefined
  /** False where the configuration lists the models that the plugin may name, without this one. */
  readonly isListed: boolean
}

/** Returns the cheap model of the host; undefined where none is named. The host also takes an empty name for none. */
export const utilityModel = ({ agents, plugins }: HostModelConfig, id: string): UtilityModel | undefined => {
  const name = agents?.defaults?.utilityModel?.trim() ?? ''
  if (name === '') return undefined
  const { allowedModels, allowModelOverride } = plugins?.entries?.[id]?.llm ?? {}
  // Only the host knows which model an alias means: it refuses one that is not in the list.
  const isListed = allowedModels === undefined || !name.includes('/') || allowedModels.some((one) => one === '*' || one === name)
  return { name, grant: allowModelOverride, isListed }
}

/** The cheap model that the host refused, with the grant under which it did; empty where it refused none. It is not asked for again. */
export interface ModelRefusal {
  of?: string | undefined
}

const grantOf = ({ plugins }: HostModelConfig, id: string, name: string): string => JSON.stringify([name, plugins?.entries?.[id]?.llm])

/** The problem with a cheap model that the host refused, undefined where it did not, or where the configuration changed since. */
export const refusalProblem = ({ id, runtime }: Completing, { of }: ModelRefusal): string | undefined => {
  if (of === undefined) return undefined
  const config = runtime.config.current()
  const name = utilityModel(config, id)?.name
  if (name === undefined || grantOf(config, id, name) !== of) return undefined
  return `the host refuses this plugin its utility model ${name}, so the default model is asked, which may cost more: see plugins.entries.${id}.llm.allowedModels`
}

/** The code with which the host refuses a call before it asks any model. */
const refusedCode = 'LLM_COMPLETION_NOT_AUTHORIZED'

/**
 * Returns the model of the host; undefined where the settings do not name it, or the host has no such call. It is the cheap model of the host
 * where one is named and the owner allows it, else the default model, by the configuration at the time of the call. The call is no turn of an
 * agent, so no hook hears it. A refused cheap model is kept in `refusal`.
 *
 * Its id in the log is the name of the cheap model, so that `unlearn --judge` can take back what one model said and leave what another one said.
 * The one call that finds out that the host refuses it keeps that id, because the id is recorded before the call.
 */
export const hostModel = (host: Completing, { model }: Pick<ModelSettings, 'model'>, refusal: ModelRefusal = {}): HostModel | undefined => {
  if (model !== 'host') return undefined
  const { config, llm } = host.runtime
  if (typeof llm?.complete !== 'function') return undefined
  const cheap = (): CheapModel | undefined => {
    const now = config.current()
    const utility = utilityModel(now, host.id)
    if (utility?.grant !== true || !utility.isListed) return undefined
    const grant = grantOf(now, host.id, utility.name)
    return grant === refusal.of ? undefined : { name: utility.name, grant }
  }
  const ask: HostModel = async ({ form, messages, tokens }, deadlineMs) => {
    const signal = AbortSignal.timeout(deadlineMs)
    const asked = { messages: [...messages], maxTokens: tokens, purpose: `crabtrail ${form.name}`, signal }
    const utility = cheap()
    if (utility === undefined) return replyOf(await llm.complete(asked))
    try {
      const answered = replyOf(await llm.complete({ ...asked, model: utility.name }))
      refusal.of = undefined
      return answered
    } catch (error) {
      if ((error as { readonly code?: unknown } | undefined)?.code !== refusedCode) throw error
      // The host says the same where it answers this plugin nothing at all: only where another model answers is it about this one.
      const answered = replyOf(await llm.complete(asked))
      refusal.of = utility.grant
      return answered
    }
  }
  return Object.assign(ask, { id: () => idNow(cheap) })
}

/**
 * The same model, whose failures are told to whoever reads the log of the host: the host logs none. One that repeats itself is told once. Only the
 * code of the error is told, or its name: its words may repeat what was asked.
 */
export const tellingFailures = (model: HostModel | undefined, warn: (message: string) => void): HostModel | undefined => {
  if (model === undefined) return undefined
  let told: string | undefined
  const ask: HostModel = async (question, deadlineMs) => {
    try {
      return await model(question, deadlineMs)
    } catch (error) {
      const { code, name } = Object(error) as { readonly code?: unknown; readonly name?: unknown }
      const why = [code, name].find((one): one is string => typeof one === 'string' && /^\w{1,80}$/.test(one)) ?? 'unknown error'
      if (why !== told) warn(`a call of the host’s model failed: ${why}`)
      told = why
      throw error
    }
  }
  return Object.assign(ask, model.id === undefined ? {} : { id: model.id })
}

interface CheapModel {
  readonly name: string
  /** The grant by which it is asked, as {@link ModelRefusal} keeps it. */
  readonly grant: string
}

/** Undefined where the host no longer serves this copy of the plugin: then the id stays as it is. */
const idNow = (cheap: () => CheapModel | undefined): string | undefined => {
  try {
    return idOf(cheap()?.name)
  } catch {
    return undefined
  }
}

/** Returns the id in the log of the cheap model of this name, or of the default model. */
export const idOf = (utility: string | undefined): string =>
  utility === undefined ? hostModelId : `host/utility/${utility}`.slice(0, modelLimits.idCharacters)

type Completed = Awaited<ReturnType<OpenClawPluginApi['runtime']['llm']['complete']>>

const replyOf = ({ text, usage }: Pick<Completed, 'text' | 'usage'>): HostReply => {
  const { cacheReadTokens = 0, cacheWriteTokens = 0, costUsd, inputTokens, outputTokens } = usage
  return {
    text,
    // The host counts tokens from a cache apart; all of them were sent.
    tokensIn: inputTokens === undefined ? undefined : inputTokens + cacheReadTokens + cacheWriteTokens,
    tokensOut: outputTokens,
    costUsd,
  }
}
