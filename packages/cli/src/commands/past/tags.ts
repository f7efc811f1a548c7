/** `tag` and `tags`: name a position of the log, and list the named ones. */
import type { Answer } from '@crabtrail/core'
import { aligned, type Page } from '../../render/page.ts'
import { ending } from '../../render/parts.ts'
import { answering } from '../command.ts'

export const tag = answering('tag', ['name', 'at', 'session', 'key', 'expected'], {
  summary: 'name a position; tag:NAME then stands for it wherever a position is asked',
  example: 'crabtrail tag before-import',
  access: 'write',
})(() => tagged)

export const tags = answering('tags', ['at'], {
  summary: 'list the named positions',
  example: 'crabtrail tags',
  access: 'read',
})(() => tagList)

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
