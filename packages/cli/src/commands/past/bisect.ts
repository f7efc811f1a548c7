/** `bisect` and `why-not`: find the event from which a memory is recalled or is recalled no more, and explain why it is not recalled. */
import type { Answer } from '@crabtrail/core'
import { amount, counted, indented, type Page, score, wrapped } from '../../render/page.ts'
import { behind, ending, inSession, nextLines, placeChange, saidBy, steps } from '../../render/parts.ts'
import { answering } from '../command.ts'
import { moverLine } from './diff.ts'
import { wayLines } from './why.ts'

export const bisect = answering('bisect', ['question', 'node', 'rank', 'present', 'absent', 'from', 'to', 'today'], {
  summary: 'find the event from which a question recalls a memory, or recalls it no more',
  details: ['It records nothing. Where the answer changed more than once between the two ends, it finds one of the changes.'],
  example: 'crabtrail bisect "how do we roll back a deploy?" --node deploy.md#rollback',
  access: 'read',
})(() => bisected)

export const whyNot = answering('whyNot', ['question', 'node', 'at', 'today'], {
  summary: 'explain why a question does not recall a memory, and what would bring it',
  example: 'crabtrail why-not "how do we roll back a deploy?" deploy.md#history',
  access: 'read',
})(() => explainedAway)

export const bisected = (answer: Answer.BisectAnswer, page: Page): ReadonlyArray<string> => [
  ...(answer.position === null ? notFound(answer, page) : found(answer, page)),
  ...indented([
    page.faint(
      `at ${answer.ends.from.position} ${seen(answer.ends.from, answer)}, at ${answer.ends.to.position} ${seen(answer.ends.to, answer)}`,
    ),
    ...wrapped(answer.note, page.width - 2, 3).map(page.faint),
  ]),
  ...nextLines(answer.next, page),
]

const notFound = ({ ends, node }: Answer.BisectAnswer, page: Page): ReadonlyArray<string> => [
  `${page.strong(node)}  ${page.bad(ends.from.recalled === ends.to.recalled ? 'no change between the ends' : 'nothing was searched')}`,
]

const found = (answer: Answer.BisectAnswer, page: Page): ReadonlyArray<string> => {
  const { after, before, cause, event, node, position, steps: tried, title } = answer
  const { is } = spelledFor(answer)
  const becomes = after?.recalled === true ? page.good(is) : page.bad(`${is} no more`)
  return [
    `${page.strong(`${position}`)}  ${event?.type ?? ''}: from here on ${page.strong(node)} ${becomes}${page.faint(`  ${counted(tried.length + 2, 'look')}`)}`,
    ...indented([
      title,
      `place ${placeChange(before?.place ?? null, after?.place ?? null, page)}${page.faint(`  score ${scoreOf(before)} → ${scoreOf(after)}`)}`,
      ...(event === null ? [] : [moverLine(event, page)]),
      ...(cause === null ? [] : causeLines(cause, page)),
    ]),
  ]
}

const scoreOf = (one: Answer.Sighting | null): string => (one?.score == null ? '–' : score(one.score))

const causeLines = (cause: NonNullable<Answer.BisectAnswer['cause']>, page: Page): ReadonlyArray<string> => {
  return [
    [`because of ${cause.position} ${cause.type}`, ...saidBy(cause), ...inSession(cause), page.faint(cause.at)].join(' '),
    ...(cause.question === null ? [] : indented(wrapped(`asked ${JSON.stringify(cause.question)}`, page.width - 6, 2).map(page.faint))),
    ...(cause.said === null ? [] : indented(wrapped(`said ${JSON.stringify(cause.said)}`, page.width - 6, 2).map(page.faint))),
  ]
}

/** Spells what was searched for: the first place, or any place that counts as recalled. */
const spelledFor = ({ rank }: Answer.BisectAnswer): { readonly is: string; readonly isNot: string } =>
  rank === 1 ? { is: 'comes first', isNot: 'does not come first' } : { is: 'is recalled', isNot: 'is not recalled' }

const seen = ({ place, recalled }: Answer.Sighting, answer: Answer.BisectAnswer): string => {
  const { is, isNot } = spelledFor(answer)
  return place === null ? 'it is not found' : `it ${recalled ? is : isNot} (place ${place})`
}

export const explainedAway = (answer: Answer.WhyNotAnswer, page: Page): ReadonlyArray<string> => [
  `${page.strong(answer.node)}  ${answer.title}  ${standing(answer, page)}${ending(answer, page)}`,
  ...indented([
    ...wrapped(answer.detail, page.width - 2, 4),
    ...(answer.utility === 1 ? [] : [`its utility is ${amount(answer.utility)}`]),
    ...(answer.reason === 'given' ? [] : wayLines(answer.ways.slice(0, waysMost), page)),
    ...steps(answer.events, page),
    ...(answer.approximate === undefined ? [] : [page.faint(`it may differ from what was seen then: ${answer.approximate}`)]),
  ]),
  ...nextLines(answer.next, page),
  ...behind(answer.backlog, page),
]

const standing = ({ listed, reason }: Answer.WhyNotAnswer, page: Page): string => {
  if (reason === 'given') return page.good('recalled')
  return page.bad(listed ? 'recalled, and not given' : 'not recalled')
}

const waysMost = 5
