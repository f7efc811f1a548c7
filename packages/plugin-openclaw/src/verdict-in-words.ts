/** What a verdict did, in a line or two. */
import type { Answer } from '@crabtrail/core'
import { plainLine } from './plain-line.ts'

export const verdictInWords = (answer: Answer.FeedbackAnswer): string => {
  const { adjustments, feedback, refused, turn, utility, verdict } = answer
  const said = `Noted as ${feedback}${turn === null ? '' : ` on ${turn}`}: ${verdict}.`
  if (refused !== undefined) return `${said} It teaches nothing: ${refusals[refused] ?? refused}.`
  if (adjustments.length === 0 && utility.length === 0) return `${said} Nothing had to be changed.`
  const moved = [
    ...adjustments.map((one) => `${plainLine(one.target, 60)} ${one.from.toFixed(2)} → ${one.to.toFixed(2)}`),
    ...utility.map((one) => `utility of ${plainLine(one.node, 60)} ${one.from.toFixed(2)} → ${one.to.toFixed(2)}`),
  ]
  const more = moved.length > movesTold ? ` and ${moved.length - movesTold} more` : ''
  return `${said} ${moved.slice(0, movesTold).join('; ')}${more}.`
}

const movesTold = 4

const refusals: Readonly<Record<string, string>> = {
  consumed: 'it was said before, and the same counts once',
  origin: 'it was said by one who is not heard',
  session: 'it was said or asked in a session that does not teach',
  window: 'the turn is too long ago',
  cap: 'more was said than counts on one turn, in one session or on one day',
  'no-path': 'nothing led to it that could learn',
  'none-shown': 'the turn showed nothing',
}
