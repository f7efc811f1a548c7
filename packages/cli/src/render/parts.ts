/** Parts of several answers: what changed, the history of a strength, corrections, and where the answer was read. */
import type { Answer } from '@crabtrail/core'
import { aligned, change, clipped, counted, indented, type Page, step, wrapped } from './page.ts'

/** One line for each strength and utility that moved, from where it began to where it ended; an edge as it is written in an argument. */
export const changes = (
  edges: ReadonlyArray<Answer.EdgeChange>,
  utilities: ReadonlyArray<Answer.UtilityChange>,
  page: Page,
): ReadonlyArray<string> =>
  aligned([
    ...inAll(edges, edgeName).map((edge) => ['strength', edgeName(edge), change(edge.from, edge.to, page)]),
    ...inAll(utilities, ({ node }) => node).map((utility) => ['utility', utility.node, change(utility.from, utility.to, page)]),
  ])

/** What moved several times at once is told once. */
const inAll = <A extends { readonly from: number; readonly to: number }>(
  changed: ReadonlyArray<A>,
  nameOf: (one: A) => string,
): ReadonlyArray<A> =>
  [...Map.groupBy(changed, nameOf).values()].flatMap(([first, ...more]) =>
    first === undefined ? [] : { ...first, to: more.at(-1)?.to ?? first.to },
  )

export const edgeName = (edge: { readonly source: string; readonly kind: string; readonly target: string }): string =>
  `${edge.source}>${edge.kind}>${edge.target}`

/** A line only where there is something to learn yet. */
export const behind = (backlog: number, page: Page): ReadonlyArray<string> =>
  backlog === 0 ? [] : [page.faint(`the learner is ${counted(backlog, 'fact')} behind; crabtrail learn works them off`)]

export const ending = (answer: { readonly brain: string; readonly position: number }, page: Page): string =>
  page.faint(`  ${answer.brain} at ${answer.position}`)

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
