/** `note`: keeps one text as a memory. */
import { type Answer, limits } from '@crabtrail/core'
import * as Effect from 'effect/Effect'
import { boundedBytes, fileProblem } from '../../documents/whole-file.ts'
import { FileRefused } from '../../failures.ts'
import { report } from '../../render/output.ts'
import { indented, type Page } from '../../render/page.ts'
import { ending } from '../../render/parts.ts'
import { asking, onDay, printAnswer } from '../command.ts'

export const note = asking('note', ['text', 'supersedes', 'session', 'origin', 'today'], {
  summary: 'keep one text as a memory; - reads it from standard input',
  details: ['The same text again is the same memory. Secrets are taken out before it is stored.'],
  example: 'crabtrail note "the staging database is reset every Monday"',
  access: 'found',
})(
  Effect.fn('note')(function* ({ request }) {
    const text = request.text === '-' ? yield* standardInput : request.text
    const dated = { ...(yield* onDay(request)), text }
    return yield* printAnswer((memory) => memory.note(dated), noted, report)
  }),
)

/** Reads a little more than a note may have, so that the memory tells the limit; beyond that it is refused here. */
const standardInput = Effect.try({
  try: () =>
    boundedBytes('-', 1_000 * limits.noteBytes)
      .toString('utf8')
      .trimEnd(),
  catch: (error) => new FileRefused({ path: 'standard input', problem: fileProblem(error) }),
})

const became = {
  added: 'noted',
  restored: 'noted again; it was gone',
  refreshed: 'noted before',
  known: 'known: a document says the same',
} as const satisfies Readonly<Record<Answer.NoteAnswer['became'], string>>

const noted = (answer: Answer.NoteAnswer, page: Page): ReadonlyArray<string> => {
  const secrets = Object.entries(answer.redacted).map(([kind, count]) => `${count} ${kind}`)
  return [
    `${page.strong(answer.node)}  ${became[answer.became]}${ending(answer, page)}`,
    ...indented([
      ...(answer.state === 'probation' ? ['on probation until it was right for a question'] : []),
      ...(answer.superseded ?? []).flatMap(({ node, now, title, was }) => [
        `supersedes ${node}${title === was ? '' : ` (${title})`}`,
        ...indented([`${was} → ${now}`]),
      ]),
      ...(answer.stay ?? []).map((node) => `${node} stays as it is: this note does not supersede it`),
      ...(secrets.length === 0 ? [] : [`secrets taken out: ${secrets.join(', ')}`]),
    ]),
  ]
}
