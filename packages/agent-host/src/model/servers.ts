/**
 * The servers that the settings name: their keys, and the embedder and the model that ask them.
 *
 * Loaded only where a server is set: nothing else of the adapter looks into the environment for a key, and what is loaded without a server reads files and calls nobody.
 */
import type { Embedder, LanguageModel } from '@crabtrail/core'
import { embedderOf, knownDimensions } from '@crabtrail/models/embedder-choice'
import { modelOf } from '@crabtrail/models/model-choice'
import * as Effect from 'effect/Effect'
import * as Redacted from 'effect/Redacted'
import * as Result from 'effect/Result'
import type { HostSettings, ModelServer } from '../state/parts.ts'

export type Environment = Readonly<Record<string, string | undefined>>

/** Where keys are looked for. Undefined: nowhere, because a terminal may not have them. */
export type Keys = Environment | 'of this process' | undefined

type EmbedderServer = Exclude<HostSettings['embedder'], string>

const environmentOf = (keys: Keys): Environment | undefined => (keys === 'of this process' ? process.env : keys)

/** The key that a terminal passes on. Whatever is wrong with it is told by whoever uses it. */
export const ownKey = ({ keyVariable }: Pick<ModelServer, 'keyVariable'>, usual: string): string | undefined =>
  process.env[keyVariable ?? usual]

/** Returns the key in the variable `named`, which must have one, or in `usual`. A value that is no variable name may be the key, so it is not repeated. */
const environmentKey = (
  named: string | undefined,
  usual: string,
  environment: Environment | undefined,
): Result.Result<Redacted.Redacted<string> | undefined, string> => {
  const name = named ?? usual
  if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(name))
    return Result.fail(
      'keyVariable is no name of an environment variable: put the key into the environment of the gateway, and give its name',
    )
  const key = environment?.[name] ?? ''
  if (key === '' && named !== undefined && environment !== undefined)
    return Result.fail(
      `the environment of the gateway has no ${name}: set it there and restart the gateway, or leave keyVariable out for a server that wants no key`,
    )
  return Result.succeed(key === '' ? undefined : Redacted.make(key))
}

/** Fails with what is wrong. Calls no server. `halfMs`: half of a turn's least deadline. */
export const serverEmbedder = (
  server: EmbedderServer,
  halfMs: number,
  keys: Keys,
): Effect.Effect<Embedder['Service'] | undefined, string> => {
  const { baseUrl, dimension = knownDimensions.get(server.model), keyVariable, model, questionMs } = server
  if (questionMs !== undefined && questionMs > halfMs)
    return Effect.fail(`questionMs is ${questionMs}, at most half of deadlineMs (${halfMs} now): lower it, or raise deadlineMs`)
  if (dimension === undefined) return Effect.fail('how many numbers a vector of this model has is not known here: give it as dimension')
  return Effect.fromResult(environmentKey(keyVariable, 'CRABTRAIL_EMBEDDER_KEY', environmentOf(keys))).pipe(
    Effect.flatMap((key) => Effect.mapError(embedderOf({ baseUrl, model, dimension, key }), ({ detail }) => detail)),
  )
}

export const serverModel = (server: ModelServer, keys: Keys): Effect.Effect<LanguageModel['Service'] | undefined, string> => {
  const { baseUrl, keyVariable, model } = server
  return Effect.fromResult(environmentKey(keyVariable, 'CRABTRAIL_MODEL_KEY', environmentOf(keys))).pipe(
    Effect.flatMap((key) => Effect.mapError(modelOf({ baseUrl, model, key }), ({ detail }) => detail)),
  )
}

/** The SDK is loaded with the store: loading it takes 0.3 s, which a first question could not wait for. */
export const loadedSdk = async (): Promise<void> => {
  const { loadSdk } = await import('@crabtrail/models/open-ai-model')
  await loadSdk()
}
