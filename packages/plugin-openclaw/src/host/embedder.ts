/**
 * Makes the embedder that the settings name, inside the worker that owns the brains.
 *
 * A setting that cannot work costs the vectors only: recall goes on by words, and the problem is reported. The worker reads the key from
 * its environment, so the key is in no setting, no message between threads and no error text.
 */
import { Embedder, EmbedderPace } from '@crabtrail/core'
import { type EmbedderChoice, embedderOf, knownDimensions } from '@crabtrail/models/embedder-choice'
import * as Effect from 'effect/Effect'
import * as Layer from 'effect/Layer'
import * as Result from 'effect/Result'
import { type Environment, environmentKey } from './environment-key.ts'
import { loadedSdk } from './model.ts'
import type { PluginConfig } from './settings.ts'

/** The part of the settings that is sent to the worker. */
export type EmbedderSettings = Pick<PluginConfig, 'deadlineMs' | 'embedder'>

/**
 * Fails with what is wrong and what to do. Calls no server. Without an environment it does not look for the key, because a terminal may
 * not have it.
 */
export const embedderChosen = (
  settings: EmbedderSettings,
  environment: Environment | undefined,
): Effect.Effect<Embedder['Service'] | undefined, string> =>
  Effect.fromResult(choiceOf(settings, environment)).pipe(
    Effect.flatMap((choice) => Effect.mapError(embedderOf(choice), ({ detail }) => detail)),
    Effect.mapError((problem) => `${setting}: ${problem}; until that is put right the words of a question decide alone`),
  )

const setting = 'plugins.entries.crabtrail.config.embedder'

const choiceOf = (settings: EmbedderSettings, environment: Environment | undefined): Result.Result<EmbedderChoice, string> => {
  const { deadlineMs, embedder } = settings
  if (typeof embedder === 'string') return Result.succeed(embedder)
  const { baseUrl, dimension = knownDimensions.get(embedder.model), model, questionMs } = embedder
  const half = halfOf(deadlineMs)
  if (questionMs !== undefined && questionMs > half)
    return Result.fail(`questionMs is ${questionMs}, at most half of deadlineMs (${half} now): lower it, or raise deadlineMs`)
  if (dimension === undefined) return Result.fail('how many numbers a vector of this model has is not known here: give it as dimension')
  return Result.map(environmentKey(embedder.keyVariable, 'CRABTRAIL_EMBEDDER_KEY', environment), (key) => ({
    baseUrl,
    model,
    dimension,
    key,
  }))
}

/** Half of a turn's deadline; the other half is for the recall itself, on a busy machine. */
const halfOf = (deadlineMs: number): number => Math.floor(deadlineMs / 2)

/** Longest time of one pass that makes missing vectors. Questions are answered in between. */
const upkeepMs = 60_000

/**
 * Layer for the worker; empty without an embedder. Reading notes waits for no vector (`readMs` is 0), because a turn may wait behind it.
 */
export const layerEmbedder = (settings: EmbedderSettings): Layer.Layer<never> =>
  Layer.unwrap(
    Effect.gen(function* () {
      const embedder = yield* Effect.orElseSucceed(embedderChosen(settings, process.env), () => undefined)
      if (embedder === undefined) return Layer.empty
      const { deadlineMs, embedder: given } = settings
      const asked = typeof given === 'string' ? undefined : given.questionMs
      // Loaded with the store: loading it takes 0.3 s, which a first question could not wait for.
      if (typeof given !== 'string') yield* Effect.ignoreCause(Effect.promise(loadedSdk))
      const questionMs = asked ?? halfOf(deadlineMs)
      const pace = { questionMs, loadMs: questionMs, readMs: 0, upkeepMs }
      return Layer.merge(Layer.succeed(Embedder, embedder), Layer.succeed(EmbedderPace, pace))
    }),
  )
