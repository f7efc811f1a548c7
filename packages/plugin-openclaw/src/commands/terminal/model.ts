/** The lines of `setup` about the language model: what it would cost where none is set, and how it answers. */
import { isWorkerFailure } from '@crabtrail/store/worker'
import * as Result from 'effect/Result'
import { hostModel, modelMsOf } from '../../host/model.ts'
import { tryModel, trySettings } from '../../host/model-trial.ts'
import { ownBrains } from '../../host/naming.ts'
import { modelCostInWords } from '../model.ts'
import type { Check } from './checks.ts'
import type { Configured } from './context.ts'

const deadlineMs = 60_000

/**
 * Where no model is set, what a day of one would cost by the logs of all brains of this gateway, and how the model of the host answers before it
 * is switched on; empty where the cost is not known.
 */
export const modelCost = async ({ config, exists, host, naming, withMemory }: Configured): Promise<ReadonlyArray<string>> => {
  if (Result.isFailure(config) || config.success.model !== 'off' || !(await exists())) return []
  try {
    const expected = await withMemory(async (worker) => {
      let [callsADay, costUsdADay] = [0, 0]
      const brains = await ownBrains(worker, naming, deadlineMs)
      for (const { key } of brains) {
        const { routing } = await worker.ask('stats', { brain: key }, { deadlineMs })
        callsADay += routing.expected.callsADay
        costUsdADay += routing.expected.costUsdADay
      }
      return { callsADay: Math.round(callsADay * 10) / 10, costUsdADay }
    })
    const said = `No language model is set. ${modelCostInWords(expected)}`
    if (expected.callsADay === 0) return [said]
    const hosts = hostModel(host, { model: 'host' })
    const trial = hosts === undefined ? undefined : await tryModel(hosts)
    const tried =
      trial === undefined ? [] : [`That of the host ${trial.isUsable ? trial.measured : `is of no use like this: ${trial.problem}`}.`]
    return [[said, ...tried, 'To switch it on:'].join(' '), `    ${setting(host.id, 'model host')}`]
  } catch (error) {
    // The check of the store reports the problem.
    if (isWorkerFailure(error)) return []
    throw error
  }
}

const setting = (id: string, value: string): string => `openclaw config set plugins.entries.${id}.config.${value}`

/** Where a model is set and its settings are in order, asks it once. A model that cannot be reached from here is no fault. */
export const modelCheck = async ({ config, host }: Configured): Promise<ReadonlyArray<Check>> => {
  if (Result.isFailure(config) || !config.success.enabled) return []
  const modelMs = modelMsOf(config.success)
  if (modelMs === 0) return []
  const name = 'language model'
  const tried = await trySettings(config.success, hostModel(host, config.success))
  if (Result.isFailure(tried)) return [{ name, ok: true, detail: `not tried from here: ${tried.failure}; ${inTheGateway}` }]
  const trial = tried.success
  if (!trial.isUsable) {
    const detail = `${trial.problem}; a model like this is not worth its cost, and the rules decide without it. ${inTheGateway}`
    return [{ name, ok: false, detail, command: setting(host.id, 'model off') }]
  }
  const { measured, proposedMs } = trial
  const detail = `${measured}; modelMs is ${modelMs}, `
  if (proposedMs <= modelMs) return [{ name, ok: true, detail: `${detail}${proposedMs} is enough` }]
  const fix: Check['fix'] = (entry) => {
    entry.config = { ...entry.config, modelMs: proposedMs }
  }
  return [{ name, ok: false, detail: `${detail}too little for such calls`, command: setting(host.id, `modelMs ${proposedMs}`), fix }]
}

const inTheGateway = 'The gateway may have other keys than this terminal: /trail model in a chat asks from there'
