/** `verify` and `doctor`: prove the log, and find what is wrong with a store. */
import type { Answer } from '@crabtrail/core'
import { exits } from '../../failures.ts'
import { aligned, counted, indented, type Page } from '../../render/page.ts'
import { ending } from '../../render/parts.ts'
import { answering } from '../command.ts'

export const verify = answering('verify', ['rederive'], {
  summary: 'prove that the log is whole and that everything derived from it is right; exit code 5 if not',
  example: 'crabtrail verify --rederive',
  access: 'read',
  exit: ({ ok }) => (ok ? exits.done : exits.broken),
})(() => verified)

export const doctor = answering('doctor', ['rebuildIndex', 'rebuildSnapshots'], {
  summary: 'say what is wrong with this store, and what to do about it',
  writes: ['rebuildIndex', 'rebuildSnapshots'],
  example: 'crabtrail doctor',
  access: 'read',
  exit: ({ ok }) => (ok ? exits.done : exits.refused),
})(() => examined)

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
