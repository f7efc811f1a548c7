/** What teaching changed: verdicts, strengths set by hand, the learner's backlog, a rollback. */
import type { Answer } from '@crabtrail/core'
import { change } from './amount.ts'
import { aligned, counted, indented, type Page } from './page.ts'

export const learned = (answer: Answer.FeedbackAnswer, page: Page): ReadonlyArray<string> => {
  const verdict = answer.applied === answer.verdict ? answer.verdict : `${answer.verdict}, taken as ${answer.applied}`
  const moved = changes(answer.adjustments, answer.utility, page)
  const about = answer.turn === null ? sharedAmong(answer.shares ?? []) : `on ${answer.turn}`
  return [
    `${page.strong(answer.feedback)} ${about}: ${verdict}${ending(answer, page)}`,
    ...(answer.refused === undefined ? [] : indented([`it taught nothing: ${reasonOf(answer.refused)}`])),
    ...(answer.refused === undefined && moved.length === 0 ? indented(['nothing moved']) : []),
    ...indented(moved),
  ]
}

const sharedAmong = (shares: NonNullable<Answer.FeedbackAnswer['shares']>): string =>
  shares.length === 0
    ? 'without a turn'
    : `shared among ${shares.map(({ share, turn }) => `${turn} (${Math.round(100 * share)} %)`).join(', ')}`

const explained: Readonly<Record<string, string>> = {
  cap: 'more was said than counts on one turn, in one session or on one day',
  consumed: 'said before; the same counts once',
  origin: 'said by one who is not heard',
  session: 'said or asked in a session that does not teach',
  window: 'the turn is too long ago',
}

const reasonOf = (refused: string): string => (explained[refused] === undefined ? refused : `${refused} (${explained[refused]})`)

export const setByHand = (answer: Answer.StrengthAnswer, page: Page): ReadonlyArray<string> => [
  `set by hand${ending(answer, page)}`,
  ...indented(changes([answer], [], page)),
]

export const workedOff = (answer: Answer.LearnAnswer, page: Page): ReadonlyArray<string> => [
  answer.facts === 0 ? `nothing to learn${ending(answer, page)}` : `learned from ${counted(answer.facts, 'fact')}${ending(answer, page)}`,
  ...indented(changes(answer.adjustments, answer.utility, page)),
  ...behind(answer.backlog, page),
]

/** `are` for what was done, `would be` for what would. */
export const rolledBack =
  (verb: 'are' | 'would be') =>
  (answer: Answer.RollbackAnswer, page: Page): ReadonlyArray<string> => {
    const { edges, utilities } = answer.restored
    const lines = changes(edges, utilities, page)
    return [
      `strengths and utilities ${verb} as they were at ${page.strong(String(answer.to))}${ending(answer, page)}`,
      ...(answer.rounded === undefined ? [] : indented([answer.rounded])),
      ...indented(lines.length === 0 ? ['nothing differs from then'] : lines),
    ]
  }

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
