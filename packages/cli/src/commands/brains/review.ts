/** `review`: what waits for the owner's yes, and his yes or no. */
import { type Answer, broughtInWords } from '@crabtrail/core'
import { counted, indented, type Page, plainLine, wrapped } from '../../render/page.ts'
import { ending, waitsForYes } from '../../render/parts.ts'
import { answering } from '../command.ts'

export const review = answering('review', ['decision', 'nodes', 'all', 'limit', 'after', 'at', 'dryRun', 'session'], {
  summary: 'list what waits for your yes, and approve or refuse it',
  details: [
    'With the setting review=on, what a model or others brought waits: it is given to no model and supersedes nothing until you approve it.',
    'What is refused is not asked again while its text stays the same. undo takes the last decision back.',
    'The name of a file means its first passage; what else waits of that file is named with the decision.',
    'With --all everything that waits is decided at once: --dry-run says what that is, and --at POS leaves out what came in since.',
  ],
  example: 'crabtrail review approve memory/2026-11-20.md',
  access: 'read',
  writes: ['decision', 'nodes', 'all'],
  reads: ['dryRun'],
})(
  ({ at }) =>
    (answer, page) =>
      reviewed(answer, page, { at }),
)

const textLines = 6

export const reviewed = (answer: Answer.ReviewAnswer, page: Page, asked: { readonly at: string | undefined }): ReadonlyArray<string> => {
  const { beside = [], count, decided, waiting, would } = answer
  const waits = waitsForYes(count)
  const named = decided ?? would
  if (named !== undefined) {
    const verb = decided === undefined ? 'would be ' : ''
    return [...decidedLines(named, verb, page), ...besideLines(beside, named, page), page.faint(`${waits}${ending(answer, page)}`)]
  }
  if (count === 0) return [`nothing waits for your yes${ending(answer, page)}`]
  const last = waiting.at(-1)?.node
  const more = last === undefined || waiting.length >= count ? [] : [page.faint(`go on with ${page.command('review', '--after', last)}`)]
  const how = asked.at === undefined ? [page.faint(`${page.command('review', 'approve', 'NODE…')}, or refuse`)] : []
  return [
    `${waits}${ending(answer, page)}`,
    ...waiting.flatMap((one) => ['', ...waitingLines(one, page)]),
    ...(more.length + how.length === 0 ? [] : ['', ...more, ...how]),
  ]
}

type Decided = NonNullable<Answer.ReviewAnswer['decided']>
const decidedMost = 20

/** Names the memories, and says of many how many they are. */
const decidedLines = (decided: Decided, verb: '' | 'would be ', page: Page): ReadonlyArray<string> => {
  const lines = decided.slice(0, decidedMost).map(({ node, review }) => `${page.strong(node)}  ${verb}${review}`)
  const [first] = decided
  if (first === undefined || decided.length <= decidedMost) return lines
  const more = `and ${decided.length - decidedMost} more, ${counted(decided.length, 'memory', 'memories')} in all`
  return [...lines, page.faint(`${more}; --json has them`)]
}

/** Memories that one call to paste names. */
const besideMost = 8

/** Names what else waits of a document of which the first passage was named, with the call that decides the same of it. */
const besideLines = (beside: ReadonlyArray<string>, decided: Decided, page: Page): ReadonlyArray<string> => {
  if (beside.length === 0) return []
  const decision = decided.some(({ review }) => review === 'refused') ? 'refuse' : 'approve'
  const more = beside.length > besideMost ? `, and ${beside.length - besideMost} more after that` : ''
  return [
    `${counted(beside.length, 'other passage')} of the same document ${beside.length === 1 ? 'waits' : 'wait'} still${more}:`,
    ...indented([page.command('review', decision, ...beside.slice(0, besideMost))]),
  ]
}

const changesMost = 4

const waitingLines = (
  { changes = [], from, node, origin, session, since, text }: Answer.WaitingNode,
  page: Page,
): ReadonlyArray<string> => [
  page.strong(node),
  ...indented([
    page.faint(
      [
        broughtInWords(origin),
        plainLine(from),
        ...(since === null ? [] : [since.slice(0, 16).replace('T', ' ')]),
        ...(session === null ? [] : [session]),
      ].join(', '),
    ),
    ...text
      .split('\n')
      .slice(0, textLines)
      .flatMap((line) => (line.trim() === '' ? [] : wrapped(line, page.width - 2, textLines))),
    ...changes
      .slice(0, changesMost)
      .map(({ node: older, was }) => `a yes takes the place of ${was === null ? older : `“${plainLine(was)}” in ${older}`}`),
    ...(changes.length > changesMost ? [page.faint(`and of ${changes.length - changesMost} more; --json has them`)] : []),
  ]),
]
