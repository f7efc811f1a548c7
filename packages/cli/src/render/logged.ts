/** Events, one a line. */
import type { Answer } from '@crabtrail/core'
import { counted, type Page } from './page.ts'
import { clipped, widthOf } from './width.ts'

export const logged = (answer: Answer.LogAnswer, page: Page): ReadonlyArray<string> => [
  ...(answer.more ? [page.faint('older events match too; --limit shows more')] : []),
  ...eventLines(answer.events, page),
  page.faint(`${counted(answer.events.length, 'event')}  ${answer.brain} at ${answer.position}`),
]

/** Columns of fixed width, so that lines that come later stand below those before. */
export const eventLines = (events: ReadonlyArray<Answer.LoggedEvent>, page: Page): ReadonlyArray<string> =>
  events.map((event) => {
    const cause = event.cause === null ? '' : `←${event.cause}`
    const head = [String(event.position).padStart(7), event.at, event.type.padEnd(18), (event.turn ?? '').padEnd(6), cause.padEnd(8)].join(
      '  ',
    )
    const facts = Object.entries(event.data).map(([name, value]) => `${name}=${spelled(value)}`)
    const said = [...facts, ...(event.origin === null ? [] : [`origin=${event.origin}`]), `actor=${event.actor}`].join(' ')
    return `${head}  ${page.faint(clipped(said, Math.max(24, page.width * 2 - widthOf(head))))}`
  })

/** References are long and say nothing; their beginning tells them apart. */
const spelled = (value: unknown): string =>
  typeof value === 'string'
    ? value.replace(/^([0-9a-f]{8})[0-9a-f]{56}$/, '$1…')
    : JSON.stringify(value).replace(/\b([0-9a-f]{8})[0-9a-f]{56}\b/g, '$1…')
