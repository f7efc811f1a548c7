/** The language model of the host: its default model, or the cheap one where the owner allows it. */
import { hostModelId, ModelCallFailed, type ModelSettings } from '@crabtrail/agent-host/model/chosen-models'
import type { ModelRefusal } from '@crabtrail/agent-host/state/shared-state'
import { modelLimits } from '@crabtrail/core'
import type { HostModel, HostReply } from '@crabtrail/store/worker'
import type { OpenClawPluginApi } from 'openclaw/plugin-sdk/plugin-entry'

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

/** Identifies a cheap model with the grant by which it is asked. */
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
  const complete = async (asked: Parameters<typeof llm.complete>[0]) => replyOf(await llm.complete(asked).catch(explained))
  const ask: HostModel = async ({ form, messages, tokens }, deadlineMs) => {
    const signal = AbortSignal.timeout(deadlineMs)
    const asked = { messages: [...messages], maxTokens: tokens, purpose: `crabtrail ${form.name}`, signal }
    const utility = cheap()
    if (utility === undefined) return complete(asked)
    try {
      const answered = await complete({ ...asked, model: utility.name })
      refusal.of = undefined
      return answered
    } catch (error) {
      if ((error as { readonly code?: unknown } | undefined)?.code !== refusedCode) throw error
      // The host says the same where it answers this plugin nothing at all: only where another model answers is it about this one.
      const answered = await complete(asked)
      refusal.of = utility.grant
      return answered
    }
  }
  return Object.assign(ask, { id: () => idNow(cheap) })
}

/** An error that says what to do, where the host does not know which of several agents a call is for. */
const explained = (error: unknown): never => {
  const { code } = Object(error) as { readonly code?: unknown }
  if (code !== 'AGENT_SELECTION_REQUIRED') throw error
  const way = 'openclaw config set agents.defaults.systemAgent.agentId AGENT'
  throw Object.assign(new ModelCallFailed(`the host has several agents and does not know whose model to ask; name one: ${way}`), { code })
}

interface CheapModel {
  readonly name: string
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
