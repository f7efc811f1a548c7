/** `/trail routing`: how long the routing model takes, measured in the gateway, or what it would cost where routing is off. */
import * as Result from 'effect/Result'
import type { PluginParts } from '../host/handler.ts'
import { modelMsOf } from '../host/model.ts'
import { reachableModel, trialCalls, tryModel } from '../host/model-trial.ts'
import { routingCostInWords } from '../render/model.ts'
import type { Looking } from '../turn/runs.ts'

export const routingInChat = async (
  { deadlineMs, worker }: Looking,
  { config, model }: Pick<PluginParts, 'config' | 'model'>,
  brain: string,
): Promise<string> => {
  if (config.routing === 'off') {
    const { routing } = await worker.ask('stats', { brain }, { deadlineMs })
    return `Routing is off. ${routingCostInWords(routing.expected)} The plugin’s setting routing switches it on.`
  }
  const modelMs = modelMsOf(config)
  if (modelMs === 0) return 'No model is asked, because the plugin’s setting modelMs is 0.'
  const found = await reachableModel(config, process.env, model)
  if (Result.isFailure(found)) return `The routing model cannot be measured: ${found.failure}.`
  const trial = await tryModel(found.success)
  if (!trial.isUsable) return `The routing model is of no use like this: ${trial.problem}. The rules decide without it.`
  const { p50Ms, p95Ms, proposedMs } = trial
  const advice =
    proposedMs > modelMs
      ? `The plugin’s setting modelMs is ${modelMs}: ${proposedMs} would let such calls end in time.`
      : `The plugin’s setting modelMs is ${modelMs}; ${proposedMs} is enough.`
  return `The routing model: p50 ${p50Ms} ms, p95 ${p95Ms} ms of ${trialCalls} calls. ${advice}`
}
