/**
 * Makes the embedder and the language model that the settings name, inside the worker that owns the brains.
 *
 * A setting that cannot work costs the vectors or the model only: recall goes on by words, the rules decide, and the problem is reported. The worker
 * reads keys from its environment, so a key is in no setting, no message between threads and no error text.
 */
import { Embedder, EmbedderPace, LanguageModel, ModelPace } from '@crabtrail/core'
import { embedderOf } from '@crabtrail/models/embedder-choice'
import type { HostConnection, HostModel } from '@crabtrail/store/worker'
import * as Effect from 'effect/Effect'
import * as Layer from 'effect/Layer'
import { shortestDeadline } from '../state/deadline.ts'
import type { HostEmbedding, HostFacts, HostSettings } from '../state/parts.ts'
import type { Keys } from './servers.ts'

/** The settings that are sent to the worker. They hold no key: the worker reads keys from its environment. */
export type WorkerSettings = EmbedderSettings & ModelSettings

export const workerSettings = ({ deadlineMs, embedder, model, modelDayUsd, modelMs }: WorkerSettings): WorkerSettings => ({
  deadlineMs,
  embedder,
  model,
  modelMs,
  ...(modelDayUsd === undefined ? {} : { modelDayUsd }),
})

/** Loaded only where a server is set; see `servers.ts`. */
const servers = Effect.promise(() => import('./servers.ts'))

/* The embedder. */

export type EmbedderSettings = Pick<HostSettings, 'deadlineMs' | 'embedder'>

/** Fails with what is wrong and what to do. Calls no server. Without `keys` it looks for none: a terminal may not have it. */
export const embedderChosen = (settings: EmbedderSettings, keys: Keys): Effect.Effect<Embedder['Service'] | undefined, string> => {
  const { deadlineMs, embedder } = settings
  const chosen =
    embedder === 'host'
      ? Effect.undefined
      : typeof embedder === 'string'
        ? Effect.mapError(embedderOf(embedder), ({ detail }) => detail)
        : Effect.flatMap(servers, ({ serverEmbedder }) => serverEmbedder(embedder, halfOf(deadlineMs), keys))
  return Effect.mapError(chosen, withoutVectors)
}

const withoutVectors = (problem: string): string => `${problem}; until that is put right the words of a question decide alone`

/** The problem with the settings of the embedder, absent when they are in order. `hosts` is that of the host. Calls no server. */
export const embedderProblem = async (
  settings: EmbedderSettings,
  keys: Keys,
  hosts: HostEmbedding | undefined,
  { setting }: Pick<HostFacts, 'setting'>,
): Promise<string | undefined> => {
  const problem = settings.embedder === 'host' ? await hostsProblem(hosts) : await problemOf(embedderChosen(settings, keys))
  return problem && `${setting('embedder')}: ${problem}`
}

const hostsProblem = async (hosts: HostEmbedding | undefined): Promise<string | undefined> => {
  const problem = hosts === undefined ? 'this host makes no vectors for plugins: name a server, or hashed' : await hosts.problem()
  return problem && withoutVectors(problem)
}

const problemOf = (chosen: Effect.Effect<unknown, string>): Promise<string | undefined> =>
  Effect.runPromise(Effect.match(chosen, { onFailure: (problem) => problem, onSuccess: () => undefined }))

/** Half of a turn's deadline; the other half is for the recall itself, on a busy machine. */
const halfOf = (deadlineMs: HostSettings['deadlineMs']): number => Math.floor(shortestDeadline(deadlineMs) / 2)

/** Longest time of one pass that makes missing vectors. Questions are answered in between. */
const upkeepMs = 60_000

/** The first call of the host's provider may have to load it; whoever asks meanwhile goes on without memory. */
const firstMs = 10_000

/** Layer for the worker; empty without an embedder. Reading notes waits for no vector (`readMs` is 0), because a turn may wait behind it. */
export const layerEmbedder = (settings: EmbedderSettings, host: Pick<HostConnection, 'embedder'>): Layer.Layer<never> =>
  Layer.unwrap(
    Effect.gen(function* () {
      const chosen = settings.embedder === 'host' ? host.embedder(firstMs) : embedderChosen(settings, 'of this process')
      const embedder = yield* Effect.orElseSucceed<Embedder['Service'] | undefined, unknown, never, undefined>(chosen, () => undefined)
      if (embedder === undefined) return Layer.empty
      const { deadlineMs, embedder: given } = settings
      const asked = typeof given === 'string' ? undefined : given.questionMs
      // Loaded with the store: loading it takes 0.3 s, which a first question could not wait for.
      if (typeof given !== 'string') yield* withSdk
      const questionMs = asked ?? halfOf(deadlineMs)
      const pace = { questionMs, loadMs: questionMs, readMs: 0, upkeepMs }
      return Layer.merge(Layer.succeed(Embedder, embedder), Layer.succeed(EmbedderPace, pace))
    }),
  )

/* The language model. */

export type ModelSettings = Pick<HostSettings, 'deadlineMs' | 'model' | 'modelMs' | 'modelDayUsd'>

/** Milliseconds beside its deadline that a turn may take; 0 where no model is asked. */
export const modelMsOf = ({ model, modelMs }: Pick<ModelSettings, 'model' | 'modelMs'>): number => (model === 'off' ? 0 : modelMs)

/** The id of the host’s default model in the log. The host may choose another model at any time, so its name is no part of the id. */
export const hostModelId = 'host/default'

/**
 * Returns the model of a server; undefined where the settings name no server. Fails with what is wrong and what to do. Calls no server.
 * Without `keys` it does not look for the key, because a terminal may not have it.
 */
export const modelChosen = (
  { model: named }: Pick<ModelSettings, 'model'>,
  keys: Keys,
): Effect.Effect<LanguageModel['Service'] | undefined, string> =>
  typeof named === 'string'
    ? Effect.undefined
    : Effect.mapError(
        Effect.flatMap(servers, (all) => all.serverModel(named, keys)),
        unusable,
      )

const unusable = (problem: string): string => `${problem}; until that is put right the rules decide without a model`

/** The problem with the settings of the model, absent when they are in order. `hosts` is that of the host. Calls no model. */
export const modelProblem = async (
  settings: Pick<ModelSettings, 'model'>,
  keys: Keys,
  hosts: HostModel | undefined,
  { setting }: Pick<HostFacts, 'setting'>,
): Promise<string | undefined> => {
  const isMissing = settings.model === 'host' && hosts === undefined
  const problem = isMissing ? unusable(notOffered) : await problemOf(modelChosen(settings, keys))
  return problem && `${setting('model')}: ${problem}`
}

const notOffered = 'this host offers no model to plugins: name a server, or update the host'

/** Most milliseconds that a question waits for a judgement, however long its deadline is. */
const judgedMost = 1_000

export const layerModel = (settings: ModelSettings, host: Pick<HostConnection, 'model'>): Layer.Layer<never> =>
  Layer.unwrap(
    Effect.gen(function* () {
      const modelMs = modelMsOf(settings)
      if (modelMs === 0) return Layer.empty
      const model = settings.model === 'host' ? host.model(hostModelId) : yield* serverModel(settings)
      if (model === undefined) return Layer.empty
      const judgedMs = Math.min(judgedMost, halfOf(settings.deadlineMs))
      return Layer.merge(Layer.succeed(LanguageModel, model), Layer.succeed(ModelPace, { modelMs, judgedMs, dayUsd: settings.modelDayUsd }))
    }),
  )

const serverModel = Effect.fnUntraced(function* (settings: ModelSettings) {
  const model = yield* Effect.orElseSucceed(modelChosen(settings, 'of this process'), () => undefined)
  if (model !== undefined) yield* withSdk
  return model
})

/** A first question could not wait for the SDK of a server. */
const withSdk = Effect.ignoreCause(Effect.flatMap(servers, ({ loadedSdk }) => Effect.promise(loadedSdk)))

/** A call failed. The message says why, without anything that was sent or answered. */
export class ModelCallFailed extends Error {}

/** The same model, whose failures go to the log of the host, a repeated one once: by code or name alone, for the words may repeat what was asked. */
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
