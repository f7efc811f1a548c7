/** `/trail model`: asks the language model once, from the gateway, or says what it would cost where none is set. */
import type { Answer } from '@crabtrail/core'
import * as Result from 'effect/Result'
import type { PluginParts } from '../host/handler.ts'
import { modelMsOf } from '../host/model.ts'
import { trySettings } from '../host/model-trial.ts'
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
  const tried = await trySettings(config, model)
  if (Result.isFailure(tried)) return `The language model cannot be tried: ${tried.failure}.`
  const trial = tried.success
  if (!trial.isUsable) return `The language model is of no use like this: ${trial.problem}. The rules decide without it.`
  const { measured, proposedMs } = trial
  const advice =
    proposedMs > modelMs
      ? `The plugin’s setting modelMs is ${modelMs}: ${proposedMs} would let such calls end in time.`
      : `The plugin’s setting modelMs is ${modelMs}; ${proposedMs} is enough.`
  return `The language model ${measured}. ${advice}`
}

type Expected = Answer.StatsAnswer['routing']['expected']

/** One sentence about a day. The tokens are those that a call may have at most. */
export const modelCostInWords = ({ callsADay, costUsdADay }: Expected): string => {
  if (callsADay === 0) return 'By the questions so far, a language model would have been asked nothing.'
  const cost = costUsdADay < 0.01 ? 'less than 0.01' : `at most ${costUsdADay.toFixed(2)}`
  return `By the questions so far, a language model would be asked about ${callsADay} times a day, for ${cost} USD by the prices in the settings.`
}
