/** Where a strength comes from. */
import type { Answer } from '@crabtrail/core'
import { amount, change, step } from './amount.ts'
import { behind, edgeName, ending } from './learned.ts'
import { aligned, counted, indented, type Page } from './page.ts'

export const blamed = (answer: Answer.BlameAnswer, page: Page): ReadonlyArray<string> => [
  `${page.strong(edgeName(answer))}  ${amount(answer.strength)}${ending(answer, page)}`,
  ...indented([
    page.faint(`${answer.edge}, first ${amount(answer.first)}, ${counted(answer.history.length, 'event')} since`),
    ...steps(answer.history, page),
  ]),
  ...behind(answer.backlog, page),
]

/** One line an event, with what it goes back to. */
export const steps = (history: ReadonlyArray<Answer.BlameStep>, page: Page): ReadonlyArray<string> =>
  aligned(
    history.map((one) => [
      String(one.position),
      page.faint(one.at),
      change(one.from, one.to, page),
      step(one.delta),
      [one.verdict, one.feedback, one.turn === null ? null : `on ${one.turn}`, `by ${one.actor}`].filter((part) => part !== null).join(' '),
      page.faint(one.cause === null ? one.reason : `${one.reason} ←${one.cause}`),
    ]),
    [0, 3],
  )
