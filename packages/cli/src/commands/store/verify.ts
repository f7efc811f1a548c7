/** `verify` and `doctor`: prove the log, and find what is wrong with a store. */
import type { Answer } from '@crabtrail/core'
import * as Effect from 'effect/Effect'
import { exits } from '../../failures.ts'
import { openMemory } from '../../memory.ts'
import { present } from '../../render/output.ts'
import { aligned, counted, ending, indented, type Page } from '../../render/page.ts'
import { asking } from '../command.ts'

export const verify = asking('verify', ['rederive'], {
  group: 'Undo and check',
  summary: 'prove that the log is whole and that everything derived from it is right; exit code 5 if not',
  example: 'crabtrail verify --rederive',
  access: 'read',
})(
  Effect.fn('verify')(function* ({ request }) {
    const memory = yield* openMemory
    const answer = yield* memory.verify(request)
    yield* present(answer, verified)
    return answer.ok ? exits.done : exits.broken
  }),
)

export const doctor = asking('doctor', ['rebuildIndex', 'rebuildSnapshots'], {
  group: 'Undo and check',
  summary: 'say what is wrong with this store, and what to do about it',
  writes: ['rebuildIndex', 'rebuildSnapshots'],
  example: 'crabtrail doctor',
  access: 'read',
})(
  Effect.fn('doctor')(function* ({ request }) {
    const memory = yield* openMemory
    const answer = yield* memory.doctor(request)
    yield* present(answer, examined)
    return answer.ok ? exits.done : exits.refused
  }),
)

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
