/** What came to mind. */
import type { Answer } from '@crabtrail/core'
import { score } from './amount.ts'
import { behind, ending } from './learned.ts'
import { counted, indented, type Page } from './page.ts'
import { widthOf, wrapped } from './width.ts'

const contentLines = 3

export const recalled = (answer: Answer.RecallAnswer, page: Page): ReadonlyArray<string> => {
  const { items, context, latencyMs } = answer
  const turn = answer.turn === null ? 'not recorded' : answer.turn
  const sizes = `${counted(items.length, 'memory', 'memories')}, ${counted(context.tokens, 'token')} of context, ${latencyMs.toFixed(1)} ms`
  return [
    `${page.strong(turn)}  ${sizes}${ending(answer, page)}`,
    ...(answer.skipped === undefined ? [] : [page.bad(`memory was not used: ${answer.skipped}`)]),
    ...(answer.approximate === undefined ? [] : [`it may differ from what was seen then: ${answer.approximate}`]),
    ...answer.guardrails.map((guardrail) => page.bad(`! ${guardrail}`)),
    ...(items.length === 0 && answer.skipped === undefined ? [nothing(answer)] : []),
    ...items.flatMap((item, index) => ['', ...itemLines(item, index + 1, page)]),
    ...(answer.backlog === 0 ? [] : ['', ...behind(answer.backlog, page)]),
  ]
}

/** With what the question looked like, where that was assessed. */
const nothing = ({ novelty }: Answer.RecallAnswer): string =>
  novelty.verdict === 'off' ? 'nothing came to mind' : `nothing came to mind (${novelty.verdict})`

const itemLines = (item: Answer.RecalledItem, rank: number, page: Page): ReadonlyArray<string> => {
  const head = `${String(rank).padStart(2)}  ${score(item.score)}  `
  const columns = page.width - widthOf(head)
  return [
    `${head}${page.strong(item.node)}`,
    ...indented([...(item.title === '' ? [] : [item.title]), ...wrapped(item.content, columns, contentLines)], widthOf(head)),
    ...indented(wrapped(`why: ${item.why}`, columns, 2).map(page.faint), widthOf(head)),
  ]
}
