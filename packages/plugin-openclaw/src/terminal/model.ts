/** The line of `setup` about a language model that is set: how it answers. */

import { modelMsOf } from '@crabtrail/agent-host/model/chosen-models'
import { trySettings } from '@crabtrail/agent-host/model/model-trial'
import * as Result from 'effect/Result'
import { hostModel, utilityModel } from '../host/host-model.ts'
import { openClaw } from '../host/openclaw.ts'
import type { PluginConfig } from '../host/settings.ts'
import type { Check } from './checks.ts'
import type { Configured } from './context.ts'
import { setting } from './judging-offer.ts'

/** Where a model is set and its settings are in order, asks it once. A model that cannot be reached from here is no fault. */
export const modelCheck = async ({ config, host }: Configured): Promise<ReadonlyArray<Check>> => {
  if (Result.isFailure(config) || !config.success.enabled) return []
  const modelMs = modelMsOf(config.success)
  if (modelMs === 0) return []
  const name = 'language model'
  const tried = await trySettings(config.success, hostModel(host, config.success), openClaw)
  if (Result.isFailure(tried)) return [{ name, ok: true, detail: `not tried from here: ${tried.failure}; ${inTheGateway}` }]
  const trial = tried.success
  if (!trial.isUsable) {
    const detail = `${trial.problem}; a model like this is not worth its cost, and the rules decide without it. ${inTheGateway}`
    return [{ name, ok: false, detail, command: setting(host.id, 'model off') }]
  }
  const { measured, proposedMs } = trial
  const detail = `${measured}; modelMs is ${modelMs}, `
  if (proposedMs <= modelMs) return [{ name, ok: true, detail: `${detail}${proposedMs} is enough` }, ...ungranted(config.success, host)]
  const fix: Check['fix'] = (entry) => {
    entry.config = { ...entry.config, modelMs: proposedMs }
  }
  return [{ name, ok: false, detail: `${detail}too little for such calls`, command: setting(host.id, `modelMs ${proposedMs}`), fix }]
}

const inTheGateway = 'The gateway may have other keys than this terminal: /trail model in a chat asks from there'

/** Tells of a cheap model of the host that this plugin may not ask. */
const ungranted = ({ model }: PluginConfig, { id, runtime }: Configured['host']): ReadonlyArray<Check> => {
  const utility = model === 'host' ? utilityModel(runtime.config.current(), id) : undefined
  if (utility === undefined || utility.grant === true) return []
  const detail = `the default model of the host is asked; it also has ${utility.name} for small tasks, which this plugin may not ask for`
  return [{ name: 'utility model', ok: true, detail, command: `openclaw config set plugins.entries.${id}.llm.allowModelOverride true` }]
}
