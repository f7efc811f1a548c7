/** `list`: the documents that were read in, with their passages and days, and what was said. */
import type { Answer } from '@crabtrail/core'
import { aligned, clipped, counted, indented, type Page, plainLine } from '../../render/page.ts'
import { ending } from '../../render/parts.ts'
import { answering } from '../command.ts'

export const list = answering('list', ['beginning', 'limit', 'at'], {
  summary: 'list the documents that were read in and the notes that were said, with their days',
  example: 'crabtrail list runbooks/',
  access: 'read',
})((request) => listed(request.beginning))

export const listed =
  (beginning: string | undefined) =>
  (answer: Answer.ListAnswer, page: Page): ReadonlyArray<string> => {
    const { documents, notes } = answer
    const nothing = documents.count === 0 && notes.count === 0
    if (nothing) {
      const why =
        beginning === undefined ? 'nothing was read in or said yet' : `no document or note begins with ${JSON.stringify(beginning)}`
      return [`${why}${ending(answer, page)}`]
    }
    return [
      `${page.strong(counted(documents.count, 'document'))}${ending(answer, page)}`,
      ...indented(
        aligned(
          documents.items.map((one) => documentRow(one, page)),
          [1],
        ),
      ),
      ...more(documents, beginning, page),
      ...(notes.count === 0 ? [] : ['', page.strong(counted(notes.count, 'note'))]),
      ...indented(aligned(notes.items.map((one) => noteRow(one, page)))),
      ...more(notes, beginning, page),
    ]
  }

const documentRow = ({ changed, document, origin, passages, root }: Answer.ListedDocument, page: Page): ReadonlyArray<string> => [
  plainLine(document),
  counted(passages, 'passage'),
  page.faint(changed ?? ''),
  page.faint(origin ?? ''),
  page.faint(root === null ? '' : `in ${plainLine(root)}`),
]

const noteRow = (
  { begins, changed, node, origin, review, state, superseded, type }: Answer.ListedNote,
  page: Page,
): ReadonlyArray<string> => [
  plainLine(node),
  page.faint(changed ?? ''),
  page.faint(
    [
      origin,
      ...(type === 'fact' ? [] : [type]),
      ...(state === 'normal' ? [] : [state]),
      ...(superseded === undefined ? [] : ['superseded']),
      ...(review === undefined ? [] : [review]),
    ].join(', '),
  ),
  clipped(plainLine(begins), Math.max(20, page.width - widthOfOthers)),
]

const widthOfOthers = 50

/** Returns a line that says how to see the rest; none where all is listed. */
const more = (
  { count, items }: Answer.ListAnswer['documents'] | Answer.ListAnswer['notes'],
  beginning: string | undefined,
  page: Page,
): ReadonlyArray<string> => {
  const left = count - items.length
  if (left <= 0) return []
  const words = beginning === undefined ? [] : [beginning]
  return [
    page.faint(
      `  and ${left} more; ${page.command('list', ...words, '--limit', String(Math.min(count, limitMost)))} lists more, or a beginning of a name fewer`,
    ),
  ]
}

const limitMost = 10_000
