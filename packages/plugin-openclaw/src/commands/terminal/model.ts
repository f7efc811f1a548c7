/** The lines of `setup` about routing: its cost where it is off, and the time that the model takes where it is on. */
import { isWorkerFailure } from '@crabtrail/store/worker'
import * as Result from 'effect/Result'
import { hostModel, modelMsOf } from '../../host/model.ts'
import { reachableModel, trialCalls, tryModel } from '../../host/model-trial.ts'
import { ownBrains } from '../../host/naming.ts'
import { routingCostInWords } from '../../render/model.ts'
import type { Check } from './checks.ts'
import type { Configured } from './context.ts'

const deadlineMs = 60_000

/** Where routing is off, what a day of it would cost by the logs of all brains of this gateway; empty where that is not known. */
export const routingCost = async ({ config, exists, host, naming, withMemory }: Configured): Promise<ReadonlyArray<string>> => {
  if (Result.isFailure(config) || config.success.routing !== 'off' || !(await exists())) return []
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
    const said = `Routing is off. ${routingCostInWords(expected)}`
    return expected.callsADay === 0 ? [said] : [`${said} To switch it on:`, `    ${setting(host.id, 'routing host')}`]
  } catch (error) {
    // The check of the store reports the problem.
    if (isWorkerFailure(error)) return []
    throw error
  }
}

const setting = (id: string, value: string): string => `openclaw config set plugins.entries.${id}.config.${value}`

/** Where routing is on and its settings are in order, how long the model takes. A model that cannot be reached from here is no fault. */
export const routingModelCheck = async ({ config, host }: Configured): Promise<ReadonlyArray<Check>> => {
  if (Result.isFailure(config) || !config.success.enabled) return []
  const modelMs = modelMsOf(config.success)
  if (modelMs === 0) return []
  const name = 'routing model'
  const found = await reachableModel(config.success, process.env, hostModel(host, config.success))
  if (Result.isFailure(found)) return [{ name, ok: true, detail: `not measured from here: ${found.failure}; ${inTheGateway}` }]
  const trial = await tryModel(found.success)
  if (!trial.isUsable) {
    const detail = `${trial.problem}; a model like this is not worth its cost, and the rules decide without it. ${inTheGateway}`
    return [{ name, ok: false, detail, command: setting(host.id, 'routing off') }]
  }
  const { p50Ms, p95Ms, proposedMs } = trial
  const measured = `p50 ${p50Ms} ms, p95 ${p95Ms} ms of ${trialCalls} calls; modelMs is ${modelMs}`
  if (proposedMs <= modelMs) return [{ name, ok: true, detail: `${measured}, ${proposedMs} is enough` }]
  return [
    {
      name,
      ok: false,
      detail: `${measured}, too little for such calls`,
      command: setting(host.id, `modelMs ${proposedMs}`),
      fix: (entry) => {
        entry.config = { ...entry.config, modelMs: proposedMs }
      },
    },
  ]
}

const inTheGateway = 'The gateway may have other keys than this terminal: /trail routing in a chat measures there'
