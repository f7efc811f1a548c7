/** `/trail model`: asks the language model once, from the gateway, or says what it would cost where none is set. */

import type { Answer } from '@crabtrail/core'
import { counted } from '@crabtrail/text/counted'
import * as Result from 'effect/Result'
import { modelMsOf } from '../model/chosen-models.ts'
import { trySettings } from '../model/model-trial.ts'
import type { HostParts } from '../state/parts.ts'
import type { Looking } from '../state/runs.ts'

export const modelInChat = async (
  { deadlineMs, worker }: Looking,
  { config, host, model }: Pick<HostParts, 'config' | 'host' | 'model'>,
  brain: string,
): Promise<string> => {
  if (config.model === 'off') {
    const { aliases, judging, routing } = await worker.ask('stats', { brain }, { deadlineMs })
    const judged = judging === undefined ? '' : ` ${judgingCostInWords(judging.expected)}`
    const named = config.aliases && aliases !== undefined ? aliasesCostInWords(aliases) : ''
    return `No language model is set. ${judges}${judged}${named === '' ? '' : ` ${named}`} ${modelCostInWords(routing.expected)} The plugin’s setting model names one.`
  }
  const modelMs = modelMsOf(config)
  if (modelMs === 0) return 'No model is asked, because the plugin’s setting modelMs is 0.'
  const tried = await trySettings(config, model, host)
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

export const judges =
  'It would read each of your private messages once, beside the notes that it may change, so that “she comes on Tuesdays now” is given instead of Thursday from the next question on.'

export type ExpectedJudging = NonNullable<Answer.StatsAnswer['judging']>['expected']

/** One or two sentences about a day, or about one message where none is recorded. `factor`: see `ModelTrial.priceFactor`. */
export const judgingCostInWords = (
  { costUsdADay, costUsdAMessage, messages, messagesADay, priceIn, priceOut, tokensIn, tokensOut }: ExpectedJudging,
  factor?: number,
): string => {
  const prices =
    factor === undefined
      ? `at ${priceIn} and ${priceOut} USD a million tokens, the prices in the settings`
      : 'by what the host counts for a call'
  const dollars = (usd: number) => `${Number((usd * (factor ?? 1)).toPrecision(2))} USD`
  if (messages === 0)
    return `No message is recorded yet; judging one takes about ${tokensIn + tokensOut} tokens, ${dollars(costUsdAMessage)} ${prices}.`
  const tokens = Math.round(messagesADay * (tokensIn + tokensOut))
  return `By ${counted(messages, 'message')} of the newest two weeks, ${messagesADay} a day, judging takes about ${tokens} tokens a day, ${dollars(costUsdADay)} ${prices}.`
}

export type ExpectedAliases = Pick<NonNullable<Answer.StatsAnswer['aliases']>, 'expected' | 'waiting'>

/** One sentence about the memories that wait; empty where none does. `factor`: see `ModelTrial.priceFactor`. */
export const aliasesCostInWords = ({ expected: { calls, costUsd }, waiting }: ExpectedAliases, factor = 1): string => {
  if (waiting === 0) return ''
  const memories = counted(waiting, 'memory', 'memories')
  const dollars = Number((costUsd * factor).toPrecision(2))
  return `It also names, once, by which other words people may ask for what is read: for the ${memories} so far about ${counted(calls, 'call')}, ${dollars} USD, spread over days by the budget.`
}
