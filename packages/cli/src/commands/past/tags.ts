/** `tag` and `tags`: name a position of the log, and list the named ones. */
import type { Answer } from '@crabtrail/core'
import { aligned, ending, type Page } from '../../render/page.ts'
import { asking, printAnswer, printChange } from '../command.ts'

export const tag = asking('tag', ['name', 'at', 'session', 'key', 'expected'], {
  group: 'See what it knows and why',
  summary: 'name a position; tag:NAME then stands for it wherever a position is asked',
  example: 'crabtrail tag before-import',
  access: 'write',
})(({ request }) => printChange((memory) => memory.tag(request), tagged))

export const tags = asking('tags', [], {
  group: 'See what it knows and why',
  summary: 'list the named positions',
  example: 'crabtrail tags',
  access: 'read',
})(({ request }) => printAnswer((memory) => memory.tags(request), tagList))

export const tagged = (answer: Answer.TagAnswer, page: Page): ReadonlyArray<string> => [
  `${page.strong(`tag:${answer.name}`)} stands for position ${answer.at}${ending(answer, page)}`,
]

export const tagList = (answer: Answer.TagsAnswer, page: Page): ReadonlyArray<string> =>
  answer.tags.length === 0
    ? [`no position has a name; ${page.command('tag', 'NAME')} gives the present one a name`]
    : aligned(
        answer.tags.map(({ at, name, time }) => [
          page.strong(`tag:${name}`),
          `position ${at}`,
          page.faint(time ?? 'before the first event'),
        ]),
      )
