/** `/trail model`: asks the language model once, from the gateway, or says what it would cost where none is set. */
import * as Result from 'effect/Result'
import type { PluginParts } from '../host/handler.ts'
import { modelMsOf } from '../host/model.ts'
import { reachableModel, tryModel } from '../host/model-trial.ts'
import { modelCostInWords } from '../render/model.ts'
import type { Looking } from '../turn/runs.ts'

export const modelInChat = async (
  { deadlineMs, worker }: Looking,
  { config, model }: Pick<PluginParts, 'config' | 'model'>,
  brain: string,
): Promise<string> => {
  if (config.model === 'off') {
    const { routing } = await worker.ask('stats', { brain }, { deadlineMs })
    return `No language model is set. ${modelCostInWords(routing.expected)} The plugin’s setting model names one.`
  }
  const modelMs = modelMsOf(config)
  if (modelMs === 0) return 'No model is asked, because the plugin’s setting modelMs is 0.'
  const found = await reachableModel(config, process.env, model)
  if (Result.isFailure(found)) return `The language model cannot be tried: ${found.failure}.`
  const trial = await tryModel(found.success)
  if (!trial.isUsable) return `The language model is of no use like this: ${trial.problem}. The rules decide without it.`
  const { measured, proposedMs } = trial
  const advice =
    proposedMs > modelMs
      ? `The plugin’s setting modelMs is ${modelMs}: ${proposedMs} would let such calls end in time.`
      : `The plugin’s setting modelMs is ${modelMs}; ${proposedMs} is enough.`
  return `The language model ${measured}. ${advice}`
}
