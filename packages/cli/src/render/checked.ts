/** What was checked and how it stands. */
import type { Answer } from '@crabtrail/core'
import { ending } from './learned.ts'
import { aligned, counted, indented, type Page } from './page.ts'

export const verified = (answer: Answer.VerifyAnswer, page: Page): ReadonlyArray<string> => [
  `${answer.ok ? page.good('whole') : page.bad('broken')}  ${counted(answer.commits, 'commit')}, ${counted(answer.events, 'event')}${ending(answer, page)}`,
  ...indented(checks(answer.checks, page)),
  ...indented([page.faint(`digest ${answer.digest}`)]),
]

export const examined = (answer: Answer.DoctorAnswer, page: Page): ReadonlyArray<string> => [
  `${answer.ok ? page.good('nothing is odd') : page.bad('something is odd')}  ${page.faint(answer.place)}`,
  ...indented(checks(answer.findings, page)),
]

const checks = (
  found: ReadonlyArray<{ readonly name: string; readonly ok: boolean; readonly detail: string; readonly position?: number }>,
  page: Page,
): ReadonlyArray<string> =>
  aligned(
    found.map((one) => [
      one.ok ? page.good('✓') : page.bad('✗'),
      one.name,
      one.position === undefined ? one.detail : `${one.detail} (at ${one.position})`,
    ]),
  )
