/** `strength` and `learn`: set an edge by hand, and run the learner. */
import type { Answer } from '@crabtrail/core'
import { behind, changes, counted, ending, indented, type Page } from '../../render/page.ts'
import { asking, printChange } from '../command.ts'

export const strength = asking('strength', ['source', 'target', 'value', 'kind', 'session', 'key', 'expected'], {
  group: 'Ask and teach',
  summary: 'set the strength of an edge by hand; a missing edge is made',
  example: 'crabtrail strength deploy.md#incident deploy.md#rollback 0.8',
  access: 'write',
})(({ request }) => printChange((memory) => memory.strength(request), setByHand))

export const learn = asking('learn', [], {
  group: 'Ask and teach',
  summary: 'learn from the feedback that was not learned from yet',
  example: 'crabtrail learn',
  access: 'write',
})(({ request }) => printChange((memory) => memory.learn(request), workedOff))

export const setByHand = (answer: Answer.StrengthAnswer, page: Page): ReadonlyArray<string> => [
  `set by hand${ending(answer, page)}`,
  ...indented(changes([answer], [], page)),
]

export const workedOff = (answer: Answer.LearnAnswer, page: Page): ReadonlyArray<string> => [
  answer.facts === 0 ? `nothing to learn${ending(answer, page)}` : `learned from ${counted(answer.facts, 'fact')}${ending(answer, page)}`,
  ...indented(changes(answer.adjustments, answer.utility, page)),
  ...behind(answer.backlog, page),
]
