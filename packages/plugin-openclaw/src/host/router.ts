/**
 * Makes the router that the settings name, inside the worker that owns the brains: a server, or the host's own model.
 *
 * A setting that cannot work costs the routing only: the rules decide, and the problem is reported. The worker reads the key from its
 * environment, so the key is in no setting, no message between threads and no error text.
 */
import { Router, RouterPace } from '@crabtrail/core'
import { type RouterChoice, routerOf } from '@crabtrail/models/router-choice'
import type { HostConnection, HostModel } from '@crabtrail/store/worker'
import * as Effect from 'effect/Effect'
import * as Layer from 'effect/Layer'
import * as Result from 'effect/Result'
import type { OpenClawPluginApi } from 'openclaw/plugin-sdk/plugin-entry'
import { type Environment, environmentKey } from './environment-key.ts'
import type { PluginConfig } from './settings.ts'

/** The part of the settings that is sent to the worker. */
export type RouterSettings = Pick<PluginConfig, 'routing' | 'routingMs'>

export const routerSettings = ({ routing, routingMs }: PluginConfig): RouterSettings => ({ routing, routingMs })

/** Milliseconds beside its deadline that a turn may take; 0 where no model is asked. */
export const routingMsOf = ({ routing, routingMs }: RouterSettings): number => (routing === 'off' ? 0 : routingMs)

/** The id of the host's model in the log. The host may name another model at any time, so its name is no part of the id. */
const hostRouterId = 'host/default'

/**
 * Returns the router of a server; undefined where the settings name no server. Fails with what is wrong and what to do. Calls no server.
 * Without an environment it does not look for the key, because a terminal may not have it.
 */
export const routerChosen = (
  { routing }: Pick<RouterSettings, 'routing'>,
  environment: Environment | undefined,
): Effect.Effect<Router['Service'] | undefined, string> =>
  Effect.fromResult(choiceOf(routing, environment)).pipe(
    Effect.flatMap((choice) => Effect.mapError(routerOf(choice), ({ detail }) => detail)),
    Effect.mapError(unusable),
  )

const unusable = (problem: string): string =>
  `plugins.entries.crabtrail.config.routing: ${problem}; until that is put right the rules decide without a model`

const choiceOf = (routing: PluginConfig['routing'], environment: Environment | undefined): Result.Result<RouterChoice, string> => {
  if (typeof routing === 'string') return Result.succeed('none')
  const { baseUrl, keyVariable, model } = routing
  return Result.map(environmentKey(keyVariable, 'CRABTRAIL_ROUTER_KEY', environment), (key) => ({ baseUrl, model, key }))
}

/** The problem with the settings of routing, absent when they are in order. `model` is that of the host. Calls no model. */
export const routingProblem = (
  settings: RouterSettings,
  environment: Environment | undefined,
  model: HostModel | undefined,
): Promise<string | undefined> => {
  if (settings.routing === 'host')
    return Promise.resolve(
      model === undefined ? unusable('this host offers no model to plugins: name a server, or update the host') : undefined,
    )
  return Effect.runPromise(
    Effect.match(routerChosen(settings, environment), { onFailure: (problem) => problem, onSuccess: () => undefined }),
  )
}

/** Layer for the worker; empty without a router. */
export const layerRouter = (settings: RouterSettings, host: HostConnection): Layer.Layer<never> =>
  Layer.unwrap(
    Effect.gen(function* () {
      const routingMs = routingMsOf(settings)
      if (routingMs === 0) return Layer.empty
      const router = settings.routing === 'host' ? host.router(hostRouterId) : yield* serverRouter(settings)
      if (router === undefined) return Layer.empty
      return Layer.merge(Layer.succeed(Router, router), Layer.succeed(RouterPace, { routingMs }))
    }),
  )

/** The SDK is loaded with the store: loading it takes 0.3 s, which a first question could not wait for. */
const serverRouter = Effect.fnUntraced(function* (settings: RouterSettings) {
  const router = yield* Effect.orElseSucceed(routerChosen(settings, process.env), () => undefined)
  if (router !== undefined) yield* Effect.ignoreCause(Effect.promise(loadedSdk))
  return router
})

const loadedSdk = async (): Promise<void> => {
  const { loadSdk } = await import('@crabtrail/models/open-ai-router')
  await loadSdk()
}

/** The part of the host that completes a text. A host may lack it. */
type Completing = { readonly runtime: { readonly llm?: Pick<OpenClawPluginApi['runtime']['llm'], 'complete'> | undefined } }

/**
 * Returns the default model of the host; undefined where the settings do not name it, or the host has no such call. The call is no turn of
 * an agent, so no hook hears it.
 */
export const hostModel = (host: Completing, { routing }: Pick<RouterSettings, 'routing'>): HostModel | undefined => {
  if (routing !== 'host') return undefined
  const { llm } = host.runtime
  if (typeof llm?.complete !== 'function') return undefined
  return async ({ messages, tokens }, deadlineMs) => {
    const signal = AbortSignal.timeout(deadlineMs)
    const asked = { messages: [...messages], maxTokens: tokens, purpose: 'crabtrail routing', signal }
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
