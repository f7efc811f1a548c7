/** The receipt of an erasure. */
import type { Answer } from '@crabtrail/core'
import { ending } from './learned.ts'
import { aligned, counted, indented, type Page } from './page.ts'

/** Things that are printed; `--json` has them all. */
const listed = 20

/** `done` for what was, `would be` for what would. */
export const forgotten =
  (mood: 'done' | 'would be') =>
  (answer: Answer.ForgetAnswer, page: Page): ReadonlyArray<string> => {
    const { contents, places, unfinished, unreachable } = answer
    const verb = mood === 'would be' ? mood : contents === 1 ? 'is' : 'are'
    const held = places.filter(({ bytes, rows }) => rows > 0 || bytes > 0)
    return [
      contents === 0
        ? `nothing of it is left to forget${ending(answer, page)}`
        : `${counted(contents, 'content')} ${verb} erased${ending(answer, page)}`,
      ...indented(things(answer, page)),
      ...(mood === 'would be'
        ? []
        : indented(aligned(held.map(({ bytes, place, rows }) => [place, rows === 0 ? '' : counted(rows, 'row'), counted(bytes, 'byte')])))),
      ...(unfinished === undefined
        ? []
        : [page.bad(`the files may still hold bytes of it: ${unfinished}. They are taken out when the store is next free`)]),
      'not erased, because it cannot be reached from here:',
      ...indented(unreachable.map(({ place, why }) => `${page.strong(place)}: ${why}`)),
    ]
  }

const things = ({ forgotten: all }: Answer.ForgetAnswer, page: Page): ReadonlyArray<string> => [
  ...aligned(all.slice(0, listed).map(({ contents, name, what }) => [what, name, page.faint(counted(contents, 'content'))])),
  ...(all.length > listed ? [page.faint(`and ${all.length - listed} more; --json has them all`)] : []),
]
