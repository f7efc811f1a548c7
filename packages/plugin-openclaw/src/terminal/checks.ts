/** Checks of configuration and store, shared by `setup`, `status` and `doctor`. */
import { ownBrains } from '@crabtrail/agent-host/conversation/naming'
import { embedderProblem, modelMsOf, modelProblem } from '@crabtrail/agent-host/model/chosen-models'
import { trySettings } from '@crabtrail/agent-host/model/model-trial'
import { isWorkerFailure } from '@crabtrail/store/worker'
import * as Result from 'effect/Result'
import { withheld } from '../host/blindness.ts'
import { hostEmbedding } from '../host/host-embedder.ts'
import { hostModel, utilityModel } from '../host/host-model.ts'
import { neighbours, otherRuntimes } from '../host/neighbours.ts'
import { openClaw } from '../host/openclaw.ts'
import { accessProblem, type HostConfig, whoGetsMemory } from '../host/owners.ts'
import type { PluginConfig } from '../host/settings.ts'
import type { Configured } from './context.ts'

export interface Check {
  readonly name: string
  readonly ok: boolean
  readonly detail: string
  /** The command that puts it right. */
  readonly command?: string
  /** True where the memory works all the same, and only the owner can know what to set. */
  readonly isAdvice?: true
  /** Puts it right in the configuration, if `setup` may do that by itself. */
  readonly fix?: (entry: Entry) => void
}

export interface Entry {
  hooks?: { allowConversationAccess?: boolean | undefined; allowPromptInjection?: boolean | undefined } | undefined
  config?: Record<string, unknown> | undefined
  llm?: { allowModelOverride?: boolean | undefined } | undefined
}

export const configurationChecks = async ({ config, host }: Configured): Promise<ReadonlyArray<Check>> => {
  const missing = withheld(host)
  const granted = (cause: string, name: string, detail: string): Check => {
    const found = missing.find((one) => one.cause === cause)
    return found === undefined ? { name, ok: true, detail } : { name, ok: false, detail: found.text, command: found.command }
  }
  return [
    settings(config, host.id),
    granted('conversation-access', 'conversation access', 'the plugin may hear conversations'),
    granted('prompt-injection', 'prompt injection', 'the plugin may add to prompts'),
    ...(await embedder(config, host)),
    ...(await modelSettings(config, host)),
    ...access(config, host.config),
    beside(host.config),
    ...otherRuntimes(host.config).map((detail) => ({ name: 'runtime', ok: true, detail })),
  ]
}

const beside = (config: Configured['host']['config']): Check => {
  const { command, isProblem, text } = neighbours(config)
  const found = { name: 'neighbours', ok: !isProblem, detail: text }
  return { ...found, ...(isProblem ? { isAdvice: true as const } : {}), ...(command === undefined ? {} : { command }) }
}

const settings = (config: Configured['config'], id: string): Check => {
  const name = 'settings'
  if (Result.isFailure(config)) {
    const detail = `plugins.entries.${id}.config: ${config.failure.message.replaceAll(/\s*\n\s*/g, ' ')}; nothing is remembered until it is put right`
    return { name, ok: false, detail, command: `openclaw config set plugins.entries.${id}.config …` }
  }
  if (config.success.enabled) return { name, ok: true, detail: 'the settings are in order, and the memory is switched on' }
  return { name, ok: false, detail: 'the memory is switched off', command: settingCommand(id, 'enabled true') }
}

/** Only when an embedder is set. Does not look for its key, which is in the environment of the gateway and may be missing here. */
const embedder = async (config: Configured['config'], host: Configured['host']): Promise<ReadonlyArray<Check>> => {
  if (Result.isFailure(config) || config.success.embedder === 'none') return []
  const problem = await embedderProblem(config.success, undefined, hostEmbedding(host, config.success), openClaw)
  if (problem === undefined) return [{ name: 'embedder', ok: true, detail: 'its settings are in order' }]
  return [{ name: 'embedder', ok: false, detail: problem, command: settingCommand(host.id, 'embedder …') }]
}

/** Only when a model is set. Does not look for the key of a server, as for the embedder. */
const modelSettings = async (config: Configured['config'], host: Configured['host']): Promise<ReadonlyArray<Check>> => {
  if (Result.isFailure(config) || config.success.model === 'off') return []
  const problem = await modelProblem(config.success, undefined, hostModel(host, config.success), openClaw)
  const { aliases, follow, judging } = config.success
  const tasks = [...(judging === 'off' ? [] : ['it judges messages']), ...(aliases && follow ? ['it names other words for notes'] : [])]
  if (problem === undefined) return [{ name: 'model', ok: true, detail: ['its settings are in order', ...tasks].join('; ') }]
  return [{ name: 'model', ok: false, detail: problem, command: settingCommand(host.id, 'model …') }]
}

const access = (config: Configured['config'], host: HostConfig): ReadonlyArray<Check> => {
  if (Result.isFailure(config)) return []
  const [name, problem] = ['who gets memory', accessProblem(host)]
  const detail = whoGetsMemory(host, config.success)
  if (problem === undefined) return [{ name, ok: true, detail }]
  return [{ name, ok: false, isAdvice: true, detail: `${problem.text}; given in: ${detail}`, command: problem.command }]
}

export const checkLines = (checks: ReadonlyArray<Check>): ReadonlyArray<string> =>
  checks.flatMap(({ command, detail, name, ok }) => [
    `${ok ? '✓' : '✗'} ${name}: ${detail}`,
    ...(command === undefined ? [] : [`    ${command}`]),
  ])

const deadlineMs = 60_000

export const storeCheck = async ({ exists, naming, store, withMemory }: Configured): Promise<Check> => {
  const name = 'store'
  if (!(await exists())) return { name, ok: true, detail: `${store.place}: not there yet; the first message to an agent makes it` }
  try {
    await withMemory(async (worker) => {
      const brains = await ownBrains(worker, naming, deadlineMs)
      for (const { key } of brains) await worker.ask('show', { brain: key }, { deadlineMs })
    })
    return { name, ok: true, detail: store.place }
  } catch (error) {
    if (isWorkerFailure(error)) return { name, ok: false, detail: error.message }
    throw error
  }
}

export const settingCommand = (id: string, value: string): string => `openclaw config set plugins.entries.${id}.config.${value}`

/* A language model that is set: how it answers. */

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
    return [{ name, ok: false, detail, command: settingCommand(host.id, 'model off') }]
  }
  const { measured, proposedMs } = trial
  const detail = `${measured}; modelMs is ${modelMs}, `
  if (proposedMs <= modelMs) return [{ name, ok: true, detail: `${detail}${proposedMs} is enough` }, ...ungranted(config.success, host)]
  const fix: Check['fix'] = (entry) => {
    entry.config = { ...entry.config, modelMs: proposedMs }
  }
  return [{ name, ok: false, detail: `${detail}too little for such calls`, command: settingCommand(host.id, `modelMs ${proposedMs}`), fix }]
}

const inTheGateway = 'The gateway may have other keys than this terminal: /trail model in a chat asks from there'

const ungranted = ({ model }: PluginConfig, { id, runtime }: Configured['host']): ReadonlyArray<Check> => {
  const utility = model === 'host' ? utilityModel(runtime.config.current(), id) : undefined
  if (utility === undefined || utility.grant === true) return []
  const detail = `the default model of the host is asked; it also has ${utility.name} for small tasks, which this plugin may not ask for`
  return [{ name: 'utility model', ok: true, detail, command: `openclaw config set plugins.entries.${id}.llm.allowModelOverride true` }]
}
