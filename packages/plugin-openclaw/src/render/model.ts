/** The cost of a language model, in words. */
import type { Answer } from '@crabtrail/core'

type Expected = Answer.StatsAnswer['routing']['expected']

/** One sentence about a day. The tokens are those that a call may have at most. */
export const modelCostInWords = ({ callsADay, costUsdADay }: Expected): string => {
  if (callsADay === 0) return 'By the questions so far, a language model would have been asked nothing.'
  const cost = costUsdADay < 0.01 ? 'less than 0.01' : `at most ${costUsdADay.toFixed(2)}`
  return `By the questions so far, a language model would be asked about ${callsADay} times a day, for ${cost} USD by the prices in the settings.`
}
