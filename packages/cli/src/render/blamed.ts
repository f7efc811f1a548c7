/** Where a strength comes from. */
import type { Answer } from '@crabtrail/core'
import { amount, change, step } from './amount.ts'
import { behind, edgeName, ending } from './learned.ts'
import { aligned, counted, indented, type Page } from './page.ts'
import { clipped, wrapped } from './width.ts'

export const blamed = (answer: Answer.BlameAnswer, page: Page): ReadonlyArray<string> => [
  `${page.strong(edgeName(answer))}  ${amount(answer.strength)}${ending(answer, page)}`,
  ...indented([
    page.faint(`${answer.edge}, first ${amount(answer.first)}, ${counted(answer.history.length, 'event')} since`),
    ...steps(answer.history, page),
    ...doubtLines(answer, page),
  ]),
  ...behind(answer.backlog, page),
]

/** A line for each correction of a memory that was said in a conversation and that no memory holds. */
export const doubtLines = (
  { doubts = [] }: { readonly doubts?: ReadonlyArray<Answer.Doubt> },
  page: Page,
  lines = 3,
): ReadonlyArray<string> =>
  doubts.flatMap(({ day, feedback, said }) =>
    wrapped(`corrected in conversation on ${day} (${feedback}): ${JSON.stringify(said)}`, page.width - 4, lines).map(page.bad),
  )

/** One line an event, with what it goes back to, and below it the message that came with the verdict. */
export const steps = (history: ReadonlyArray<Answer.BlameStep>, page: Page): ReadonlyArray<string> =>
  stepRows(history, page).flatMap((row, at) => {
    const said = history[at]?.said
    return said === undefined ? [row] : [row, ...indented([page.faint(clipped(JSON.stringify(said), page.width - 10))], 6)]
  })

const stepRows = (history: ReadonlyArray<Answer.BlameStep>, page: Page): ReadonlyArray<string> =>
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
